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
        ("common.toml", 'phase = "AFPh"', 'phase = "MPh"', "phase: needs RPh, PFPh, MPh, DFPh, AFPh, RtPh"),
        ("common.toml", 'flag = "pinned"', 'flag = "pin"', "flag: needs one of broken, dm, pinned"),
        ("common.toml", "snipers = true", "snipers = 1", "snipers: needs true or false, not 1"),
        (
            "modules/abtf.toml",
            'counter = "6-5-8"',
            'counter = "6-5-9"',
            "needs the counter and class of one squad",
        ),
        ("modules/abtf.toml", 'module = "abtf"', "module = ", "modules/abtf.toml: is no TOML"),
        ("modules/abtf.toml", 'module = "abtf"', 'module = "asl"', "abtf.toml: module: needs one of abtf"),
        (
            "modules/abtf.toml",
            'nation = "ss"',
            'nation = "sss"',
            "nation: needs one of allied_minor",
        ),
        ("modules/abtf.toml", "gains_range", "gains_reach", "gains_reach: is no key known here"),
        (
            "german.toml",
            'nation = "german"',
            'nation = "french"',
            "nation: needs one of german",
        ),
        ("german.toml", 'leaders = "standard"', "leaders = 3", "leaders: needs a text, not 3"),
        ("german.toml", 'kin = ["ss"]', 'kin = "ss"', "kin: needs a list of texts, not 'ss'"),
        ("german.toml", "broken = 8", "broken = 11", "broken: a Morale Level is 1 to 10, not 11"),
        ("german.toml", "broken = 8", 'broken = "8"', "broken: needs a whole number, not '8'"),
        ("german.toml", "broken = 8, half", "half", "broken: is missing; 4-6-7, which Replaces it"),
        ("german.toml", 'half = "2-4-8", ', "", "half: is missing, needs a text"),
        ("german.toml", 'half = "2-3-6"', 'half = "2-4-8"', "half: 2-4-8 is stronger than the whole"),
        ("german.toml", 'class = "elite"', 'class = "guard"', "class: needs one of elite, first_line"),
        (
            "german.toml",
            'counter = "5-3-7", class = "second_line"',
            'counter = "4-4-7", class = "second_line"',
            "counter: 4-4-7 stands twice; needs a class of its own",
        ),
        (
            "german.toml",
            'hardened = "fanatic", cite = "A25.1"',
            'hardened = "fanatic"',
            "cite: is missing",
        ),
        ("german.toml", "squads = [", "squads = [ 1,", "squads[0]: needs a table, not 1"),
        (
            "partisan.toml",
            "elr = 5",
            "elr = 6",
            "elr: needs a whole number from 0 to 5, not 6",
        ),
        ("partisan.toml", '["partisan", ', '["outlaw", ', "traits: needs one of russian"),
        ("allied_minor.toml", "polish = 8", "dutch = 8", "broken_of: dutch: needs one of polish"),
        ("russian.toml", 'early_years = "4-4-7"', 'early_years = "4-9-7"', "'4-9-7' is no counter"),
        ("italian.toml", "value = 3", "value = 3.5", "heat[0]: value: needs a whole number, not 3.5"),
        (
            "common.toml",
            'what = "Battle Hardening up to", value = 8',
            'what = "Battle Hardening up to", value = 6',
            "common.toml: heat: Battle Hardening up to 6 needs to be above hero and Battle Hardening up to 6",
        ),
        (
            "common.toml",
            'value = 7, cite = "A14.1"',
            'value = 1, cite = "A14.1"',
            "sniper: highest SAN 1 needs",
        ),
        ("common.toml", '"9-1", "8-1"', '"9-1", "8-one"', "grades: needs leaders such as 9-1 or 6+1"),
        ("common.toml", '"9-1", "8-1"', '"9-1", "9-1"', "grades: needs each grade once"),
        ("common.toml", "[wound]", "[wounds]", "common.toml: wound: is missing, needs a table"),
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
