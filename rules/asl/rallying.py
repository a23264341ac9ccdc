"""One attempt to rally a broken unit (A10.6 to A10.64, A18.11, A25.222)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.asl.breaking import as_unbroken
from rules.asl.check import Check, told
from rules.asl.course import Course
from rules.asl.events import LeaderCreationDue, Rallied
from rules.asl.heat import Heat, heat_of_battle, subject_to_heat
from rules.asl.replacement import next_lower, replaced
from rules.asl.unit import Unit
from rules.asl.words import NationTrait, UnitType
from rules.asl.wound import casualty_reduction, eliminate, reduce_squad


class RallyAttempt(Struct, frozen=True):
    """`led` by a leader, or a Self-Rally; `driven` by a Commissar or a leader with his effect."""

    check: Check
    led: bool
    driven: bool
    first_mmc: bool


def resolve_rally(attempt: RallyAttempt, course: Course) -> None:
    check, unit = attempt.check, attempt.check.unit
    roll = course.dr(check.kind, unit.id)
    need, fate, two = check.need, roll.original == 12, roll.original == 2
    creates_leader = two and attempt.first_mmc and unit.mmc and not attempt.led
    passed = not fate and (roll.original <= need or creates_leader)
    event = told(check, roll, need, passed=passed)
    course.tell(replace(event, cite="A18.11") if passed and event.margin > 0 else event)
    after: Unit | None
    if passed:
        after = as_unbroken(unit, course)
        course.tell(Rallied(after, "A10.6"))
    elif attempt.driven:
        after = _driven_too_hard(unit, fate, course)
    else:
        after = casualty_reduction(unit, course, "A10.64") if fate else unit
    if creates_leader:
        course.tell(LeaderCreationDue(unit.id, "A18.11 A18.2"))
    # The unit counts as Broken even if this 2 rallied it (A15.1).
    if two and attempt.led and after is not None and subject_to_heat(after):
        heat_of_battle(Heat(after, True, check.led), course)


def _driven_too_hard(unit: Unit, fate: bool, course: Course) -> Unit | None:
    """Failing under a Commissar Replaces a MMC and ends whatever cannot be Replaced (A25.222)."""
    cite = "A25.222"
    if course.situation.book.nation(unit).has(NationTrait.MILD_COMMISSARS):
        return casualty_reduction(unit, course, "A10.64") if fate else unit
    if unit.type in (UnitType.SQUAD, UnitType.HALF_SQUAD):
        if fate:
            return casualty_reduction(unit, course, "A10.64")
        lower = next_lower(unit, course.situation)
        if lower is not None:
            return replaced(unit, lower, course, cite)
        if unit.type is UnitType.SQUAD:
            return reduce_squad(unit, course, cite)
    return eliminate(unit, course, cite)
