"""The exact chance of every way a ruling can end, by walking its dice step by step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from rules.answers import Question
from rules.asl.odds_walk import (
    ANYONE_BROKEN,
    HERO_MADE,
    LEADER_LOST,
    End,
    History,
    Walk,
    beside_leaders,
)
from rules.asl.openings import OPENINGS
from rules.asl.scene import Scene
from rules.asl.unit import Unit
from rules.asl.unit_form import write_unit
from rules.json import Json, Object
from rules.refusal import Refused

MOST_UNITS = 6
EVENTS = {"leader_lost": LEADER_LOST, "anyone_broken": ANYONE_BROKEN, "hero_made": HERO_MADE}


def odds(rule: str, given: Object) -> Object:
    """`units` by id: each way it can end, likeliest first; `events`: what can happen to the Location.

    `rule` is one of OPENINGS. Raises Refused for more than six units, Asks as the ruling would before its
    first die.
    """
    start = OPENINGS[rule](given)
    units = start.scene.units
    if len(units) > MOST_UNITS:
        raise Refused(
            "too_many_units",
            f"Odds take at most {MOST_UNITS} units; {len(units)} can end in too many ways.",
        )
    walk = Walk(start.situation)
    opened = walk.openings(start.scene)
    return {
        "units": {unit.id: _ends_of_unit(unit, opened, walk) for unit in units},
        "events": {name: str(_chance(mark, opened, walk)) for name, mark in EVENTS.items()},
    }


def _ends_of_unit(unit: Unit, opened: Mapping[Scene, Fraction], walk: Walk) -> list[Json]:
    """What stands of the unit, with what came out of it under `from`."""
    questions: defaultdict[Question, Fraction] = defaultdict(Fraction)
    standings: defaultdict[tuple[Unit | None, tuple[Unit, ...]], Fraction] = defaultdict(Fraction)
    for scene, weight in opened.items():
        for end, chance in walk.ends(beside_leaders(scene, "" if unit.leader else unit.id)).items():
            if end.question is not None:
                questions[end.question] += weight * chance
            else:
                standings[_standing(unit, end.scene)] += weight * chance
    listed: list[tuple[Fraction, Object]] = []
    for (standing, born), chance in standings.items():
        form: Object = {"gone": True} if standing is None else _form(standing)
        came = {"from": [_form(other) for other in born]} if born else {}
        listed.append((chance, {**form, **came, "chance": str(chance)}))
    for question, chance in questions.items():
        listed.append((chance, {"asks": question.what, "of": question.of, "chance": str(chance)}))
    return [form for _, form in sorted(listed, key=lambda entry: -entry[0])]


def _standing(unit: Unit, scene: Scene) -> tuple[Unit | None, tuple[Unit, ...]]:
    """The unit at the end, and those in the scene that were not there before: all its own."""
    origins = {unit.id}
    born = []
    for other in scene.units:
        if other.origin in origins and other.id != unit.id:
            born.append(other)
            origins.add(other.id)
    return scene.unit(unit.id), tuple(born)


def _form(unit: Unit) -> dict[str, Json]:
    return {key: value for key, value in write_unit(unit).items() if key not in ("id", "from")}


def _chance(mark: int, opened: Mapping[Scene, Fraction], walk: Walk) -> Fraction:
    """One less the chance that it happens to nobody; those who are no leaders are independent of each
    other once it is known what the leaders did."""
    spared = Fraction(0)
    for scene, weight in opened.items():
        leaders = _spared(mark, walk.ends(beside_leaders(scene, "")))
        others = [
            _spared(mark, walk.ends(beside_leaders(scene, unit.id)))
            for unit in scene.units
            if not unit.leader
        ]
        everything = _all(walk.ends(beside_leaders(scene, "")))
        for history, chance in leaders.items():
            for other in others:
                chance *= other.get(history, Fraction(0)) / everything[history]
            spared += weight * chance
    return 1 - spared


def _spared(mark: int, ends: Mapping[End, Fraction]) -> dict[History, Fraction]:
    """By history of the leaders, the chance of those ends in which it does not happen."""
    found: defaultdict[History, Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        if not end.marks & mark:
            found[end.history] += chance
    return found


def _all(ends: Mapping[End, Fraction]) -> dict[History, Fraction]:
    return _spared(0, ends)
