"""What a post tells of a ruling: the rule that did it, and parts that add up."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.asl import blocks
from rules.asl import RULINGS
from rules.dice import RecordedDice


def unit(piece: str, nation: str, kind: str, counter: str, *flags: str) -> dict[str, Any]:
    return {"id": piece, "nation": nation, "type": kind, "counter": counter, "is": list(flags)}


def lines(rule: str, given: dict[str, Any], **dice: list[int]) -> list[str]:
    thrown = RecordedDice({name.replace("_", ":", 1): faces for name, faces in dice.items()})
    ruling = RULINGS[rule](given, thrown)
    return [line for block in blocks(ruling.events, {}) for line in block.lines]


def attacked(squad: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"result": "1MC", "units": [squad], "elr": {squad["nation"]: 2}, **more}


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (
            attacked(unit("a", "german", "squad", "4-6-7")),
            "4-6-7 Replaced by German 4-4-7 (A19.13 A25.1)",
        ),
        (
            attacked(unit("a", "british", "squad", "6-4-8"), ssr_elr=["british"]),
            "6-4-8 Replaced by 4-4-7 (A19.132 A25.4)",
        ),
        (
            attacked(unit("a", "british", "squad", "6-4-8"), module="abtf"),
            "6-4-8 Replaced by 4-4-7 (A19.13 R6.3)",
        ),
    ],
    ids=["beyond the ELR", "by an SSR", "at Arnhem"],
)
def test_a_replacement_names_its_rule_and_where_the_counter_is_printed(given: Any, line: str) -> None:
    assert lines("asl.attack", given, mc_a=[5, 6])[-1] == line


def test_a_replacement_by_a_commissar_names_his_rule() -> None:
    squad = unit("a", "russian", "squad", "4-5-8", "broken", "dm")
    given = {"unit": "a", "units": [unit("k", "russian", "commissar", "9-0"), squad], "leader": "k"}
    assert lines("asl.rally", given, rally_a=[5, 5]) == [
        "Rally: 5,5 = 10, needs 9 (8 broken side +1 Commissar): fails by 1 (A10.6)",
        "4-5-8 Replaced by 4-4-7 (A25.222 A25.2)",
    ]


def test_ammunition_shortage_names_its_rule() -> None:
    given = {"unit": "a", "units": [unit("a", "german", "squad", "4-6-7")]}
    assert lines("asl.ammunition_shortage", given) == [
        "4-6-7 Replaced by German 4-4-7 (A19.131 A25.1)",
    ]


def test_hardening_at_arnhem_names_the_module_too() -> None:
    given = attacked(unit("a", "german", "squad", "4-3-6"), module="abtf", result="NMC")
    assert lines("asl.attack", given, mc_a=[1, 1], hob_a=[3, 3]) == [
        "NMC: 1,1 = 2, needs 6: passes (A10.1)",
        "Heat of Battle: 3,3 = 6 +1 Inexperienced = 7: Battle Hardening (A15.1)",
        "4-3-6 hardens into SS 4-4-7 (A15.3 R6.21)",
    ]


def test_the_parts_of_a_capped_morale_level_add_up() -> None:
    given = attacked(unit("a", "german", "leader", "10-2", "fanatic"))
    assert lines("asl.attack", given, mc_a=[2, 3]) == [
        "1MC: 2,3 = 5 +1 1MC = 6, needs 10 (10 printed +1 Fanatic -1 cap): passes (A10.1)"
    ]


def test_a_rally_names_the_terrain_that_helps() -> None:
    given = {"unit": "a", "units": [unit("a", "german", "crew", "2-2-8", "broken")], "terrain": ["woods"]}
    assert lines("asl.rally", given, rally_a=[3, 4]) == [
        "Self-Rally: 3,4 = 7 -1 woods +1 Self-Rally = 7, needs 8 (broken side): passes (A10.6)",
        "rallied (A10.6)",
    ]
