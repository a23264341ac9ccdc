"""Which leader helps a unit with a check, and by how much (A10.2, A10.7, A10.72)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.asl.modifier import Modifier, total
from rules.asl.morale import morale_now
from rules.asl.numbers import leadership_of
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import NationTrait, UnitType


def leadership(
    unit: Unit, among: Iterable[Unit], others: Iterable[Unit], situation: Situation
) -> Modifier | None:
    """The DRM of the leader who helps, one `among` those of the Location: the best, then the one of higher
    morale; None without any or at 0."""
    others = tuple(others)
    helpers = [other for other in among if may_help(other, unit, others, situation)]
    if len(helpers) > 1:
        helpers.sort(
            key=lambda leader: (
                drm_for(leader, unit, situation),
                -morale_now(leader, others, situation).value,
            )
        )
    return leadership_of_one(helpers[0], unit, situation) if helpers else None


def leadership_of_one(leader: Unit, unit: Unit, situation: Situation) -> Modifier | None:
    """What this leader's number is to this unit; it cannot be declined unless 0 (A10.72)."""
    drm = drm_for(leader, unit, situation)
    return Modifier(f"leader {named(leader, unit, situation)}", drm, "A10.7 A10.72") if drm else None


def may_help(leader: Unit, unit: Unit, others: Iterable[Unit], situation: Situation) -> bool:
    """Whether his leadership counts for that unit as both stand."""
    if leader.type is not UnitType.LEADER or leader.id == unit.id:
        return False
    if leader.broken or leader.berserk or leader.pinned or commissar_present(others):
        return False
    if unit.type is UnitType.COMMISSAR or unit.berserk or not leads(leader, unit, situation):
        return False
    if unit.type is UnitType.LEADER:
        return morale_now(leader, others, situation).value > morale_now(unit, others, situation).value
    return True


def commissar_present(others: Iterable[Unit]) -> bool:
    """Whether an unbroken and unpinned Commissar silences every leader of the Location (A25.22)."""
    return any(o.type is UnitType.COMMISSAR and not o.broken and not o.pinned for o in others)


def leads(leader: Unit, unit: Unit, situation: Situation) -> bool:
    """Partisan leaders lead Partisans only, and nobody else leads Partisans (A10.7)."""
    partisan = NationTrait.PARTISAN
    return situation.book.nation(leader).has(partisan) == situation.book.nation(unit).has(partisan)


def drm_for(leader: Unit, unit: Unit, situation: Situation) -> int:
    """His number as it stands, one worse if wounded and one worse for an ally's unit; 0 for a Commissar."""
    if leader.type is not UnitType.LEADER:
        return 0
    return leadership_of(leader.counter) + total(_worsened(leader, unit, situation))


def named(leader: Unit, unit: Unit, situation: Situation) -> str:
    """The leader as a modifier names him, with what worsens his number: 9-1 (wounded)."""
    worse = ", ".join([modifier.what for modifier in _worsened(leader, unit, situation)])
    return f"{leader.counter} ({worse})" if worse else leader.counter


def _worsened(leader: Unit, unit: Unit, situation: Situation) -> tuple[Modifier, ...]:
    numbers = situation.book.numbers.leadership
    foreign = unit.nation != leader.nation and unit.nation not in situation.book.nation(leader).kin
    wounded = (numbers.wounded,) if leader.wounded else ()
    return (*wounded, numbers.ally) if foreign else wounded
