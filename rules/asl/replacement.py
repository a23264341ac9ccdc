"""Units that fail beyond their ELR: Replacement, splitting and Disruption (A1.23, A19, R6)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.answers import Asked, Question
from rules.asl.book import rung
from rules.asl.counter import Key, Rung
from rules.asl.course import Course
from rules.asl.events import Disrupted, Replaced, Split
from rules.asl.situation import EngineerElr, Situation
from rules.asl.unit import Unit
from rules.asl.words import LEADER, Flag, NationTrait, UnitType

UNDER_ELR = (UnitType.SQUAD, UnitType.HALF_SQUAD)

LOST = (Flag.COMMANDO, Flag.ASSAULT_ENGINEER)
"""What a unit that is Replaced is no longer (R6.31)."""


def beyond_elr(unit: Unit, margin: int, course: Course) -> bool:
    """Whether an unbroken unit that failed a MC by `margin` failed by more than its ELR (A19.1)."""
    lowest = course.situation.book.numbers.elr.lowest.value
    return margin > lowest and margin > elr_of(unit, course)


def elr_of(unit: Unit, course: Course) -> int:
    """Raises Asks where nobody has said the ELR of its nation."""
    elr = known_elr(unit, course.situation)
    return _scenario_elr(unit, course) if elr is None else elr


def known_elr(unit: Unit, situation: Situation) -> int | None:
    """5 for underlined morale whatever the scenario prints (A1.23); None where nobody has said it."""
    scenario = situation.elr.get(unit.nation, situation.book.nation(unit).elr)
    underlined = situation.book.numbers.elr.underlined.value
    if _engineer(unit, situation):
        night = situation.settings.assault_engineer_elr is EngineerElr.SCENARIO
        return scenario if night else underlined
    if unit.mmc and situation.book.counter(unit).underlined and unit.nation not in situation.ssr_elr:
        return underlined
    return scenario


def has_elr(unit: Unit, situation: Situation) -> bool:
    """Whether a failed MC of the unit is held against an ELR (A19.1, G1.41)."""
    if unit.broken or unit.heroic or unit.berserk or unit.unarmed:
        return False
    if unit.type is LEADER:
        return not situation.book.nation(unit).has(NationTrait.LEADERS_FIGHT_ON)
    return unit.type in UNDER_ELR


def splits(unit: Unit, course: Course) -> bool:
    """Whether its morale counts as underlined, so that it splits instead of being Replaced (A19.13)."""
    situation = course.situation
    if _engineer(unit, situation):
        return True
    if situation.book.counter(unit).underlined:
        highest = situation.book.numbers.elr.highest.value
        return unit.nation not in situation.ssr_elr or _scenario_elr(unit, course) >= highest
    at = situation.book.nation(unit).underlined_at_elr
    return at is not None and _scenario_elr(unit, course) >= at


def split(unit: Unit, course: Course) -> Unit | None:
    """Two broken half-squads of its own class take the squad's place: None is left of it (A19.13)."""
    half = course.situation.book.counter(unit).half
    assert half is not None, "the book gives every squad a half-squad"
    halves = tuple(
        replace(unit.exchanged(half), id=course.born(unit.id, part), origin=unit.id) for part in ("1", "2")
    )
    course.tell(Split(unit.id, unit.counter, halves, "A1.23 A19.13"))
    return None


def replaced_or_disrupted(unit: Unit, course: Course) -> Unit:
    """The next lower counter, or Disruption where there is none (A19.12, A19.13)."""
    lower = next_lower(unit, course.situation)
    if lower is None:
        return disrupted(unit, course)
    underlined = course.situation.book.counter(unit).underlined
    return replaced(unit, lower, course, "A19.132" if underlined else "A19.13")


def next_lower(unit: Unit, situation: Situation) -> Rung:
    """What a squad or half-squad is Replaced by; an SSR opens the ladder of underlined ones (A19.132)."""
    counter = situation.book.counter(unit)
    if counter.underlined:
        return counter.replaced_by_ssr if unit.nation in situation.ssr_elr else None
    return rung(counter.replaced, counter.replaced_when, situation.circumstances)


def replaced(unit: Unit, by: Key, course: Course, rule: str) -> Unit:
    """`rule` is cited beside the source of its own counter."""
    lower = unit.rid(*LOST).exchanged(by)
    printed = course.situation.book.counter(unit).cite
    course.tell(Replaced(lower, unit.counter, f"{rule} {printed}"))
    return lower


def replaced_leader(unit: Unit, course: Course) -> Unit:
    """One grade lower, or Disrupted at the foot of his ladder (A19.13, A25.72)."""
    grades = course.situation.book.nation(unit).grades
    place = grades.index(unit.counter) + 1
    if place == len(grades):
        return disrupted(unit, course)
    lower = replace(unit.rid(*LOST), counter=grades[place])
    course.tell(Replaced(lower, unit.counter, "A19.13"))
    return lower


def disrupted(unit: Unit, course: Course) -> Unit:
    """A broken unit is Disrupted, unless it is one of those that never are (A19.12)."""
    if never_disrupted(unit, course):
        return unit
    after = unit.put(Flag.DISRUPTED)
    course.tell(Disrupted(after, "A19.12"))
    return after


def never_disrupted(unit: Unit, course: Course) -> bool:
    """Raises Asks where it depends on who the enemy is."""
    return course.situation.book.never_disrupts(unit) or resolute(unit, course, "A19.12 A25.11")


def resolute(unit: Unit, course: Course, cite: str) -> bool:
    """Whether it faces those to whom it never gives in: SS against Russians (A25.11)."""
    situation = course.situation
    if not situation.book.nation(unit).has(NationTrait.RESOLUTE_AGAINST_RUSSIANS):
        return False
    opponent = situation.facts.opponent or situation.book.opponent_of_ss
    if opponent is None:
        course.ask_fact("opponent", unit.id, tuple(situation.book.nations), cite)
    return situation.book.nations[opponent].has(NationTrait.RUSSIAN)


def _engineer(unit: Unit, situation: Situation) -> bool:
    """In Arnhem Assault Engineers are always underlined; it leaves leaders as they are (R6, R6.1)."""
    return situation.book.assault_engineers_underlined and unit.mmc and unit.has(Flag.ASSAULT_ENGINEER)


def _scenario_elr(unit: Unit, course: Course) -> int:
    situation = course.situation
    elr = situation.elr.get(unit.nation, situation.book.nation(unit).elr)
    if elr is None:
        limits = situation.book.numbers.elr
        options = tuple(range(limits.lowest.value, limits.highest.value + 1))
        course.ask(Question("elr", unit.id, options, ("elr", unit.nation), Asked.OWNER, "A19.1"))
    return elr
