"""Which leader helps a unit with a check, and by how much (A10.2, A10.7, A10.72)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.asl.modifier import Modifier, total
from rules.asl.morale import morale_now
from rules.asl.numbers import leadership_of
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import COMMISSAR, LEADER, NationTrait

CITE = "A10.7 A10.72"


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
    number = number_of(leader, unit, situation)
    return Modifier(f"leader {number.what}", number.value, number.cite) if number.value else None


def may_help(leader: Unit, unit: Unit, others: Iterable[Unit], situation: Situation) -> bool:
    """Whether his leadership counts for that unit as both stand."""
    if leader.type is not LEADER or leader.id == unit.id:
        return False
    if leader.broken or leader.berserk or leader.pinned or commissar_present(others):
        return False
    if unit.type is COMMISSAR or unit.berserk or not leads(leader, unit, situation):
        return False
    if unit.type is LEADER:
        return morale_now(leader, others, situation).value > morale_now(unit, others, situation).value
    return True


def commissar_present(others: Iterable[Unit]) -> bool:
    """Whether an unbroken and unpinned Commissar silences every leader of the Location (A25.22)."""
    return any(o.type is COMMISSAR and not o.broken and not o.pinned for o in others)


def leads(leader: Unit, unit: Unit, situation: Situation) -> bool:
    """Partisan leaders lead Partisans only, and nobody else leads Partisans (A10.7)."""
    if leader.nation == unit.nation:
        return True
    partisan = NationTrait.PARTISAN
    return situation.book.nation(leader).has(partisan) == situation.book.nation(unit).has(partisan)


def drm_for(leader: Unit, unit: Unit, situation: Situation) -> int:
    """His number as it stands, without its name."""
    return number_of(leader, unit, situation).value


def number_of(leader: Unit, unit: Unit, situation: Situation) -> Modifier:
    """His number as it stands, one worse if wounded and one worse for an ally's unit, named with what worsens
    it: 9-1 (wounded); 0 for a Commissar."""
    if leader.type is not LEADER:
        return Modifier(leader.counter, 0, CITE)
    number, numbers = leadership_of(leader.counter), situation.book.numbers.leadership
    worse = []
    if leader.wounded:
        worse.append(numbers.wounded)
    if unit.nation != leader.nation and unit.nation not in situation.book.nation(leader).kin:
        worse.append(numbers.ally)
    if not worse:
        return Modifier(leader.counter, number, CITE)
    named = f"{leader.counter} ({', '.join(modifier.what for modifier in worse)})"
    return Modifier(named, number + total(worse), CITE)
