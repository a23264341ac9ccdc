"""The DRM of a rally, and who may make the attempt (A10.6, A10.63, A25.222)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.asl.check import Check, is_led
from rules.asl.events import CheckKind
from rules.asl.leadership import commissar_present, leadership_of_one, leads
from rules.asl.modifier import Modifier
from rules.asl.morale import inspires, morale_now
from rules.asl.rallying import RallyAttempt
from rules.asl.scene import RallyOne, Scene
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, NationTrait, UnitType


def rally_attempt(step: RallyOne, unit: Unit, scene: Scene, situation: Situation) -> RallyAttempt:
    """The attempt as it stands before the DR."""
    numbers = situation.book.numbers.rally
    leader = scene.unit(step.leader) if step.leader else None
    driven = leader is not None and inspires(leader, situation)
    modifiers: list[Modifier] = []
    if unit.has(Flag.DM) and not driven and not situation.book.nation(unit).has(NationTrait.NEVER_DESPERATE):
        modifiers.append(numbers.desperation)
    if step.terrain:
        modifiers.append(replace(numbers.terrain, what=" and ".join(dict.fromkeys(step.terrain))))
    if leader is None:
        modifiers.append(numbers.self_rally)
    elif helping := _leadership(leader, unit, scene, situation):
        modifiers.append(helping)
    check = Check(
        unit,
        CheckKind.RALLY,
        "Self-Rally" if leader is None else "Rally",
        tuple(modifiers),
        morale_now(unit, scene.leaders, situation),
        is_led(unit, scene.leaders),
    )
    return RallyAttempt(check, leader is not None, driven, step.first_mmc)


def rally_leaders(unit: Unit, units: tuple[Unit, ...], situation: Situation) -> tuple[Unit, ...]:
    """The Good Order leaders and Commissars of the Location who may rally the unit; a Commissar rallies by
    himself (A10.63)."""
    if unit.type is UnitType.COMMISSAR:
        return ()
    return tuple(
        other
        for other in units
        if other.id != unit.id
        and other.leader
        and other.good_order
        and not other.pinned
        and leads(other, unit, situation)
    )


def may_self_rally(unit: Unit, first_mmc: bool, situation: Situation) -> bool:
    """Leaders, Commissars, counters with that right, and one MMC as its owner's first attempt (A10.63)."""
    if not unit.mmc:
        return True
    return situation.book.counter(unit).self_rally or (first_mmc and unit.type is not UnitType.CREW)


def _leadership(leader: Unit, unit: Unit, scene: Scene, situation: Situation) -> Modifier | None:
    """His number; to another leader only from higher morale, and none beside a Commissar (A10.7)."""
    if commissar_present(scene.leaders) or unit.type is UnitType.COMMISSAR:
        return None
    if unit.type is UnitType.LEADER:
        his, its = (morale_now(one, scene.leaders, situation).value for one in (leader, unit))
        if his <= its:
            return None
    return leadership_of_one(leader, unit, situation)
