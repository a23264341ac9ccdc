"""What befalls a unit without a check."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from msgspec import Struct

from rules.asl.berserk import go_berserk
from rules.asl.breaking import break_or_reduce, breaks
from rules.asl.course import Course
from rules.asl.events import BecameDesperate
from rules.asl.replacement import next_lower, replaced
from rules.asl.scene import (
    BerserkCheck,
    BreakOne,
    BreakWillingly,
    Kill,
    MarkDesperate,
    Reduce,
    RunShort,
    WoundOne,
)
from rules.asl.unit import Unit
from rules.asl.words import Flag
from rules.asl.wound import casualty_reduction, eliminate, wound

Befalling: TypeAlias = (
    MarkDesperate | Kill | Reduce | BreakOne | BerserkCheck | WoundOne | BreakWillingly | RunShort
)


class Fate(Struct, frozen=True):
    step: Befalling
    unit: Unit


def befall(fate: Fate, course: Course) -> None:
    unit = fate.unit
    match fate.step:
        case MarkDesperate():
            course.tell(BecameDesperate(unit.put(Flag.DM), "A10.62"))
        case Kill():
            eliminate(unit, course, "A7.301")
        case Reduce():
            casualty_reduction(unit, course)
        case BreakOne():
            break_or_reduce(unit, course)
        case BerserkCheck():
            go_berserk(unit, course, "A25.223")
        case WoundOne(_, casualty):
            wound(unit, course, *((course.situation.book.numbers.wound.casualty,) if casualty else ()))
        case BreakWillingly():
            breaks(unit, course, "A10.41")
        case RunShort():
            _run_short(unit, course)
        case _:
            assert_never(fate.step)


def _run_short(unit: Unit, course: Course) -> None:
    """Replaced but not broken by it; with nothing lower it breaks (A19.131)."""
    cite = "A19.131"
    lower = next_lower(unit, course.situation)
    if lower is not None:
        replaced(unit, lower, course, cite)
    else:
        breaks(unit, course, cite)
