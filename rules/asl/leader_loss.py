"""Who checks after a leader is lost or goes berserk, in what order, at what DRM (A10.2, A10.21, A15.41)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.asl.check import can_pin
from rules.asl.events import CheckKind
from rules.asl.heat import subject_to_heat
from rules.asl.leadership import commissar_present, leads, number_of
from rules.asl.modifier import Modifier
from rules.asl.morale import morale_now
from rules.asl.scene import BerserkCheck, LossFelt, Lost, Scene
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, NationTrait, UnitType


def aftermath(scene: Scene, situation: Situation) -> Scene | None:
    """The scene with the next leader's checks to be done: LLMC, then LLTC, then berserk leaders; or None."""
    if scene.eliminated:
        lost, *others = scene.eliminated
        return replace(scene, eliminated=tuple(others)).todo(LossFelt(CheckKind.LLMC, lost))
    if scene.broke:
        piece, *rest = scene.broke
        after = replace(scene, broke=tuple(rest))
        leader = scene.unit(piece)
        # One who died since is felt by his LLMC alone; one whom Heat of Battle rallied is not lost.
        if leader is None or not leader.broken:
            return after
        return after.todo(
            LossFelt(CheckKind.LLTC, Lost(leader, morale_now(leader, scene.leaders, situation)))
        )
    if scene.berserk:
        piece, *rest = scene.berserk
        after = replace(scene, berserk=tuple(rest))
        leader = scene.unit(piece)
        if leader is None:
            return after
        followers = in_order(tuple(u for u in scene.units if subject_to_heat(u)), scene, situation)
        return after.todo(*(BerserkCheck(leader, unit.id) for unit in followers))
    return None


def takers(kind: CheckKind, lost: Lost, scene: Scene, situation: Situation) -> tuple[Unit, ...]:
    """Those of lower morale; a lost Commissar is felt by leaders of any (A10.21)."""
    taking = tuple(unit for unit in scene.units if _feels(unit, kind, lost, scene, situation))
    return in_order(taking, scene, situation)


def in_order(units: Sequence[Unit], scene: Scene, situation: Situation) -> tuple[Unit, ...]:
    """Commissars, then leaders by falling Morale Level, then the others as named (A10.2)."""

    def rank(unit: Unit) -> tuple[bool, int]:
        leader = unit.type is UnitType.LEADER
        return leader, -morale_now(unit, scene.leaders, situation).value if leader else 0

    leaders = [unit for unit in units if unit.leader]
    if len(leaders) > 1:
        leaders.sort(key=rank)
    return (*leaders, *[unit for unit in units if not unit.leader])


def loss_modifier(lost: Lost, unit: Unit, situation: Situation) -> Modifier | None:
    """His negative leadership reversed; 0 or worse gives nothing, nor does a berserk leader's (A10.21)."""
    number = number_of(lost.leader, unit, situation)
    if number.value >= 0 or lost.leader.berserk or not leads(lost.leader, unit, situation):
        return None
    return Modifier(f"{number.what} lost", -number.value, "A10.21")


def charge_modifier(leader: Unit, unit: Unit, scene: Scene, situation: Situation) -> Modifier | None:
    """The berserk leader's own number, on the check of those who may follow him (A15.41)."""
    number = number_of(leader, unit, situation)
    deaf = unit.type is UnitType.COMMISSAR or not leads(leader, unit, situation)
    silent = deaf or commissar_present(scene.leaders)
    if silent or not number.value:
        return None
    return Modifier(f"leader {number.what}", number.value, "A15.41")


def takes_everybody(leader: Unit, situation: Situation) -> bool:
    """Whether all follow without a check: a Commissar, or a leader with his effect (A25.223, G1.41)."""
    return leader.type is UnitType.COMMISSAR or situation.book.nation(leader).has(NationTrait.LEADERS_INSPIRE)


def takes_task_check(unit: Unit, situation: Situation) -> bool:
    """Unbroken Japanese units take a LLMC as a LLTC (G1)."""
    return not unit.broken and situation.book.nation(unit).has(NationTrait.LEADER_LOSS_TASK_CHECKS)


def _feels(unit: Unit, kind: CheckKind, lost: Lost, scene: Scene, situation: Situation) -> bool:
    if unit.id == lost.leader.id or unit.berserk or unit.type is UnitType.COMMISSAR:
        return False
    if unit.has(Flag.SURRENDERED):
        return False
    task_check = kind is CheckKind.LLTC or takes_task_check(unit, situation)
    if task_check and (unit.broken or unit.pinned or not can_pin(unit, situation)):
        return False
    if lost.leader.type is UnitType.COMMISSAR and unit.type is UnitType.LEADER:
        return True
    return morale_now(unit, scene.leaders, situation).value < lost.morale.value
