"""Every way one step of a ruling can go, each with its exact chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from rules.answers import Asks, Question
from rules.asl.course import Course
from rules.asl.events import (
    CheckFailed,
    CheckPassed,
    Event,
    MortallyWounded,
    RandomlySelected,
    Wounded,
)
from rules.asl.events_heat import HardeningRefused, HeatRolled, HeatTurned
from rules.asl.paths import every_path
from rules.asl.resolution import Job, resolve
from rules.asl.selection import Selection
from rules.asl.situation import Situation
from rules.dice import Dice, OneDie, Throws
from rules.ruling import named_after_origin

NO_DIE = OneDie("", 0)


class Outcome(Struct, frozen=True):
    """The events that change anything, or the question that stops the ruling."""

    chance: Fraction
    events: tuple[Event, ...]
    question: Question | None


def outcomes(job: Job, situation: Situation) -> tuple[Outcome, ...]:
    """Walks the dice of the step; ways with the same effect are one."""
    if isinstance(job, Selection):
        return tuple(_selections(job))

    def go(dice: Dice) -> tuple[tuple[Event, ...], Question | None]:
        course = Course(situation, Throws(dice), named_after_origin)
        try:
            resolve(job, course)
        except Asks as asks:
            return (), asks.question
        return tuple(_effects(course.events)), None

    merged: dict[tuple[tuple[Event, ...], Question | None], Fraction] = {}
    for chance, way in every_path(go):
        merged[way] = merged.get(way, Fraction(0)) + chance
    return tuple(Outcome(chance, events, question) for (events, question), chance in merged.items())


def _effects(events: Iterable[Event]) -> Iterator[Event]:
    """Only what changes a unit, without the dice that brought it about."""
    for event in events:
        match event:
            case CheckPassed() | CheckFailed() | HeatRolled() | HeatTurned() | HardeningRefused():
                pass
            case Wounded() | MortallyWounded():
                yield replace(event, roll=NO_DIE, modifiers=(), total=0)
            case _:
                yield event


def _selections(selection: Selection) -> Iterator[Outcome]:
    """Order statistics (A.9): the chance of each set, summed over the face that just gets in."""
    pieces, number = selection.pieces, selection.number
    if number >= len(pieces):
        yield Outcome(Fraction(1), (RandomlySelected(pieces, (), pieces, "A.9"),), None)
        return
    for chosen in range(1, 2 ** len(pieces)):
        taken = tuple(piece for place, piece in enumerate(pieces) if chosen >> place & 1)
        others = len(pieces) - len(taken)
        # Fewer than `number` of the set roll above the face, the rest of it the face, all others below.
        ways = sum(
            comb(len(taken), above) * (6 - face) ** above * (face - 1) ** others
            for face in range(1, 7)
            for above in range(number)
        )
        if len(taken) >= number and ways:
            event = RandomlySelected(pieces, (), taken, "A.9")
            yield Outcome(Fraction(ways, 6 ** len(pieces)), (event,), None)
