"""Whatever stands in a request, it is ruled, refused in a sentence or asked about, and nothing else."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.answers import Asks
from rules.refusal import Refused
from rules.rulings import RULINGS

CASES = Path(__file__).parents[2] / "rules" / "cases"
ODD = [
    None,
    True,
    0,
    -1,
    1.5,
    float("nan"),
    10**9,
    10**30,
    "",
    "a",
    "\ud800",
    [],
    [1],
    {},
    {"a": 1},
    [[]],
    "x" * 50,
]


def examples() -> dict[str, Any]:
    """Of each ruling the case that gives most."""
    found: dict[str, Any] = {}
    for path in sorted(CASES.glob("*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            longest = len(json.dumps(found.get(case["rule"], {})))
            if "refused" not in case["expect"] and len(json.dumps(case["given"])) > longest:
                found[case["rule"]] = case["given"]
    return found


EXAMPLES = examples()


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from places(value[key], (*place, key))


class Fours:
    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        return (4,) * count


def test_every_ruling_has_an_example() -> None:
    assert EXAMPLES.keys() == RULINGS.keys()


@pytest.mark.parametrize("rule", sorted(RULINGS))
def test_a_request_with_any_value_anywhere_is_answered(rule: str) -> None:
    said: list[str] = []
    for place in places(EXAMPLES[rule]):
        for odd in ODD:
            given = copy.deepcopy(EXAMPLES[rule])
            table = given
            for key in place[:-1]:
                table = table[key]
            table[place[-1]] = odd
            try:
                said.append(str(RULINGS[rule](given, Fours()).result))
            except Refused as refused:
                said.append(refused.code and refused.message)
            except Asks as asks:
                said.append(asks.question.what)
    assert said
    assert all(said)


@pytest.mark.parametrize(
    ("facts", "alike", "key"),
    [
        ({"known_enemy_in_los": True}, {"known_enemy_in_los": 1}, "known_enemy_in_los"),
        ({"year": 1944}, {"year": 1944.0}, "year"),
        ({"opponent": "russian"}, {"opponent": ["russian"]}, "opponent"),
    ],
)
def test_what_looks_like_facts_read_before_is_refused(
    facts: dict[str, Any], alike: dict[str, Any], key: str
) -> None:
    squad = {"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": []}
    attack = {"result": "NMC", "units": [squad], "elr": {"german": 3}}
    RULINGS["asl.attack"]({**attack, "facts": facts}, Fours())
    with pytest.raises(Refused, match=f"given.facts.{key}"):
        RULINGS["asl.attack"]({**attack, "facts": alike}, Fours())
