"""Two RSUs become one: the weaker is disbanded, the other takes its SP (p5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.konrad.book import Book
from rules.konrad.events_recovery import RsusConsolidated
from rules.konrad.formations import Platoons, Rsu
from rules.konrad.settings import ConsolidateUpTo, Settings


def consolidate(book: Book, settings: Settings, first: Rsu, second: Rsu) -> RsusConsolidated:
    """The one with fewer SP is disbanded, on a tie the second; what finds no room is lost."""
    survivor, weaker = (first, second) if first.now >= second.now else (second, first)
    strength = tuple(
        replace(own, now=min(own.full, own.now + other.now))
        for own, other in zip(survivor.strength, weaker.strength, strict=True)
    )
    surplus = survivor.now + weaker.now - sum(platoons.now for platoons in strength)
    if settings.consolidate_up_to is ConsolidateUpTo.TOTAL:
        strength, surplus = _spread(strength, surplus)
    return RsusConsolidated(survivor.id, weaker.id, strength, surplus, book.cites.consolidation)


def _spread(strength: Sequence[Platoons], surplus: int) -> tuple[tuple[Platoons, ...], int]:
    """Surplus SP into the room of every kind in turn, and what is left of them."""
    filled: list[Platoons] = []
    for platoons in strength:
        placed = min(surplus, platoons.room)
        filled.append(replace(platoons, now=platoons.now + placed))
        surplus -= placed
    return tuple(filled), surplus
