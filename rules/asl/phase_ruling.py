"""What the end of a phase takes off the units (A3, A7.8, A10.62)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.events import Event
from rules.asl.events_phase import MarkerTakenOff
from rules.asl.phase import Phase, PhaseRow
from rules.asl.request import read_book
from rules.asl.result import result_of
from rules.asl.scene import Scene
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.asl.words import Flag
from rules.dice import Dice
from rules.given import Given, said
from rules.json import Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin


def rule_phases(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`ended` names the phases that end, in order; the units `keep` stay DM, as their owner wishes or must.

    Raises Refused for a phase that is none, for no phase, or where one kept is not DM.
    """
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    ended = form.words("ended", Phase, code="unknown_phase")
    keep = form.texts("keep", ())
    form.done()
    if not ended:
        raise Refused("no_phase", "given.ended: needs at least one phase that ends.", "A3")
    _require_desperate(keep, units)
    rows = {row.phase: row for row in rules.numbers.phases}
    before = scene = Scene(units, ())
    events: list[Event] = []
    for phase in ended:
        for event in _taken_off(rows[phase], scene.units, keep):
            events.append(event)
            scene = scene.happened(event)
    return Ruling.of(tuple(events), result_of(events, before, scene))


def _taken_off(row: PhaseRow, units: tuple[Unit, ...], keep: tuple[str, ...]) -> Iterator[Event]:
    for end in row.ends:
        for unit in units:
            if unit.has(end.flag) and not (end.flag is Flag.DM and unit.id in keep):
                yield MarkerTakenOff(unit.rid(end.flag), end.flag, end.cite)


def _require_desperate(keep: tuple[str, ...], units: tuple[Unit, ...]) -> None:
    desperate = {unit.id for unit in units if unit.has(Flag.DM)}
    for name in keep:
        if name not in desperate:
            raise Refused(
                "not_dm", f"given.keep: {said(name)} is not DM, so that it keeps nothing.", "A10.62"
            )
