"""What a failed morale check does to each kind of unit (A10.3, A10.31, A10.4, A15.2, A15.42, G1)."""

from __future__ import annotations

from rules.asl.breaking import breaks, broken, fights_on, lose_step
from rules.asl.course import Course
from rules.asl.replacement import (
    beyond_elr,
    disrupted,
    next_lower,
    replaced,
    replaced_leader,
    replaced_or_disrupted,
    split,
    splits,
)
from rules.asl.situation import Japanese12, JapaneseConscript, Underlined12
from rules.asl.unit import Unit
from rules.asl.words import UnitClass, UnitType
from rules.asl.wound import casualty_reduction, eliminate, reduce_squad, wound

CASUALTY_MC = "A10.31"


def fail_morale_check(unit: Unit, margin: int, casualty: bool, course: Course) -> Unit | None:
    """`margin` is the Final DR less the Morale Level, `casualty` an Original 12. None if it is gone."""
    if unit.heroic:
        return _hero_fails(unit, casualty, course)
    if unit.berserk:
        return _berserk_fails(unit, casualty, course)
    if unit.unarmed or unit.broken:
        return eliminate(unit, course, CASUALTY_MC) if casualty else casualty_reduction(unit, course, "A10.3")
    match unit.type:
        case UnitType.LEADER | UnitType.COMMISSAR:
            return _leader_fails(unit, margin, casualty, course)
        case UnitType.CREW:
            return eliminate(unit, course, CASUALTY_MC) if casualty else breaks(unit, course, "A10.4")
        case UnitType.HALF_SQUAD if casualty:
            return eliminate(unit, course, CASUALTY_MC)
        case _:
            if course.situation.book.counter(unit).broken is None:
                return _stepping_squad_fails(unit, margin, casualty, course)
            return _squad_fails(unit, margin, casualty, course)


def _hero_fails(unit: Unit, casualty: bool, course: Course) -> Unit | None:
    if unit.wounded:
        return eliminate(unit, course, "A15.2")
    return wound(unit, course, *((course.situation.book.numbers.wound.casualty,) if casualty else ()))


def _berserk_fails(unit: Unit, casualty: bool, course: Course) -> Unit | None:
    if unit.leader:
        return wound(unit, course, *((course.situation.book.numbers.wound.casualty,) if casualty else ()))
    return eliminate(unit, course, CASUALTY_MC) if casualty else casualty_reduction(unit, course, "A15.42")


def _leader_fails(unit: Unit, margin: int, casualty: bool, course: Course) -> Unit | None:
    if fights_on(unit, course.situation.book):
        return eliminate(unit, course, "G1.41") if casualty else wound(unit, course)
    fallen = broken(unit, course, "A10.4")
    if unit.type is UnitType.LEADER and beyond_elr(unit, margin, course):
        fallen = replaced_leader(fallen, course)
    return wound(fallen, course) if casualty else fallen


def _squad_fails(unit: Unit, margin: int, casualty: bool, course: Course) -> Unit | None:
    """A squad or half-squad breaks; beyond its ELR it falls; an Original 12 leaves a squad's half."""
    beyond = beyond_elr(unit, margin, course)
    fallen = broken(unit, course, "A10.4")
    if beyond and splits(unit, course):
        if unit.type is UnitType.SQUAD and not casualty:
            return split(fallen, course)
        if unit.type is UnitType.HALF_SQUAD or _disrupts_on_12(course):
            fallen = disrupted(fallen, course)
    elif beyond:
        fallen = replaced_or_disrupted(fallen, course)
    return reduce_squad(fallen, course, CASUALTY_MC) if casualty else fallen


def _disrupts_on_12(course: Course) -> bool:
    return course.situation.settings.underlined_original_12 is Underlined12.DISRUPTED_HALF_SQUAD


def _stepping_squad_fails(unit: Unit, margin: int, casualty: bool, course: Course) -> Unit:
    """A squad without a broken side loses a step, beyond its ELR after falling one class (G1.12)."""
    settings = course.situation.settings
    lower = None
    falls = not casualty or settings.japanese_original_12 is Japanese12.LOWER_CLASS
    if falls and beyond_elr(unit, margin, course):
        lower = next_lower(unit, course.situation)
        if unit.unit_class is UnitClass.CONSCRIPT and not casualty:
            breaks_up = settings.japanese_conscript_beyond_elr is JapaneseConscript.BROKEN_HALF_SQUAD
            return (
                broken(reduce_squad(unit, course, "G1.12"), course, "G1.12")
                if breaks_up
                else lose_step(unit, course)
            )
    fallen = unit if lower is None else replaced(unit, lower, course, "A19.13")
    return reduce_squad(fallen, course, CASUALTY_MC) if casualty else lose_step(fallen, course)
