"""Berserk units (A15.4, A15.41, A15.42)."""

from __future__ import annotations

from rules.asl.breaking import as_unbroken
from rules.asl.course import Course
from rules.asl.events_heat import WentBerserk
from rules.asl.unit import Unit
from rules.asl.words import Flag


def go_berserk(unit: Unit, course: Course, cite: str) -> Unit:
    """At once unbroken, unpinned, neither DM nor Disrupted (A15.42)."""
    berserk = as_unbroken(unit, course).rid(Flag.PINNED).put(Flag.BERSERK)
    course.tell(WentBerserk(berserk, cite))
    return berserk
