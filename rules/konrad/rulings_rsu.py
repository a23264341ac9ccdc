"""Rulings about single RSUs: a check, replacements, a consolidation."""

from __future__ import annotations

from msgspec import Struct

from rules.dice import Throws
from rules.given import Given, refuse
from rules.konrad.book import Book
from rules.konrad.consolidation import consolidate
from rules.konrad.events import Event
from rules.konrad.events_recovery import Replacements, RsuReplaced, Withheld
from rules.konrad.events_remo import (
    Check,
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
    When,
)
from rules.konrad.formations import Rsu, Scenario
from rules.konrad.read_rsu import MOST_SP, read_rsu, read_scenario
from rules.konrad.read_settings import read_settings
from rules.konrad.remo import check, recovery_check, require_state
from rules.konrad.replacements import armour, armour_reason, infantry, infantry_reason, withheld
from rules.konrad.settings import ConsolidateAcross
from rules.refusal import Refused
from rules.ruling import Ruling


class SingleCheck(Struct, frozen=True):
    """A check of one RSU that stands alone."""

    rsu: Rsu
    when: When
    scenario: Scenario

    def resolve(self, book: Book, throws: Throws) -> Check:
        if self.when is When.RECOVERY:
            return recovery_check(book, self.rsu, None, throws)
        return check(book, self.rsu, None, self.when, self.scenario, throws)


def read_check(book: Book, given: Given) -> SingleCheck:
    rsu = read_rsu(given.object("rsu"), book)
    single = SingleCheck(rsu, given.word("when", When), read_scenario(given))
    read_settings(given, book.settings)
    given.done()
    require_state(rsu, single.when, book.cites.check_list)
    return single


def remo(book: Book, given: Given, throws: Throws) -> Ruling:
    checked = read_check(book, given).resolve(book, throws)
    return Ruling.of((checked,), {"number": checked.remo.number, "outcome": _outcome(checked)})


def _outcome(checked: Check) -> str:
    match checked:
        case RsuHeld():
            return "holds"
        case RsuShattered():
            return "shatters"
        case RsuRecovered():
            return "recovers"
        case RsuStayedShattered():
            return "stays_shattered"
        case RsuDisbanded():
            return "disbanded"


def infantry_replacements(book: Book, given: Given, throws: Throws) -> Ruling:
    rsu = read_rsu(given.object("rsu"), book)
    settings = read_settings(given, book.settings)
    reason = infantry_reason(rsu, given.flag("isolated", False), given.flag("forced_retreat", False))
    given.done()
    if reason is not None:
        return _withheld(book, Replacements.INFANTRY, rsu, reason)
    return _replaced(infantry(book, settings, rsu, rsu))


def armour_replacements(book: Book, given: Given, throws: Throws) -> Ruling:
    """`gow_allows` is the most SP that the GoW let it have."""
    rsu = read_rsu(given.object("rsu"), book)
    settings = read_settings(given, book.settings)
    most = given.integer("gow_allows", 0, MOST_SP, MOST_SP)
    reason = armour_reason(
        book,
        rsu,
        captured=given.flag("captured", False),
        battle=given.flag("battle", False),
        armour_fought=given.flag("armour_fought", False),
        isolated=given.flag("isolated", False),
        gow_refuses=given.flag("gow_refuses", False),
    )
    given.done()
    if reason is not None:
        return _withheld(book, Replacements.ARMOUR, rsu, reason)
    return _replaced(armour(book, settings, rsu, rsu, most))


def _withheld(book: Book, replacements: Replacements, rsu: Rsu, reason: Withheld) -> Ruling:
    return Ruling.of((withheld(book, replacements, rsu, reason),), {"ineligible": reason.value})


def _replaced(replaced: RsuReplaced) -> Ruling:
    now = sum(platoons.now for platoons in replaced.strength)
    result = {"award": replaced.award, "placed": replaced.placed, "lost": replaced.lost, "now": now}
    return Ruling.of((replaced,), result)


def consolidation(book: Book, given: Given, throws: Throws) -> Ruling:
    """`same_sector` counts where the campaign lets two DSUs of a side in one sector consolidate."""
    rsus = [read_rsu(row, book) for row in given.objects("rsus")]
    settings = read_settings(given, book.settings)
    planned = given.flag("planned")
    same_dsu = given.flag("same_dsu")
    same_sector = given.flag("same_sector", False)
    given.done()
    if len(rsus) != 2:
        raise refuse("not_two", f"{given.where}.rsus", f"needs two RSUs, not {len(rsus)}")
    first, second = rsus
    cite = book.cites.consolidation
    if first.id == second.id:
        raise refuse("same_rsu", f"{given.where}.rsus", f"needs two RSUs, not {first.id} twice")
    if first.side != second.side:
        raise Refused("other_side", f"{first.id} and {second.id} are of two sides.", cite)
    if not planned:
        raise Refused("not_planned", "A consolidation is noted in Orders; this one was not.", cite)
    across = settings.consolidate_across is ConsolidateAcross.ONE_SECTOR and same_sector
    if not same_dsu and not across:
        raise Refused("not_same_dsu", f"{first.id} and {second.id} need to be RSUs of one DSU.", cite)
    consolidated = consolidate(book, settings, first, second)
    now = sum(platoons.now for platoons in consolidated.strength)
    events: tuple[Event, ...] = (consolidated,)
    return Ruling.of(events, {"survivor": consolidated.survivor, "now": now, "lost": consolidated.lost})
