"""How a unit breaks, or what happens to one that cannot (A10.4, A7.301, G1.12)."""

from __future__ import annotations

from rules.asl.book import Book
from rules.asl.counter import Rung
from rules.asl.course import Course
from rules.asl.events import Broke, StepLost
from rules.asl.unit import BROKEN, DM, PINNED, Unit
from rules.asl.words import LEADER, Flag, NationTrait
from rules.asl.wound import casualty_reduction, wound


def can_break(unit: Unit) -> bool:
    """Broken, heroic, berserk and unarmed units suffer Casualty Reduction instead (A7.301)."""
    return not (unit.broken or unit.heroic or unit.berserk or unit.unarmed)


def break_or_reduce(unit: Unit, course: Course) -> Unit | None:
    """What a KIA does to a target that is not selected: no check, no ELR, no pin (A7.301)."""
    return breaks(unit, course, "A7.301") if can_break(unit) else casualty_reduction(unit, course, "A7.301")


def breaks(unit: Unit, course: Course, cite: str) -> Unit | None:
    """A unit that can break does so, or loses a step, or is wounded where its leaders never break."""
    if fights_on(unit, course.situation.book):
        return wound(unit, course)
    if unit.mmc and course.situation.book.counter(unit).broken is None:
        return lose_step(unit, course)
    return broken(unit, course, cite)


def fights_on(unit: Unit, book: Book) -> bool:
    """Whether a leader never breaks but is wounded (G1.41)."""
    return unit.type is LEADER and book.nation(unit).has(NationTrait.LEADERS_FIGHT_ON)


def broken(unit: Unit, course: Course, cite: str) -> Unit:
    """Broken and DM; the pin goes (A10.4, A10.62)."""
    turned = as_broken(unit, course)
    course.tell(Broke(turned, cite))
    return turned


def as_broken(unit: Unit, course: Course) -> Unit:
    """The unit on its broken side, which a few counters name otherwise."""
    turned = unit.rid(PINNED).put(BROKEN, DM)
    return _on_side(turned, course.situation.book.counter(unit).broken_as) if unit.mmc else turned


def as_unbroken(unit: Unit, course: Course) -> Unit:
    """The unit with its broken side and all that hangs on it gone."""
    turned = unit.rid(BROKEN, DM, Flag.DISRUPTED)
    return _on_side(turned, course.situation.book.counter(unit).rallied_as) if unit.mmc else turned


def lose_step(unit: Unit, course: Course) -> Unit:
    """Full to reduced, reduced to one half-squad, unbroken and still pinned if it was (G1.12)."""
    counter = course.situation.book.counter(unit)
    step = counter.reduced or counter.half
    assert step is not None, "the book gives a counter without a broken side a step to lose"
    reduced = unit.exchanged(step)
    course.tell(StepLost(reduced, unit.counter, "G1.12"))
    return reduced


def _on_side(unit: Unit, side: Rung) -> Unit:
    return unit if side is None else unit.exchanged(side)


def as_normal(unit: Unit) -> Unit:
    """A berserk unit in Good Order again (A15.46)."""
    return unit.rid(Flag.BERSERK)
