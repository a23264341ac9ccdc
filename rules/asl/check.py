"""One morale or task check: arithmetic, pin, failure, Heat of Battle (A7.304, A7.8, A10.1)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.asl.berserk import go_berserk
from rules.asl.course import Course
from rules.asl.events import CheckFailed, CheckKind, CheckPassed, Pinned
from rules.asl.failure import fail_morale_check
from rules.asl.heat import Heat, heat_of_battle, subject_to_heat
from rules.asl.modifier import Modifier, total
from rules.asl.morale import Morale
from rules.asl.replacement import has_elr, known_elr
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, NationTrait
from rules.dice import DR

NEVER_PINNED = frozenset({Flag.BERSERK, Flag.HUMAN_WAVE, Flag.BANZAI, Flag.CLIMBING})
TASK_CHECKS = (CheckKind.PTC, CheckKind.LLTC, CheckKind.BERSERK)
CITES = {
    CheckKind.MC: "A10.1",
    CheckKind.PTC: "A7.305",
    CheckKind.LLMC: "A10.2",
    CheckKind.LLTC: "A10.2",
    CheckKind.BERSERK: "A15.41",
    CheckKind.RALLY: "A10.6",
}


class Check(Struct, frozen=True):
    """All that a check depends on; `led`: an unbroken leader stands with the unit.

    `roll` is the DR where it has been thrown already: FPF checks on the firers' own, and an Original 2 or 12
    of a group concerns only the one `singled` out (A8.31).
    """

    unit: Unit
    kind: CheckKind
    name: str
    modifiers: tuple[Modifier, ...]
    morale: Morale
    led: bool
    roll: DR | None = None
    singled: bool = True

    @property
    def need(self) -> int:
        """The highest Original DR that passes; it may be below 2 or above 12."""
        return self.morale.value - total(self.modifiers)


def resolve_check(check: Check, course: Course) -> None:
    roll = check.roll or course.dr(check.kind, check.unit.id)
    if check.kind in TASK_CHECKS:
        _task_check(check, roll, course)
    else:
        _morale_check(check, roll, course)


def can_pin(unit: Unit, situation: Situation) -> bool:
    """Whether the unit could be pinned at all, were it unbroken (A7.8)."""
    if unit.heroic or not NEVER_PINNED.isdisjoint(unit.flags):
        return False
    return unit.mmc or not situation.book.nation(unit).has(NationTrait.LEADERS_FIGHT_ON)


def told(check: Check, roll: DR, need: int, *, passed: bool) -> CheckPassed | CheckFailed:
    """The event of a check that needed an Original DR of at most `need`."""
    margin = roll.original - need
    return (CheckPassed if passed else CheckFailed)(
        piece=check.unit.id,
        check=check.kind,
        name=check.name,
        roll=roll,
        modifiers=check.modifiers,
        final=check.morale.value + margin,
        morale=check.morale,
        need=need,
        margin=margin,
        cite=CITES[check.kind],
    )


def _task_check(check: Check, roll: DR, course: Course) -> None:
    """An Original 12 fails as any roll too high does; an Original 2 means nothing more (A10.1)."""
    need = check.need
    passed = roll.original <= need and roll.original != 12
    course.tell(told(check, roll, need, passed=passed))
    if check.kind is CheckKind.BERSERK:
        if passed:
            go_berserk(check.unit, course, "A15.41")
    elif not passed:
        pin(check.unit, course, CITES[check.kind])


def _morale_check(check: Check, roll: DR, course: Course) -> None:
    unit, original, need = check.unit, roll.original, check.need
    casualty = original == 12 and check.singled
    passed = original <= need and not casualty
    event = told(check, roll, need, passed=passed)
    if not passed and event.margin > 0 and has_elr(unit, course.situation):
        event = replace(event, elr=known_elr(unit, course.situation))
    course.tell(event)
    after: Unit | None = unit
    if not passed:
        after = fail_morale_check(unit, event.margin, casualty, course)
    # 12 fails, so 11 is the highest roll that can pass (A7.8); a LLMC pins nobody.
    elif check.kind is CheckKind.MC and original == min(11, need):
        after = _pin_if_possible(unit, course)
    if original == 2 and check.singled and after is not None and subject_to_heat(after):
        heat_of_battle(Heat(after, unit.broken or after.broken, check.led), course)


def _pin_if_possible(unit: Unit, course: Course) -> Unit:
    if unit.broken or unit.pinned or not can_pin(unit, course.situation):
        return unit
    return pin(unit, course, "A7.8")


def pin(unit: Unit, course: Course, cite: str) -> Unit:
    pinned = unit.put(Flag.PINNED)
    course.tell(Pinned(pinned, cite))
    return pinned


def is_led(unit: Unit, leaders: Sequence[Unit]) -> bool:
    """Whether one of the leaders stands unbroken with the unit (A19.3)."""
    return any(not leader.broken and leader.id != unit.id for leader in leaders)
