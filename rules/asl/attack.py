"""The ruling of an attack: a morale or task check, a K or a KIA on all the units of a Location (A7.3)."""

from __future__ import annotations

from msgspec import Struct

from rules.asl.events import CheckKind
from rules.asl.request import STRUCK, read_book, read_situation
from rules.asl.scene import CheckAll, MarkDesperate, Scene, Select, Step
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.asl.words import Flag
from rules.given import Given, show
from rules.json import Json
from rules.refusal import Refused

MC_LEVELS = ("NMC", "1MC", "2MC", "3MC", "4MC")
K_LEVELS = ("K/1", "K/2", "K/3", "K/4")
KIA_NUMBERS = ("1KIA", "2KIA", "3KIA", "4KIA", "5KIA", "6KIA", "7KIA")
RESULTS = (*MC_LEVELS, "PTC", *K_LEVELS, *KIA_NUMBERS)


class Opening(Struct, frozen=True):
    """A request read: where the ruling starts and what it knows."""

    scene: Scene
    situation: Situation


def open_attack(request: Json) -> Opening:
    """`targets` are the ids of a moving stack, all units where not given; the others of the Location help
    nobody, but feel the loss of a leader (A8.1, A10.2).

    Raises Refused for anything that is not an attack on at least one unit.
    """
    given = Given(request)
    rules = read_book(given)
    result = given.text("result")
    units = read_units(given.objects("units"), rules)
    struck = _struck(given, units)
    step = _step(result, struck)
    situation = read_situation(given, rules, units, needs_elr=True)
    given.done()
    return Opening(Scene(units, (*_desperation(units, struck), step)), situation)


def _struck(given: Given, units: tuple[Unit, ...]) -> tuple[str, ...]:
    there = tuple([unit.id for unit in units])
    if not given.has(STRUCK):
        return there
    named = given.texts(STRUCK)
    for name in named:
        if name not in there:
            known = ", ".join(there)
            raise Refused("unknown_unit", f"given.targets: {show(name)} is not among the units {known}.")
    if not named or len(set(named)) < len(named):
        raise Refused("bad_value", "given.targets: needs each unit once, and at least one.")
    return tuple(name for name in there if name in named)


def _step(result: str, struck: tuple[str, ...]) -> Step:
    if result in MC_LEVELS:
        return CheckAll(CheckKind.MC, MC_LEVELS.index(result), struck)
    if result == "PTC":
        return CheckAll(CheckKind.PTC, 0, struck)
    if result in K_LEVELS:
        return Select(struck, 1, kia=False, level=K_LEVELS.index(result) + 1)
    if result in KIA_NUMBERS:
        return Select(struck, KIA_NUMBERS.index(result) + 1, kia=True, level=0)
    raise Refused(
        "unknown_result", f"given.result: {show(result)} is not one of {', '.join(RESULTS)}.", "A7.3"
    )


def _desperation(units: tuple[Unit, ...], struck: tuple[str, ...]) -> tuple[Step, ...]:
    """A broken unit under any attack is DM again (A10.62)."""
    return tuple([MarkDesperate(u.id) for u in units if u.broken and u.id in struck and not u.has(Flag.DM)])
