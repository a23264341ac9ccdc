"""The ruling of Heat of Battle for one unit whose Original 2 was thrown elsewhere (A15.1)."""

from __future__ import annotations

from rules.asl.attack import Opening
from rules.asl.heat import subject_to_heat
from rules.asl.request import read_book, read_situation
from rules.asl.scene import HeatOne, Scene
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.given import Given, show
from rules.json import Json
from rules.refusal import Refused


def open_heat(request: Json) -> Opening:
    """Raises Refused `not_subject` for a unit that Heat of Battle passes by."""
    given = Given(request)
    rules = read_book(given)
    units = read_units(given.objects("units"), rules)
    unit = named_unit(given, units)
    situation = read_situation(given, rules, units, needs_elr=False)
    given.done()
    if not subject_to_heat(unit):
        raise Refused(
            "not_subject",
            f"{unit.id}: {unit.type.spoken} with {_state(unit)} has no Heat of Battle.",
            "A15.1",
        )
    return Opening(Scene(units, (HeatOne(unit.id),)), situation)


def named_unit(given: Given, units: tuple[Unit, ...]) -> Unit:
    """The unit that `unit` names. Raises Refused `unknown_unit`."""
    name = given.text("unit")
    for unit in units:
        if unit.id == name:
            return unit
    known = ", ".join(unit.id for unit in units)
    raise Refused("unknown_unit", f"{given.where}.unit: {show(name)} is not among the units {known}.")


def _state(unit: Unit) -> str:
    return ", ".join(flag.spoken for flag in unit.flags) or "no flag"
