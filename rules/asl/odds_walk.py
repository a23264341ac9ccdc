"""Follows a scene to all its ends, keeping apart what the leaders did.

Leaders and Commissars act on everybody; nobody else acts on anybody. So each of the others is followed beside
the leaders alone, and given one history of the leaders their ends are independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.answers import Question
from rules.asl.events import Broke, Eliminated, Event, MortallyWounded, Split
from rules.asl.events_heat import BecameHeroic, HeroCreated, Surrendered
from rules.asl.newcomer import set_apart
from rules.asl.outcomes import Outcome, outcomes
from rules.asl.resolution import Job, follow, next_job
from rules.asl.scene import FpfSelect, FpfVolley, MarkDesperate, Scene, Select
from rules.asl.situation import Situation

LEADER_LOST, ANYONE_BROKEN, HERO_MADE = 1, 2, 4
PRELUDE = (MarkDesperate, Select, FpfVolley, FpfSelect)
"""Steps that concern the Location as a whole and come before all others."""
History: TypeAlias = tuple[int, ...]
"""Which way each step of a leader went, in order."""


class End(Struct, frozen=True):
    """How a ruling can end for those followed: `marks` are LEADER_LOST and so on, added up."""

    history: History
    scene: Scene
    question: Question | None
    marks: int


class Walk:
    """The ends of the scenes of one request; each step is walked once however often it comes up."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._outcomes: dict[Job, tuple[Outcome, ...]] = {}
        self._ends: dict[Scene, dict[End, Fraction]] = {}

    def openings(self, scene: Scene) -> dict[Scene, Fraction]:
        """The scenes after Random Selection and what else concerns all at once."""
        opened: dict[Scene, Fraction] = {}
        running = {scene: Fraction(1)}
        while running:
            following: dict[Scene, Fraction] = {}
            for before, chance in running.items():
                if not before.agenda or not isinstance(before.agenda[0], PRELUDE):
                    opened[before] = opened.get(before, Fraction(0)) + chance
                    continue
                after, step, job = next_job(before, self._situation)
                if step is None or job is None:
                    opened[after] = opened.get(after, Fraction(0)) + chance
                    continue
                for outcome in self._ways(job):
                    told = set_apart(outcome.events, after.units)
                    come = follow(after, step, told, self._situation)
                    following[come] = following.get(come, Fraction(0)) + chance * outcome.chance
            running = following
        return opened

    def ends(self, scene: Scene) -> dict[End, Fraction]:
        """All ends of the scene with their chances, which add up to 1."""
        if scene not in self._ends:
            self._ends[scene] = self._walk(scene)
        return self._ends[scene]

    def _walk(self, scene: Scene) -> dict[End, Fraction]:
        ends: dict[End, Fraction] = {}
        leaders = frozenset(unit.id for unit in scene.units if unit.leader)
        running = {End((), scene, None, 0): Fraction(1)}
        while running:
            following: dict[End, Fraction] = {}
            for end, chance in running.items():
                before, step, job = next_job(end.scene, self._situation)
                if step is None or job is None:
                    done = replace(end, scene=before)
                    ends[done] = ends.get(done, Fraction(0)) + chance
                    continue
                of_leader = getattr(step, "piece", "") in leaders
                for number, outcome in enumerate(self._ways(job)):
                    history = (*end.history, number) if of_leader else end.history
                    if outcome.question is not None:
                        into, come = ends, End(history, before, outcome.question, end.marks)
                    else:
                        told = set_apart(outcome.events, before.units)
                        after = follow(before, step, told, self._situation)
                        into, come = following, End(history, after, None, end.marks | _marks(told, before))
                    into[come] = into.get(come, Fraction(0)) + chance * outcome.chance
            running = following
        return ends

    def _ways(self, job: Job) -> tuple[Outcome, ...]:
        if job not in self._outcomes:
            self._outcomes[job] = outcomes(job, self._situation)
        return self._outcomes[job]


def beside_leaders(scene: Scene, piece: str) -> Scene:
    """The scene with nobody in it but its leaders and that unit, "" for the leaders alone."""
    kept = {unit.id for unit in scene.units if unit.leader} | {piece}
    gone = {unit.id for unit in scene.units} - kept
    return replace(
        scene,
        units=tuple(unit for unit in scene.units if unit.id in kept),
        agenda=tuple(step for step in scene.agenda if getattr(step, "piece", "") not in gone),
    )


def _marks(events: Iterable[Event], before: Scene) -> int:
    """A unit that was broken before the step does not break in it."""
    marks = 0
    for event in events:
        match event:
            case Eliminated(unit) | MortallyWounded(unit) if unit.leader:
                marks |= LEADER_LOST
            case Broke(unit) | Surrendered(unit) if not _broken(unit.id, before):
                marks |= ANYONE_BROKEN
            case Split():
                marks |= ANYONE_BROKEN
            case HeroCreated() | BecameHeroic():
                marks |= HERO_MADE
            case _:
                pass
    return marks


def _broken(piece: str, scene: Scene) -> bool:
    unit = scene.unit(piece)
    return unit is not None and unit.broken
