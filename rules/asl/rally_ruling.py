"""The ruling of a rally: who may try, led by whom, and the attempt (A10.6)."""

from __future__ import annotations

from rules.answers import Asked, Asks, Question
from rules.asl.attack import Opening
from rules.asl.leadership import leads
from rules.asl.one_unit import named_unit
from rules.asl.rally import may_self_rally, rally_leaders
from rules.asl.request import read_book, read_situation
from rules.asl.scene import RallyOne, Scene
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.asl.words import Flag, Terrain, UnitType
from rules.given import Given, show
from rules.json import Json
from rules.naming import nation_name
from rules.refusal import Refused


def open_rally(request: Json) -> Opening:
    """Raises Refused where the unit or its leader may not try, Asks where a leader must be named: beside one
    who could make the attempt there is no Self-Rally (A10.63)."""
    given = Given(request)
    rules = read_book(given)
    units = read_units(given.objects("units"), rules)
    unit = named_unit(given, units)
    leader = given.text("leader", "")
    terrain = given.words("terrain", Terrain, (), code="unknown_terrain")
    first_mmc = given.flag("first_mmc", False)
    situation = read_situation(given, rules, units, needs_elr=False)
    given.done()
    _require_broken(unit)
    if leader:
        _require_leader(leader, unit, units, situation)
    else:
        _require_self_rally(unit, units, first_mmc, situation)
    step = RallyOne(unit.id, leader, terrain, first_mmc)
    return Opening(Scene(units, (step,)), situation)


def _require_broken(unit: Unit) -> None:
    if not unit.broken:
        raise Refused("not_broken", f"{unit.id}: only a broken unit rallies.", "A10.6")
    if unit.has(Flag.SURRENDERED):
        raise Refused("surrendered", f"{unit.id}: it has surrendered and takes no rally.", "A20.21")


def _require_leader(name: str, unit: Unit, units: tuple[Unit, ...], situation: Situation) -> None:
    leader = next((other for other in units if other.id == name), None)
    if leader is None:
        raise Refused("unknown_leader", f"given.leader: {show(name)} is not among the units of the Location.")
    if leader.id == unit.id:
        raise Refused(
            "leads_himself",
            f"given.leader: {name} cannot lead his own rally; leave leader out for a Self-Rally.",
            "A10.7",
        )
    if not leader.leader:
        raise Refused(
            "no_leader",
            f"given.leader: {name} is a {leader.type.spoken}, needs a leader or Commissar.",
            "A10.6",
        )
    if unit.type is UnitType.COMMISSAR:
        raise Refused("commissar", f"{unit.id}: a Commissar rallies himself; leave leader out.", "A10.63")
    if leader.broken:
        raise Refused("broken_leader", f"given.leader: {name} is broken, needs a Good Order leader.", "A10.6")
    if not leader.good_order or leader.pinned:
        state = "berserk" if leader.berserk else "pinned"
        raise Refused(
            "leader_unable", f"given.leader: {name} is {state}, needs a Good Order leader.", "A10.6"
        )
    if not leads(leader, unit, situation):
        raise Refused(
            "wrong_leader",
            f"given.leader: {name} is {nation_name(leader.nation)} and cannot lead "
            f"{nation_name(unit.nation)} units.",
            "A10.7",
        )


def _require_self_rally(unit: Unit, units: tuple[Unit, ...], first_mmc: bool, situation: Situation) -> None:
    if able := rally_leaders(unit, units, situation):
        names = tuple(leader.id for leader in able)
        raise Asks(Question("leader", unit.id, names, ("leader",), Asked.OWNER, "A10.63"))
    if unit.has(Flag.DISRUPTED):
        raise Refused(
            "disrupted", f"{unit.id}: a Disrupted unit needs a leader, it has no Self-Rally.", "A19.12"
        )
    if not may_self_rally(unit, first_mmc, situation):
        first = ", or to be its owner's first MMC attempt in his own RPh: first_mmc"
        needs = f"a Good Order leader{'' if unit.type is UnitType.CREW or first_mmc else first}"
        raise Refused("no_self_rally", f"{unit.id}: a {unit.type.spoken} needs {needs}.", "A10.63")
