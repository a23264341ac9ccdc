"""The page on requests names every ruling, every word of a unit and every setting, and its examples run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.commands.resolve import answer_line, chances, resolve
from rules.asl.book import nations
from rules.asl.words import Flag, UnitClass, UnitType
from rules.konrad.settings import Settings
from rules.rulings import RULINGS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "requests.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `((?:asl|konrad)\.\w+)` \| (.*) \|$", PAGE, re.MULTILINE))


def test_every_ruling_has_its_row() -> None:
    assert ROWS.keys() == RULINGS.keys()


@pytest.mark.parametrize(
    ("key", "words"),
    [("nation", nations()), ("type", UnitType), ("class", UnitClass), ("is", Flag)],
    ids=["nation", "type", "class", "is"],
)
def test_the_words_of_a_unit_are_those_that_are_read(key: str, words: Any) -> None:
    (row,) = re.findall(rf"^\| `{key}` \| (.*) \|$", PAGE, re.MULTILINE)
    assert [word for word in words if not re.search(rf"\b{word}\b", row)] == []


def test_the_settings_of_both_stand_in_their_registers() -> None:
    register = (ROOT / "rules" / "konrad" / "readings.md").read_text(encoding="utf-8")
    assert all(f"`{name}`:" in register for name in Settings.__struct_fields__)


def test_the_examples_are_answered() -> None:
    ruled, counted = re.findall(r"^```json\n(.*)\n```$", PAGE, re.MULTILINE)
    answer: Any = answer_line(ruled, resolve)
    # 6 and 1 for the 1MC is exactly the morale of 7.
    assert answer["result"]["units"][0]["is"] == ["pinned"]
    odds: Any = answer_line(counted, chances)
    assert odds["units"]["a"][0]["chance"] == "7/12"


def keys_of(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", text))


SHARED = {"module", "units", "elr", "ssr_elr", "facts", "choices", "settings", "unit", "map", "dsus", "rsu"}
"""keys that stand before the tables"""


def test_every_key_that_a_case_gives_stands_on_the_page() -> None:
    for path in sorted((ROOT / "rules" / "cases").glob("*.jsonl")):
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if case["expect"].get("refused"):
                continue
            known = SHARED | keys_of(ROWS[case["rule"]]) | {"battle", "added", "struck"}
            assert set(case["given"]) <= known, case["id"]
