"""Every fall of the dice of every ruling, and every class of event, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from bot.events.codecs import EVENTS, of_asl
from bot.render.asl import blocks, summary
from rules.answers import Asks
from rules.asl import RULINGS
from rules.asl.apply import apply
from rules.asl.book import book
from rules.asl.events import Event
from rules.asl.paths import every_path
from rules.asl.unit_form import read_unit, write_unit
from rules.asl.words import ASL
from rules.dice import RecordedDice
from rules.refusal import Refused
from rules.ruling import Ruling

CASES = Path(__file__).parents[3] / "rules" / "cases"
FACTS = {"known_enemy_in_los": True, "adjacent_enemy": True, "opponent": "russian"}


def unit(text: str) -> dict[str, Any]:
    """`a german squad 4-6-7 broken dm`."""
    unit_id, nation, unit_type, counter, *flags = text.split()
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": flags}


def location(*units: str, **more: Any) -> dict[str, Any]:
    stack = [unit(text) for text in units]
    elr = {form["nation"]: 2 for form in stack}
    return {"units": stack, "elr": elr, "facts": FACTS, **more}


def attack(result: str, *units: str) -> tuple[str, dict[str, Any]]:
    return "asl.attack", location(*units, result=result)


def single(rule: str, *units: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return rule, location(*units, unit=units[0].split()[0], **more)


WALKED = [
    attack("NMC", "l german leader 8-1", "a german squad 4-6-7"),
    attack("4MC", "a german squad 8-3-8", "b german half_squad 2-3-6"),
    attack("2MC", "c russian commissar 9-0", "a russian squad 4-2-6"),
    attack("1MC", "l german leader 8-0 berserk", "a german crew 2-2-8"),
    attack("3MC", "h american hero 1-4-9", "a american squad 5-3-6 broken dm"),
    attack("2MC", "l japanese leader 9-1", "a japanese squad 3-3-6"),
    attack("3MC", "a japanese squad 4-4-7", "b japanese crew 2-2-8"),
    attack("1MC", "a italian squad 3-3-6", "b partisan squad 3-3-7"),
    attack("PTC", "l german leader 9-1", "a german squad 4-6-7"),
    attack("K/2", "l german leader 8-0", "a german crew 2-2-8"),
    attack("1KIA", "l german leader 8-0", "a german squad 4-4-7", "b german crew 2-2-8 broken dm"),
    attack("NMC", "a british squad 4-5-8 unarmed", "b british squad 4-5-7 fanatic encircled"),
    single("asl.heat_of_battle", "a axis_minor squad 5-3-7", "l axis_minor leader 7-0"),
    single("asl.heat_of_battle", "l finnish leader 8+1 wounded", "a finnish squad 4-3-7 broken dm"),
    single("asl.rally", "a german squad 4-4-7 broken dm", "l german leader 9-1", leader="l"),
    single("asl.rally", "a russian squad 6-2-8 broken", "c russian commissar 10-0", leader="c"),
    single("asl.rally", "a finnish squad 5-3-8 broken disrupted", "l finnish leader 9-0", leader="l"),
    single("asl.rally", "a german half_squad 2-3-6 broken", first_mmc=True),
    single("asl.wound", "l german leader 9-1 wounded", "a german squad 4-6-7", casualty=True),
    single("asl.break_voluntarily", "l german leader 9-2", "a german squad 4-3-6"),
    single("asl.ammunition_shortage", "a british squad 4-3-6"),
    ("asl.fpf", location("a german squad 4-6-7", "b german squad 4-3-6")),
    ("asl.sniper", {"san": 4, "original": 4, "phase": "MPh"}),
]


@pytest.mark.parametrize(("rule", "given"), WALKED, ids=lambda value: value if isinstance(value, str) else "")
def test_every_path_ends_in_legal_units_and_the_chances_add_up_to_one(
    rule: str, given: dict[str, Any]
) -> None:
    start = {form["id"]: read_unit(form, book(ASL)) for form in given.get("units", ())}
    total = Fraction(0)
    for chance, ruling in every_path(lambda dice: RULINGS[rule](given, dice)):
        total += chance
        standing: Mapping[str, Any] = start
        for event in of_asl(ruling.events):
            standing = apply(standing, event)
        for standing_unit in standing.values():
            # Reading refuses whatever no unit can be: a broken hero, a berserk crew, DM without broken.
            assert read_unit(write_unit(standing_unit), book(ASL)) == standing_unit
        assert set(ruling.result.get("gone", ())) == start.keys() - standing.keys()  # type: ignore[arg-type]
    assert total == 1


def ruled(case: dict[str, Any]) -> Ruling | None:
    dice = {name: faces if isinstance(faces, list) else [faces] for name, faces in case["dice"].items()}
    try:
        return RULINGS[case["rule"]](case["given"], RecordedDice(dice))
    except (Refused, Asks):
        return None


def test_every_class_of_event_comes_up_in_the_cases_and_renders_applies_and_is_stored() -> None:
    seen = set()
    for path in sorted(CASES.glob("asl*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            ruling = ruled(case)
            if ruling is None:
                continue
            events = of_asl(ruling.events)
            standing = {form["id"]: read_unit(form, book(ASL)) for form in case["given"].get("units", ())}
            for event in events:
                seen.add(type(event))
                standing = apply(standing, event)
                assert EVENTS.read(json.loads(json.dumps(EVENTS.write(event)))) == event
            assert sum(len(block.lines) for block in blocks(events, {})) == len(events)
            assert "\n" not in summary(events, {})
    assert {kind.__name__ for kind in get_args(Event)} - {kind.__name__ for kind in seen} == set()


class Named:
    """A face for each name, whenever it is asked for."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        random = Random(f"{self._seed} {name}")
        return tuple(random.choice((1, sides, random.randint(1, sides))) for _ in range(count))


@pytest.mark.parametrize("result", ["NMC", "2MC", "K/3", "2KIA", "PTC"])
@pytest.mark.parametrize("seed", range(12))
def test_the_same_dice_by_name_give_the_same_whatever_the_order_of_the_stack(result: str, seed: int) -> None:
    """Only which of the others checks first differs, and with it the order in which dice are asked for."""
    others = ("a german squad 4-6-7", "b german squad 4-3-6", "h german hero 1-4-9", "d german crew 2-2-8")
    leaders = ("l german leader 9-1", "m german leader 8-0")
    ends = []
    for stack in permutations(others):
        ruling = RULINGS["asl.attack"](location(*leaders, *stack, result=result), Named(seed))
        standing = sorted(json.dumps(form, sort_keys=True) for form in ruling.result["units"])  # type: ignore[union-attr]
        ends.append((standing, sorted(ruling.result["gone"]), ruling.result["hob"]))  # type: ignore[type-var,arg-type]
    assert all(end == ends[0] for end in ends)
