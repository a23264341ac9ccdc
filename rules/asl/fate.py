"""What befalls a unit without a check."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from msgspec import Struct

from rules.asl.berserk import go_berserk
from rules.asl.breaking import break_or_reduce, breaks, can_break
from rules.asl.course import Course
from rules.asl.events import BecameDesperate
from rules.asl.replacement import next_lower, replaced, splits
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
from rules.asl.words import Flag, UnitType
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
    """Replaced but not broken by it; with nothing lower it breaks (A19.131), or berserk is Reduced."""
    cite = "A19.131"
    # A crew is never Replaced, and a MMC that splits instead has nothing lower (A19.11, A1.23).
    falls = unit.type is not UnitType.CREW and not splits(unit, course)
    lower = next_lower(unit, course.situation) if falls else None
    if lower is not None:
        replaced(unit, lower, course, cite)
    elif can_break(unit):
        breaks(unit, course, cite)
    else:
        casualty_reduction(unit, course, f"{cite} A15.42")
