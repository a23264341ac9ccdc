"""The ruling of Heat of Battle for one unit whose Original 2 was thrown elsewhere (A15.1)."""

from __future__ import annotations

from rules.asl.attack import Opening
from rules.asl.heat import subject_to_heat
from rules.asl.one_unit import read_one
from rules.asl.scene import HeatOne, Scene
from rules.asl.unit import Unit
from rules.json import Json
from rules.refusal import Refused


def open_heat(request: Json) -> Opening:
    """Raises Refused `not_subject` for a unit that Heat of Battle passes by."""
    units, unit, situation = read_one(request)
    if not subject_to_heat(unit):
        raise Refused(
            "not_subject",
            f"{unit.id}: {unit.type.spoken} with {_state(unit)} has no Heat of Battle.",
            "A15.1",
        )
    return Opening(Scene(units, (HeatOne(unit.id),)), situation)


def _state(unit: Unit) -> str:
    return ", ".join(flag.spoken for flag in unit.flags) or "no flag"
