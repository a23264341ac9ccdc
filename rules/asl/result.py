"""What a ruling answers: the units that stand at its end, those that are gone, the Heat of Battle DR."""

from __future__ import annotations

from collections.abc import Iterable

from rules.asl.events import Eliminated, Event, MortallyWounded, Split
from rules.asl.events_heat import HeatRolled
from rules.asl.events_turn import Deployed, Recombined
from rules.asl.scene import Scene
from rules.asl.unit import Unit
from rules.asl.unit_form import write_unit
from rules.event import of_kinds
from rules.json import Json, Object

TELLING = (Eliminated, MortallyWounded, Split, Deployed, Recombined, HeatRolled)
"""Events with something to say that no unit shows that stands at the end."""


def result_of(events: Iterable[Event], before: Scene, after: Scene) -> Object:
    """`units` in the order of the stack, those born in the ruling with `from` in place of `id`; `hob` by
    unit, the last DR of each."""
    known = {unit.id for unit in before.units}
    gone: list[str] = []
    hob: dict[str, Json] = {}
    for event in of_kinds(events, TELLING):
        match event:
            case Eliminated(unit) | MortallyWounded(unit):
                gone.append(unit.id)
            case Split(piece) | Deployed(piece):
                gone.append(piece)
            case Recombined(_, joined):
                gone.append(joined)
            case HeatRolled(piece):
                hob[piece] = event.final
            case _:
                pass
    return {"units": [_standing(unit, known) for unit in after.units], "gone": gone, "hob": hob}


def _standing(unit: Unit, known: set[str]) -> Object:
    form = write_unit(unit)
    form.pop("from" if unit.id in known else "id", None)
    return form
