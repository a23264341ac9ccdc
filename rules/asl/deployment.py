"""Squads that deploy into half-squads, and half-squads that recombine (A1.31, A1.32)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.answers import Asked, Asks, Question
from rules.asl.book import Book
from rules.asl.counter import Counter, Key
from rules.asl.events import Event
from rules.asl.events_turn import Deployed, Recombined
from rules.asl.newcomer import named_apart
from rules.asl.one_unit import named_unit
from rules.asl.request import read_book
from rules.asl.result import result_of
from rules.asl.scene import Scene
from rules.asl.unit import Unit, sorted_flags
from rules.asl.unit_form import read_units
from rules.asl.words import Flag, UnitType
from rules.dice import Dice
from rules.given import Given, said
from rules.json import Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin

OWN = (Flag.FANATIC, Flag.ASSAULT_ENGINEER, Flag.COMMANDO)
"""What a squad is only where both its halves are (A10.8, R6.31)."""


def rule_deploy(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """Exchanges a Good Order squad for its two half-squads; the checks that allow it are the table's."""
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    unit = named_unit(form, units)
    form.done()
    if unit.type is not UnitType.SQUAD:
        raise Refused("no_squad", f"{unit.id}: only a squad deploys, not a {unit.type.spoken}.", "A1.31")
    _require_good_order(unit, "deploys", "A1.31")
    half = rules.counter(unit).half
    assert half is not None, "the book gives every squad a half-squad"
    halves = tuple(named_apart(_half(unit, half, births(unit.id, part)), units) for part in ("1", "2"))
    return _answer(Deployed(unit.id, unit.counter, halves, "A1.31"), units)


def rule_recombine(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`halves` names two half-squads of one kind, `into` the squad where the kind has several.

    The squad keeps the id of the first. A Fanatic half with a plain one gives a plain squad.
    """
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    names = form.texts("halves")
    into = form.text("into", "")
    form.done()
    if len(names) != 2 or names[0] == names[1]:
        raise Refused("bad_value", "given.halves: needs the ids of two half-squads.", "A1.32")
    known = {unit.id: unit for unit in units}
    for name in names:
        if name not in known or known[name].type is not UnitType.HALF_SQUAD:
            raise Refused(
                "no_half_squad", f"given.halves: {said(name)} is no half-squad of the Location.", "A1.32"
            )
        _require_good_order(known[name], "recombines", "A1.32")
    first, second = (known[name] for name in names)
    if replace(first, id="", flags=(), origin="") != replace(second, id="", flags=(), origin=""):
        raise Refused(
            "different_halves", f"{first.id} and {second.id} are not of one kind and class.", "A1.32"
        )
    squad = _squad(first, into, rules)
    flags = {flag for flag in (*first.flags, *second.flags) if flag not in OWN or _both(flag, first, second)}
    whole = replace(first.exchanged(squad.key), flags=sorted_flags(tuple(flags)))
    return _answer(Recombined(whole, second.id, "A1.32 A10.8"), units)


def squads_of(half: Unit, rules: Book) -> tuple[Counter, ...]:
    """The squads that two such half-squads make up."""
    key = Key(half.nation, half.type, half.counter, half.unit_class)
    return tuple(counter for counter in rules.counters.values() if counter.half == key)


def _squad(half: Unit, into: str, rules: Book) -> Counter:
    """Reduced squads of the Japanese are left out: two halves are a full squad."""
    fits = [
        squad for squad in squads_of(half, rules) if squad.broken is not None or squad.reduced is not None
    ]
    if into:
        fits = [squad for squad in fits if squad.key.name == into]
    if not fits:
        raise Refused("no_squad", f"{half.id}: a {half.counter} is no half of a {into or 'squad'}.", "A1.32")
    if len(fits) > 1:
        options = tuple(squad.key.name for squad in fits)
        raise Asks(Question("into", half.id, options, ("into",), Asked.OWNER, "A1.32"))
    return fits[0]


def _half(unit: Unit, half: Key, unit_id: str) -> Unit:
    return replace(unit.exchanged(half), id=unit_id, origin=unit.id)


def _both(flag: Flag, first: Unit, second: Unit) -> bool:
    return first.has(flag) and second.has(flag)


def _require_good_order(unit: Unit, does: str, cite: str) -> None:
    if not unit.good_order or unit.pinned:
        state = ", ".join(flag.spoken for flag in unit.flags)
        raise Refused(
            "not_good_order", f"{unit.id}: only an unpinned Good Order unit {does}, not one {state}.", cite
        )


def _answer(event: Event, units: tuple[Unit, ...]) -> Ruling:
    before = Scene(units, ())
    return Ruling.of((event,), result_of((event,), before, before.happened(event)))
