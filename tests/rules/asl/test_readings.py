"""The register of readings: each is fixed by cases that exist, and each setting is tried in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from rules.asl.situation import Settings

ROOT = Path(__file__).parents[3]
TABLE = (ROOT / "rules" / "readings.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][1:]


def cases() -> Iterator[dict[str, Any]]:
    for folder in (ROOT / "rules" / "cases", ROOT.parent / "shared" / "cases"):
        for path in sorted(folder.glob("asl*.jsonl")):
            yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


CASES = {case["id"]: case for case in cases()}


@pytest.mark.parametrize(("question", "fixed_by"), [(row[0], row[2]) for row in ROWS])
def test_a_reading_is_fixed_by_cases(question: str, fixed_by: str) -> None:
    named = re.findall(r"\d+\.\d+", fixed_by)
    assert named, question
    own = [case for case in named if int(case.split(".")[0]) >= 20]
    # The published cases stand beside the program; the others come with the rules sheet.
    assert set(own) <= set(CASES)
    assert re.fullmatch(r"\d+\.\d+((, | to )\d+\.\d+)*", fixed_by)


def other_words() -> Iterator[tuple[str, str]]:
    for field in fields(Settings):
        usual = getattr(Settings(), field.name)
        assert isinstance(usual, StrEnum)
        yield from ((field.name, word.value) for word in type(usual) if word is not usual)


@pytest.mark.parametrize(("setting", "word"), list(other_words()))
def test_a_setting_is_tried_in_a_case_and_stands_in_the_register(setting: str, word: str) -> None:
    assert [case for case in CASES.values() if case["given"].get("settings", {}).get(setting) == word]
    assert re.search(rf"`{setting}`: [a-z_0-9]+, {word}\b", TABLE) or re.search(
        rf"`{setting}`: {word}\b", TABLE
    )
