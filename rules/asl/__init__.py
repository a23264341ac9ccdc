"""The rules of Advanced Squad Leader that roll dice for morale, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.asl.attack import Opening, open_attack
from rules.asl.heat_ruling import open_heat
from rules.asl.rally_ruling import open_rally
from rules.asl.resolution import run
from rules.asl.result import result_of
from rules.dice import Dice, Throws
from rules.json import Json, Object
from rules.ruling import Births, Rule, Ruling, named_after_origin

OPENINGS: Mapping[str, Callable[[Json], Opening]] = {
    "asl.attack": open_attack,
    "asl.heat_of_battle": open_heat,
    "asl.rally": open_rally,
}
"""How each ruling reads its request."""


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A ruling that opens a scene and runs it to its end."""

    opening: Callable[[Json], Opening]

    def __call__(self, given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
        start = self.opening(given)
        events, scene = run(start.scene, start.situation, Throws(dice), births)
        return Ruling(events, result_of(events, start.scene, scene))


RULINGS: Mapping[str, Rule] = {name: _Ruled(opening) for name, opening in OPENINGS.items()}
