"""The rules of Advanced Squad Leader that roll dice for morale, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from rules.asl.attack import Opening
from rules.asl.charge import rule_charge, rule_return_to_normal
from rules.asl.deployment import rule_deploy, rule_recombine
from rules.asl.hero_card import rule_hero_card
from rules.asl.openings import OPENINGS
from rules.asl.phase_ruling import rule_phases
from rules.asl.resolution import run
from rules.asl.result import result_of
from rules.asl.select_ruling import rule_random_selection
from rules.asl.sniper import rule_sniper
from rules.dice import Dice, Throws
from rules.json import Json, Object
from rules.ruling import Births, Rule, Ruling, named_after_origin


class _Ruled(Struct, frozen=True):
    """A ruling that opens a scene and runs it to its end."""

    opening: Callable[[Json], Opening]

    def __call__(self, given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
        start = self.opening(given)
        events, scene = run(start.scene, start.situation, Throws(dice), births)
        return Ruling(events, partial(result_of, events, start.scene, scene))


RULINGS: Mapping[str, Rule] = {
    **{name: _Ruled(opening) for name, opening in OPENINGS.items()},
    "asl.sniper": rule_sniper,
    "asl.random_selection": rule_random_selection,
    "asl.deploy": rule_deploy,
    "asl.recombine": rule_recombine,
    "asl.charge": rule_charge,
    "asl.return_to_normal": rule_return_to_normal,
    "asl.hero_card": rule_hero_card,
    "asl.phases": rule_phases,
}
