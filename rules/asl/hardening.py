"""Battle Hardening: the next better counter, or Fanaticism at the top (A15.3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.answers import Asked, Question
from rules.asl.book import rung
from rules.asl.breaking import as_unbroken
from rules.asl.course import Course
from rules.asl.events_heat import BecameFanatic, Hardened, HardeningRefused, Steadied
from rules.asl.situation import Harden, Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, UnitType

CITE = "A15.3"


def harden(unit: Unit, course: Course) -> Unit:
    """Asks the owner where he wants to be asked; a refusal changes nothing."""
    choices = course.situation.harden
    # The owner's choice for a squad holds for what comes out of it in this ruling.
    piece = unit.id if unit.id in course.situation.pieces else unit.origin
    choice = choices.get(unit.id, choices.get(piece, Harden.ACCEPT))
    if choice is Harden.ASK:
        options = (Harden.ACCEPT.value, Harden.REFUSE.value)
        course.ask(Question("harden", unit.id, options, ("choices", f"harden:{piece}"), Asked.OWNER, CITE))
    if choice is Harden.REFUSE:
        course.tell(HardeningRefused(unit.id, CITE))
        return unit
    steady = as_unbroken(unit, course).rid(Flag.PINNED)
    better = next_higher(steady, course.situation)
    if better is not None:
        printed = f" {course.situation.book.counter(unit).cite}" if unit.mmc else ""
        course.tell(Hardened(better, unit.counter, CITE + printed))
        return better
    if unit.type is UnitType.COMMISSAR or unit.fanatic:
        course.tell(Steadied(steady, CITE))
        return steady
    fanatic = steady.put(Flag.FANATIC)
    course.tell(BecameFanatic(fanatic, "A15.3 A10.8"))
    return fanatic


def next_higher(unit: Unit, situation: Situation) -> Unit | None:
    """The unit one step up its ladder, None at the top; Commissars have no ladder."""
    if unit.type is UnitType.COMMISSAR:
        return None
    if unit.type is UnitType.LEADER:
        grades = situation.book.nation(unit).grades
        place = grades.index(unit.counter)
        return replace(unit, counter=grades[place - 1]) if place else None
    counter = situation.book.counter(unit)
    better = rung(counter.hardened, counter.hardened_when, situation.circumstances)
    if better is None:
        return None
    return unit.exchanged(better)
