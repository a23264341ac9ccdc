"""The numbered cases, and the comparison that FORMAT.md describes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.answers import Asks
from rules.asl import RULINGS
from rules.dice import LeftOverDice, MissingDie, RecordedDice
from rules.refusal import Refused

Case = dict[str, Any]


def faces(dice: Mapping[str, Any]) -> dict[str, list[int]]:
    return {name: thrown if isinstance(thrown, list) else [thrown] for name, thrown in dice.items()}


def differences(case: Case) -> list[str]:
    """What a case expects and does not get, nothing where all is as expected."""
    expect, dice = case["expect"], RecordedDice(faces(case["dice"]))
    try:
        ruling = RULINGS[case["rule"]](case["given"], dice)
        dice.require_all_used()
    except (MissingDie, LeftOverDice) as wrong:
        return [wrong.message]
    except Refused as refused:
        return [] if expect.get("refused") else [f"refused: {refused.message}"]
    except Asks as asks:
        dice.require_all_used()
        asked = (asks.question.what, asks.question.of)
        return [] if (expect.get("asks"), expect.get("of")) == asked else [f"asks {asked}"]
    if "refused" in expect or "asks" in expect:
        return [f"ruled, but expected {expect}"]
    return [
        problem for key, wanted in expect.items() for problem in _compare(key, wanted, ruling.result.get(key))
    ]


def _compare(key: str, wanted: Any, got: Any) -> list[str]:
    if key == "units":
        return _compare_units(wanted, got)
    if key == "gone":
        return [] if sorted(wanted) == sorted(got) else [f"gone: {got}, expected {wanted}"]
    return [] if wanted == got else [f"{key}: {got}, expected {wanted}"]


def _compare_units(wanted: list[Case], got: list[Case]) -> list[str]:
    problems = []
    for unit in (unit for unit in wanted if "id" in unit):
        same = [other for other in got if other.get("id") == unit["id"]]
        if [_seen(other, unit) for other in same] != [_seen(unit, unit)]:
            problems.append(f"{unit['id']}: {same}, expected {unit}")
    born_wanted = [unit for unit in wanted if "id" not in unit]
    keys = {key for unit in born_wanted for key in unit}
    born = [unit for unit in got if "id" not in unit]
    if Counter(_seen(u, keys) for u in born) != Counter(_seen(u, keys) for u in born_wanted):
        problems.append(f"born: {born}, expected {born_wanted}")
    ids = {unit["id"] for unit in wanted if "id" in unit}
    problems.extend(f"{u['id']} is still there" for u in got if "id" in u and u["id"] not in ids)
    return problems


def _seen(unit: Case, keys: Any) -> str:
    seen = {key: sorted(unit.get(key, [])) if key == "is" else unit.get(key) for key in keys}
    return json.dumps(seen, sort_keys=True)


def read_cases(path: Path) -> list[Case]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def case_files() -> list[Path]:
    root = Path(__file__).parents[3]
    shared = root.parent / "shared" / "cases"
    own = sorted((root / "rules" / "cases").glob("asl_*.jsonl"))
    return [*own, *(path for path in (shared / "asl.jsonl", shared / "asl_more.jsonl") if path.exists())]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "numbered_case" in metafunc.fixturenames:
        cases = [(path.stem, case) for path in case_files() for case in read_cases(path)]
        metafunc.parametrize("numbered_case", [pytest.param(c, id=f"{s}-{c['id']}") for s, c in cases])


@pytest.fixture
def compare() -> Callable[[Case], list[str]]:
    return differences
