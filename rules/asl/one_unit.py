"""The one unit that a request is about, among those of its Location."""

from __future__ import annotations

from rules.asl.request import read_book, read_situation
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.given import Given, show
from rules.json import Json
from rules.refusal import Refused


def read_one(request: Json) -> tuple[tuple[Unit, ...], Unit, Situation]:
    """The units, the one named, and the situation, of a request that says nothing else.

    Raises Refused as each of them does.
    """
    given = Given(request)
    rules = read_book(given)
    units = read_units(given.objects("units"), rules)
    unit = named_unit(given, units)
    situation = read_situation(given, rules, units, needs_elr=False)
    given.done()
    return units, unit, situation


def named_unit(given: Given, units: tuple[Unit, ...]) -> Unit:
    """The unit that `unit` names. Raises Refused `unknown_unit`."""
    name = given.text("unit")
    for unit in units:
        if unit.id == name:
            return unit
    known = ", ".join(unit.id for unit in units)
    raise Refused("unknown_unit", f"{given.where}.unit: {show(name)} is not among the units {known}.")
