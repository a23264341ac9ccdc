"""Whether a night attack noted in Orders takes place (p6)."""

from __future__ import annotations

from collections.abc import Collection

from rules.konrad.book import Book
from rules.konrad.events_retreat import NightAttackAllowed, NightAttackFellAway, NightReason


def night_attack(
    book: Book, dsu: str, sector: str, battles: Collection[str], attacked: Collection[str]
) -> NightAttackAllowed | NightAttackFellAway:
    """It falls away where the sector saw a battle today, or where the DSU itself was attacked first.

    `battles` are the sectors that saw one, `attacked` the DSUs that were attacked.
    """
    cite = book.cites.night
    if sector in battles:
        return NightAttackFellAway(dsu, sector, NightReason.SECTOR_FOUGHT, cite)
    if dsu in attacked:
        return NightAttackFellAway(dsu, sector, NightReason.ATTACKED_FIRST, cite)
    return NightAttackAllowed(dsu, sector, cite)
