"""How each unit of a request can end, with exact chances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, assert_never

from msgspec.structs import replace

from rules.dice import Throws
from rules.given import Given, refuse
from rules.json import Json, Object
from rules.konrad.apply import rebuild
from rules.konrad.book import Book
from rules.konrad.campaign import Campaign, Phase
from rules.konrad.chances import distribution, pass_chance, product, retreat_chance
from rules.konrad.combat import combat_checks
from rules.konrad.events import Event
from rules.konrad.events_remo import (
    Check,
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
)
from rules.konrad.events_retreat import DsuDestroyed, DsuEliminated, SectorTaken
from rules.konrad.formations import Dsu, Order, Rsu, State
from rules.konrad.isolation import isolated
from rules.konrad.read_retreats import read_retreats
from rules.konrad.recovery import Recovery
from rules.konrad.remo import remo_number
from rules.konrad.rulings_rsu import read_check
from rules.konrad.table import Table, read_sheet, read_table
from rules.konrad.walk import Loaded, best_and_worst, checks, paths

End: TypeAlias = tuple[tuple[str, Json], ...]
Ends: TypeAlias = Mapping[str, Mapping[End, Fraction]]
Happenings: TypeAlias = Mapping[str, Fraction]

GONE: End = (("gone", True),)


def odds(book: Book, rule: str, given: Object) -> Object:
    """`units`: every way each RSU and DSU can end; `events`: what else may happen; chances as "5/36".

    Raises Refused as the ruling itself does, unknown_rule for one without dice, and too_many_ends.
    """
    reading = READINGS.get(rule)
    if reading is None:
        raise refuse("unknown_rule", "rule", f"needs one with dice: {', '.join(READINGS)}; not {rule}")
    ends, happenings = reading(book, Given(given))
    units = {
        unit: [{**dict(end), "chance": str(chance)} for end, chance in ways.items() if chance]
        for unit, ways in ends.items()
    }
    return {"units": units, "events": {name: str(chance) for name, chance in happenings.items() if chance}}


def _remo(book: Book, given: Given) -> tuple[Ends, Happenings]:
    single = read_check(book, given)
    passed, failed = (
        _after(single.rsu, single.resolve(book, Throws(Loaded({}, face)))) for face in (1, book.die)
    )
    number = remo_number(book, single.rsu, single.when, single.scenario)
    chance = pass_chance(book, number)
    ways = {passed: Fraction(1)} if passed == failed else {passed: chance, failed: 1 - chance}
    return {single.rsu.id: ways}, {}


def _combat(book: Book, given: Given) -> tuple[Ends, Happenings]:
    """Independent checks: each RSU for itself, and for each DSU whether it must retreat."""
    table = read_table(given, book)
    sheet = read_sheet(given, table)
    given.done()
    best, worst = best_and_worst(book, lambda throws: combat_checks(book, table.dsus, sheet, throws))
    passes = _passes(book, best)
    happenings = {f"must_retreat:{dsu.id}": retreat_chance(dsu, passes) for dsu in table.dsus}
    for count, chance in enumerate(distribution([1 - chance for chance in passes.values()])):
        happenings[f"shattered:{count}"] = chance
    return _mixed(table, passes, best, worst), happenings


def _recovery(book: Book, given: Given) -> tuple[Ends, Happenings]:
    """Replacements and consolidations are certain, the checks after them independent."""
    table = read_table(given, book)
    given.done()
    cut_off = isolated(table.ground, table.dsus, table.settings.adjacency)
    best, worst = best_and_worst(
        book, lambda throws: Recovery(book, table.settings, table.dsus, cut_off).resolve(throws)
    )
    return _mixed(table, _passes(book, best), best, worst), {}


def _retreat(book: Book, given: Given) -> tuple[Ends, Happenings]:
    """Every way through the overstacks; a way that stops at a question ends everyone there."""
    request = read_retreats(book, given)
    ends: defaultdict[str, defaultdict[End, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    happenings: defaultdict[str, Fraction] = defaultdict(Fraction)
    start = _campaign(request.table)
    for path in paths(book, lambda throws: request.resolve(throws)[0]):
        after = rebuild(start, path.events).dsus
        for unit, end in _ends(start.dsus, after):
            if path.question is not None:
                end = (("asks", path.question.what), ("of", path.question.of))
            ends[unit][end] += path.chance
        for name in _names(path.events):
            happenings[name] += path.chance
    return ends, happenings


READINGS: Mapping[str, Callable[[Book, Given], tuple[Ends, Happenings]]] = {
    "konrad.remo": _remo,
    "konrad.combat_checks": _combat,
    "konrad.retreat": _retreat,
    "konrad.recovery": _recovery,
}


def _campaign(table: Table) -> Campaign:
    return Campaign(1, Phase.CHECKS, table.ground, table.settings, table.dsus)


def _passes(book: Book, events: Sequence[Event]) -> Mapping[str, Fraction]:
    return {check.rsu: pass_chance(book, check.remo) for check in checks(events)}


def _mixed(
    table: Table, passes: Mapping[str, Fraction], best: Sequence[Event], worst: Sequence[Event]
) -> Ends:
    """Ends where checks do not depend on one another: passed as in `best`, failed as in `worst`."""
    start = _campaign(table)
    good, bad = rebuild(start, best).dsus, rebuild(start, worst).dsus
    chances = dict(passes)
    for dsu in table.dsus:
        # A DSU stands unless every RSU that stands in the best case is gone.
        left = [rsu.id for known in good if known.id == dsu.id for rsu in known.rsus]
        chances[dsu.id] = 1 - product(1 - chances.get(rsu, Fraction(1)) for rsu in left)
    ends: dict[str, Mapping[End, Fraction]] = {}
    for (unit, passed), (_, failed) in zip(_ends(table.dsus, good), _ends(table.dsus, bad), strict=True):
        chance = chances.get(unit, Fraction(1))
        ends[unit] = {passed: Fraction(1)} if passed == failed else {passed: chance, failed: 1 - chance}
    return ends


def _ends(before: Sequence[Dsu], after: Sequence[Dsu]) -> Iterator[tuple[str, End]]:
    """How each DSU and RSU that was there stands afterwards."""
    dsus = {dsu.id: dsu for dsu in after}
    rsus = {rsu.id: rsu for dsu in after for rsu in dsu.rsus}
    for dsu in before:
        left = dsus.get(dsu.id)
        yield dsu.id, GONE if left is None else (("sector", left.sector),)
        for rsu in dsu.rsus:
            yield rsu.id, GONE if rsu.id not in rsus else rsu_end(rsus[rsu.id])


def _after(rsu: Rsu, check: Check) -> End:
    match check:
        case RsuShattered():
            return rsu_end(replace(rsu, state=State.SHATTERED, order=Order.RES))
        case RsuRecovered():
            return rsu_end(replace(rsu, state=State.GOOD_ORDER))
        case RsuDisbanded():
            return GONE
        case RsuHeld() | RsuStayedShattered():
            return rsu_end(rsu)
        case _:
            assert_never(check)


def rsu_end(rsu: Rsu) -> End:
    order = None if rsu.order is None else rsu.order.value
    return ("state", rsu.state.value), ("order", order), ("total", rsu.now)


def _names(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case DsuDestroyed():
                yield f"destroyed:{event.dsu}"
            case DsuEliminated():
                yield f"eliminated:{event.dsu}"
            case SectorTaken():
                yield f"taken:{event.sector}"
            case _:
                pass
