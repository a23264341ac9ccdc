"""A data file that cannot be used names itself, the key and what would be right."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from rules.asl.book import load_book
from rules.asl.words import ASL, Module
from rules.refusal import DataError

ABTF = Module("abtf")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "asl"
    shutil.copytree(Path(str(files("rules"))) / "data" / "asl", copy)
    return copy


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("german.toml", 'cite = "A25.1"', 'cite = ""', "german.toml: cite: needs the number of a rule"),
        ("german.toml", 'leaders = "standard"', 'leaders = "best"', "german.toml: leaders: needs one of"),
        ("german.toml", "kin =", "kinship =", "german.toml: kinship: is no key known here"),
        ("german.toml", '"ss"]', '"sss"]', "german.toml: kin: needs one of"),
        ("german.toml", "self_rally = true", "self_rally = 1", "self_rally: needs true or false, not 1"),
        ("german.toml", 'replaced = "4-6-7"', 'replaced = "4-6-6"', "'4-6-6' is no counter"),
        ("german.toml", 'half = "2-4-7"', 'half = "2-9-7"', "half: '2-9-7' is no counter"),
        ("german.toml", 'counter = "4-6-8"', 'counter = "468"', "counter: needs firepower-range-morale"),
        (
            "german.toml",
            'replaced = "4-4-7", hardened = "4-6-8"',
            'replaced = "4-6-8", hardened = "4-6-8"',
            "german.toml: squad 4-6-7 first_line: replaced: 4-6-8 gains morale",
        ),
        (
            "german.toml",
            'hardened = "4-6-7"',
            'hardened = "5-3-7"',
            "hardened: 5-3-7 loses a strength factor",
        ),
        (
            "german.toml",
            'replaced = "4-3-6", hardened = "4-6-7"',
            'replaced = "5-3-7", hardened = "4-6-7"',
            "replaced: 5-3-7 gains firepower",
        ),
        ("finnish.toml", 'half = "2-3-8 green"', 'half = "2-3-8"', "is more than one counter, needs a class"),
        ("russian.toml", "early_years", "late_years", "late_years: needs one of early_years"),
        (
            "british.toml",
            'underlined = true, half = "3-3-8", replaced = "nothing"',
            'underlined = true, half = "3-3-8", replaced = "4-4-7"',
            "underlined morale needs nothing",
        ),
        ("common.toml", 'grades = ["10-3", "10-2"', 'grades = ["10-2", "10-3"', "gains by Replacement"),
        (
            "common.toml",
            'value = 4, cite = "A10.62"',
            'cite = "A10.62"',
            "rally: desperation: value: is missing",
        ),
        (
            "modules/abtf.toml",
            'counter = "6-5-8"',
            'counter = "6-5-9"',
            "needs the counter and class of one squad",
        ),
        ("modules/abtf.toml", 'module = "abtf"', "module = ", "modules/abtf.toml: is no TOML"),
    ],
)
def test_a_bad_file_says_what_is_wrong(folder: Path, file: str, old: str, new: str, said: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_book(folder, ABTF if "modules" in file else ASL)
    assert said in str(error.value)


def test_a_ladder_that_comes_back_is_no_ladder(folder: Path) -> None:
    path = folder / "german.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace(
            'half = "2-4-8", replaced = "4-6-7", hardened = "fanatic"',
            'half = "2-4-8", replaced = "4-6-7", hardened = "4-6-8"',
        ),
        encoding="utf-8",
    )
    with pytest.raises(DataError, match="hardened: the ladder comes back to it"):
        load_book(folder, ASL)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "common.toml").unlink()
    with pytest.raises(DataError, match=r"common\.toml: the file is missing"):
        load_book(folder, ASL)
