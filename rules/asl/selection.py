"""Random Selection (A.9): one die each, the highest are taken, ties for the last place all of them."""

from __future__ import annotations

from msgspec import Struct

from rules.asl.course import Course
from rules.asl.events import RandomlySelected


class Selection(Struct, frozen=True):
    """`number` of the pieces are to be taken."""

    pieces: tuple[str, ...]
    number: int


def select(selection: Selection, course: Course) -> None:
    """No die where all must go."""
    pieces, number = selection.pieces, selection.number
    if number >= len(pieces):
        course.tell(RandomlySelected(pieces, (), pieces, "A.9"))
        return
    rolls = tuple(course.one("select", piece) for piece in pieces)
    last = sorted((roll.face for roll in rolls), reverse=True)[number - 1]
    taken = tuple(piece for piece, roll in zip(pieces, rolls, strict=True) if roll.face >= last)
    course.tell(RandomlySelected(pieces, rolls, taken, "A.9"))
