"""Wounds of SMC, and Casualty Reduction of everybody (A17, A7.302)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.asl.course import Course
from rules.asl.events import Eliminated, MortallyWounded, Reduced, Wounded
from rules.asl.modifier import Modifier, total
from rules.asl.unit import Unit
from rules.asl.words import Flag, UnitType


def wound(unit: Unit, course: Course, *also: Modifier) -> Unit | None:
    """Throws the severity of a SMC's wound; `also` are drm besides an earlier wound. None if mortal."""
    numbers = course.situation.book.numbers.wound
    modifiers = (*((numbers.again,) if unit.wounded else ()), *also)
    roll = course.one("wound", unit.id)
    severity = roll.face + total(modifiers)
    if severity > numbers.minor.value:
        course.tell(MortallyWounded(unit, roll, modifiers, severity, numbers.minor.cite))
        return None
    wounded = as_wounded(unit, course)
    course.tell(Wounded(wounded, roll, modifiers, severity, numbers.minor.cite))
    return wounded


def as_wounded(unit: Unit, course: Course) -> Unit:
    """A hero turns to his wounded side (A15.2)."""
    wounded = unit.put(Flag.WOUNDED)
    if unit.type is UnitType.HERO:
        return replace(wounded, counter=course.situation.book.numbers.hero.wounded)
    return wounded


def casualty_reduction(unit: Unit, course: Course, cite: str = "A7.302") -> Unit | None:
    """A squad becomes its half-squad in the same state, a SMC is wounded, others are eliminated."""
    match unit.type:
        case UnitType.SQUAD:
            return reduce_squad(unit, course, cite)
        case UnitType.HALF_SQUAD | UnitType.CREW:
            return eliminate(unit, course, cite)
        case _:
            return wound(unit, course)


def reduce_squad(unit: Unit, course: Course, cite: str) -> Unit:
    half = course.situation.book.counter(unit).half
    assert half is not None, "the book gives every squad a half-squad"
    reduced = unit.exchanged(half)
    course.tell(Reduced(reduced, unit.counter, cite))
    return reduced


def eliminate(unit: Unit, course: Course, cite: str) -> Unit | None:
    """None: nothing of it is left."""
    course.tell(Eliminated(unit, cite))
    return None
