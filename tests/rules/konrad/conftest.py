"""Requests of the campaign in short form, and the comparison of the numbered cases."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rules.answers import Asks
from rules.dice import LeftOverDice, MissingDie, RecordedDice
from rules.konrad import RULINGS
from rules.refusal import Refused
from rules.ruling import Rule

ROOT = Path(__file__).parents[3]
PUBLISHED = ROOT / "rules" / "cases"
SHARED = ROOT.parent / "shared" / "cases"

BY_NAME = frozenset({"now", "lost", "numbers"})
AS_SETS = frozenset({"shattered", "destroyed", "recovered", "disbanded", "isolated"})


def read_cases(directory: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(directory.glob("konrad*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def thrown(dice: Mapping[str, Any]) -> dict[str, Sequence[int]]:
    return {name: [faces] if isinstance(faces, int) else faces for name, faces in dice.items()}


def answer(
    rule: str, given: Mapping[str, Any], dice: Mapping[str, Any], rulings: Mapping[str, Rule] = RULINGS
) -> Any:
    """What a request gives, in the terms of `expect`; every die must be used."""
    recorded = RecordedDice(thrown(dice))
    try:
        result: Any = rulings[rule](given, recorded).result
    except (MissingDie, LeftOverDice) as wrong:
        return {"dice": wrong.message}
    except Refused as refused:
        return {"refused": True, "code": refused.code, "message": refused.message}
    except Asks as asks:
        question = asks.question
        result = {"asks": question.what, "of": question.of, "options": list(question.options)}
    try:
        recorded.require_all_used()
    except LeftOverDice as wrong:
        return {"dice": wrong.message}
    return result


def differences(got: Mapping[str, Any], expect: Mapping[str, Any]) -> list[str]:
    """What a case expects and did not get; only the keys it names are compared."""
    wrong: list[str] = []
    if ("refused" in got) != ("refused" in expect) or "dice" in got:
        return [f"got {got}"]
    for key, wanted in expect.items():
        has = got.get(key)
        if key in BY_NAME and isinstance(wanted, Mapping):
            # A replacement that lost nothing may be left out.
            has = {name: has.get(name, 0 if key == "lost" else None) for name in wanted}
        elif key in AS_SETS and isinstance(wanted, list):
            has, wanted = sorted(has), sorted(wanted)
        if has != wanted:
            wrong.append(f"{key}: {has}, expected {wanted}")
    return wrong


@pytest.fixture
def ask():
    """Asks one ruling; `ask(rule, given, dice)` gives its result in the terms of `expect`."""
    return answer


@pytest.fixture
def compare():
    """Lists what a case expects and did not get."""
    return differences


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for fixture, directory in (("published_case", PUBLISHED), ("shared_case", SHARED)):
        if fixture in metafunc.fixturenames:
            cases = list(read_cases(directory))
            metafunc.parametrize(fixture, cases, ids=[case["id"] for case in cases])
