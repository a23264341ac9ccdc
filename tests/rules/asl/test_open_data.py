"""A further nationality and a further module are a file each, and no line of code."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rules.asl import RULINGS, book
from rules.dice import RecordedDice
from rules.refusal import Refused

SWEDISH = """
nation = "swedish"
cite = "A25"
kin = ["finnish"]
leaders = "finnish"
heat = [{ what = "Swedish", value = -2, cite = "A15.1" }]

squads = [
    { counter = "5-5-8", class = "elite", broken = 8, half = "2-5-8", replaced = "4-5-7", hardened = "fanatic", cite = "A25" },
    { counter = "4-5-7", class = "first_line", broken = 7, half = "2-4-7", replaced = "nothing", hardened = "5-5-8", cite = "A25" },
]
half_squads = [
    { counter = "2-5-8", class = "elite", broken = 7, replaced = "2-4-7", hardened = "fanatic", cite = "A25" },
    { counter = "2-4-7", class = "first_line", broken = 6, replaced = "nothing", hardened = "2-5-8", cite = "A25" },
]
"""  # noqa: E501
NARVIK = """
module = "narvik"
cite = "N1"

[[nation]]
nation = "german"
cite = "N1.1"
squads = [{ counter = "4-6-7", replaced = "4-3-6", cite = "N1.1" }]
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the data that the rules read in place of their own."""
    folder = tmp_path / "asl"
    shutil.copytree(str(files("rules").joinpath("data", "asl")), folder)
    monkeypatch.setattr(book, "DATA", folder)
    forget()
    yield folder
    monkeypatch.undo()
    forget()


def forget() -> None:
    for read_once in (book.book, book.nations, book.modules):
        read_once.cache_clear()


def attack(dice: dict[str, tuple[int, ...]], *units: dict[str, Any], **more: Any) -> Any:
    given = {"result": "NMC", "units": units, "elr": {"swedish": 0, "german": 0}, **more}
    recorded = RecordedDice(dice)
    result = RULINGS["asl.attack"](given, recorded).result
    recorded.require_all_used()
    return result


def unit(unit_id: str, nation: str, unit_type: str, counter: str) -> dict[str, Any]:
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": []}


SQUAD = unit("a", "swedish", "squad", "5-5-8")
LEADER = unit("l", "swedish", "leader", "9-1")


def test_a_nationality_is_a_file(data: Path) -> None:
    with pytest.raises(Refused, match="'swedish' is no nation"):
        attack({}, SQUAD)
    (data / "swedish.toml").write_text(SWEDISH, encoding="utf-8")
    forget()
    assert "swedish" in book.nations()
    # 10 - 1 by the 9-1 is one over a morale of 8: beyond an ELR of 0.
    result = attack({"mc:l": (3, 3), "mc:a": (5, 5)}, LEADER, SQUAD)
    assert [(form["counter"], form["is"]) for form in result["units"]] == [
        ("9-1", []),
        ("4-5-7", ["broken", "dm"]),
    ]
    # Elite -1, Swedish -2: 9 is 6, a hero and Battle Hardening, which finds the best squad Fanatic.
    heroic = attack({"mc:a": (1, 1), "hob:a": (4, 5)}, SQUAD)
    assert heroic["hob"] == {"a": 6}
    assert [(form["counter"], form["is"]) for form in heroic["units"]] == [
        ("5-5-8", ["fanatic"]),
        ("1-4-9", []),
    ]


def test_kin_of_a_nationality_are_those_its_file_names(data: Path) -> None:
    (data / "swedish.toml").write_text(SWEDISH, encoding="utf-8")
    forget()
    dice = {"mc:l": (3, 3), "mc:f": (5, 4), "mc:g": (5, 4)}
    finn, german = unit("f", "finnish", "squad", "6-4-8"), unit("g", "german", "squad", "4-6-8")
    result = attack(dice, LEADER, finn, german, elr={"swedish": 5, "finnish": 5, "german": 5})
    # 9 - 1 passes exactly for the kin; for an ally the 9-1 counts as 9-0, and 9 is over 8.
    assert [form["is"] for form in result["units"]] == [[], ["pinned"], ["broken", "dm"]]


def test_a_module_is_a_file(data: Path) -> None:
    (data / "modules" / "narvik.toml").write_text(NARVIK, encoding="utf-8")
    forget()
    assert book.modules() == ("asl", "abtf", "narvik")
    squad = unit("a", "german", "squad", "4-6-7")
    for module, replaced_by in (("asl", "4-4-7"), ("narvik", "4-3-6")):
        result = attack({"mc:a": (5, 4)}, squad, module=module, elr={"german": 0})
        assert result["units"][0]["counter"] == replaced_by
