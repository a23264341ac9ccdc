"""Infantry and armour replacements: who gets them, and how many SP (p5)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.konrad.book import Book, Share
from rules.konrad.events_recovery import Replacements, ReplacementsWithheld, RsuReplaced, Withheld
from rules.konrad.formations import Order, Platoons, Rsu
from rules.konrad.settings import ArmourBase, Rounding, Settings


def infantry_reason(rsu: Rsu, isolated: bool, forced_retreat: bool) -> Withheld | None:
    """The first reason why an RSU gets no infantry, None where it does."""
    if rsu.shattered:
        return Withheld.NOT_GOOD_ORDER
    if rsu.order is not Order.RES:
        return Withheld.NOT_IN_RES
    if isolated:
        return Withheld.ISOLATED
    return Withheld.FORCED_RETREAT if forced_retreat else None


def armour_reason(
    book: Book, rsu: Rsu, captured: bool, battle: bool, armour_fought: bool, isolated: bool, gow_refuses: bool
) -> Withheld | None:
    """The first reason why an RSU gets no armour, None where it does."""
    reasons = (
        (rsu.shattered, Withheld.NOT_GOOD_ORDER),
        (not captured, Withheld.NOT_CAPTURED),
        (not battle, Withheld.NO_BATTLE),
        (not armour_fought, Withheld.NO_ARMOUR_FOUGHT),
        (rsu.of(book.armour.kind).full == 0, Withheld.NO_HARD_TARGETS),
        (isolated, Withheld.ISOLATED),
        (gow_refuses, Withheld.GOW_REFUSED),
    )
    return next((reason for applies, reason in reasons if applies), None)


def infantry(book: Book, settings: Settings, rsu: Rsu, start: Rsu) -> RsuReplaced:
    """Infantry replacements of `rsu`; the share is of its strength at the `start` of the phase."""
    shortage = start.full - start.now
    return _replaced(book.infantry, Replacements.INFANTRY, settings, rsu, shortage, None)


def armour(book: Book, settings: Settings, rsu: Rsu, start: Rsu, most: int | None = None) -> RsuReplaced:
    """Armour replacements of `rsu`, at most `most` SP where the GoW cut them."""
    if settings.armour_base is ArmourBase.HARD_TARGETS:
        shortage = start.of(book.armour.kind).room
    else:
        shortage = start.full - start.now
    return _replaced(book.armour, Replacements.ARMOUR, settings, rsu, shortage, most)


def withheld(book: Book, replacements: Replacements, rsu: Rsu, reason: Withheld) -> ReplacementsWithheld:
    cite = book.infantry.cite if replacements is Replacements.INFANTRY else book.armour.cite
    if reason is Withheld.ISOLATED:
        cite = book.cites.isolation
    return ReplacementsWithheld(rsu.id, replacements, reason, cite)


def share_of(percent: int, shortage: int, rounding: Rounding) -> int:
    """So many percent of a shortage in whole SP; nearest sends halves up (p5 says about)."""
    if rounding is Rounding.DOWN:
        return percent * shortage // 100
    if rounding is Rounding.UP:
        return -(-percent * shortage // 100)
    return (2 * percent * shortage + 100) // 200


def _replaced(
    share: Share, what: Replacements, settings: Settings, rsu: Rsu, shortage: int, most: int | None
) -> RsuReplaced:
    award = share_of(share.percent, shortage, settings.rounding)
    if most is not None:
        award = min(award, most)
    placed = min(award, rsu.of(share.kind).room)
    strength = add(rsu.strength, share.kind, placed)
    return RsuReplaced(
        rsu.id, what, share.percent, shortage, award, placed, award - placed, strength, share.cite
    )


def add(strength: Sequence[Platoons], kind: str, sp: int) -> tuple[Platoons, ...]:
    return tuple(
        replace(platoons, now=platoons.now + sp) if platoons.kind == kind else platoons
        for platoons in strength
    )
