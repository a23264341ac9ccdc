"""The sniper check (A14.1)."""

from __future__ import annotations

from rules.asl.book import Book
from rules.asl.events import Event
from rules.asl.events_turn import SniperHit, SniperMissed, SniperNotDrawn
from rules.asl.phase import Phase
from rules.asl.request import read_book
from rules.dice import Dice, OneDie, Throws
from rules.given import Given, show
from rules.json import Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin


def rule_sniper(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`original` is the MC, TC, TH or IFT DR that may draw the sniper, `against` the side it was thrown by.

    Raises Refused for a SAN outside 2 to 7 or a DR outside 2 to 12.
    """
    form = Given(given)
    rules = read_book(form)
    san = _read_san(form, rules)
    original = form.integer("original", 2, 12)
    phase = form.word("phase", Phase, code="unknown_phase")
    against = form.name("against", default="enemy")
    form.done()
    if not any(row.snipers for row in rules.numbers.phases if row.phase is phase):
        event: Event = SniperNotDrawn(against, san, original, f"no snipers in the {phase}", "A14.1")
        return Ruling.of((event,), {"drawn": False, "hits": False})
    if original != san:
        event = SniperNotDrawn(against, san, original, "only the SAN draws it", "A14.1")
        return Ruling.of((event,), {"drawn": False, "hits": False})
    roll: OneDie = Throws(dice).one("sniper", against)
    hits = roll.face <= rules.numbers.sniper.hits.value
    event = (SniperHit if hits else SniperMissed)(against, san, roll, "A14.1")
    return Ruling.of((event,), {"drawn": True, "hits": hits, "dr": roll.face})


def _read_san(form: Given, rules: Book) -> int:
    limits = rules.numbers.sniper
    san = form.raw("san")
    low, high = limits.lowest.value, limits.highest.value
    if isinstance(san, bool) or not isinstance(san, int) or not low <= san <= high:
        raise Refused(
            "bad_san", f"given.san: a SAN is a whole number from {low} to {high}, not {show(san)}.", "A14.1"
        )
    return san
