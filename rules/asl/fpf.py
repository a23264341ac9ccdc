"""Final Protective Fire: the firers check morale on their own IFT DR (A8.31)."""

from __future__ import annotations

from msgspec import Struct

from rules.asl.course import Course
from rules.asl.events_turn import FpfFired
from rules.asl.scene import FpfCheckAll, FpfSelect
from rules.dice import DR


class Volley(Struct, frozen=True):
    """`thrown` is the IFT DR, coloured then white, where the table has thrown it already."""

    pieces: tuple[str, ...]
    thrown: tuple[int, int] | None


def fire(volley: Volley, course: Course) -> None:
    first = volley.pieces[0]
    roll = DR(f"fpf:{first}", *volley.thrown) if volley.thrown else course.dr("fpf", first)
    course.tell(FpfFired(volley.pieces, roll, "A8.31"))


def after_volley(event: FpfFired) -> FpfSelect | FpfCheckAll:
    """An Original 2 or 12 of a group concerns one of it, by Random Selection."""
    if event.roll.original in (2, 12) and len(event.pieces) > 1:
        return FpfSelect(event.pieces, event.roll)
    return FpfCheckAll(event.pieces, event.roll, event.pieces)
