"""The counter and ladder tables agree cell by cell with a second transcription of the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.asl.book import Book, book
from rules.asl.counter import Counter, Key, Rung
from rules.asl.words import ASL, Module, Nation, NationTrait, UnitClass, UnitType

ABTF = Module("abtf")
ROWS = [
    line.split()
    for line in Path(__file__).with_name("counters.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
CREWS = {
    "german": 8, "ss": 8, "russian": 8, "british": 8, "finnish": 8, "usmc": 8, "american": 8, "french": 7,
    "allied_minor": 7, "italian": 7, "axis_minor": 7, "chinese": 7, "red_chinese": 7,
}  # fmt: skip


def counter(rules: Book, nation: str, unit_type: UnitType, name: str, unit_class: str) -> Counter:
    kind = None if unit_class == "none" else UnitClass(unit_class)
    return rules.counters[Key(Nation(nation), unit_type, name.rstrip("u"), kind)]


def shown(rung: Rung, nation: str) -> str:
    if rung is None:
        return "-"
    return rung.name if rung.nation == nation else f"{rung.nation}:{rung.name}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_squad_and_half_squad_are_as_printed(row: list[str]) -> None:
    nation, name, unit_class, broken, half, half_broken, replaced, half_replaced, hardened, half_hardened = (
        row
    )
    rules = book(ASL)
    squad = counter(rules, nation, UnitType.SQUAD, name, unit_class)
    smaller = rules.counters[squad.half] if squad.half else None
    assert smaller is not None
    wanted_half, _, wanted_class = half.partition(":")
    assert smaller.key.name == wanted_half.rstrip("u")
    assert smaller.key.unit_class == (wanted_class or squad.key.unit_class)
    for found, level, name_, lower, better in (
        (squad, broken, name, replaced, hardened),
        (smaller, half_broken, wanted_half, half_replaced, half_hardened),
    ):
        assert found.broken == int(level)
        assert found.underlined is name_.endswith("u")
        never = rules.nations[Nation(nation)].has(NationTrait.NEVER_DISRUPTED)
        ends = {"d": not never, "s": found.underlined, "b": never}
        if lower in ends:
            assert ends[lower]
            assert found.replaced is None
        else:
            wanted, _, of_class = lower.partition(":") if not lower.startswith("german:") else (lower, "", "")
            assert shown(found.replaced, nation) == wanted
            assert not of_class or (found.replaced is not None and found.replaced.unit_class == of_class)
        rung, _, of_class = better.partition(":")
        assert shown(found.hardened, nation) == ("-" if rung == "F" else rung)
        assert not of_class or (found.hardened is not None and found.hardened.unit_class == of_class)


def test_no_counter_is_printed_that_the_sheet_does_not_have() -> None:
    squads = {(row[0], row[1].rstrip("u"), row[2]) for row in ROWS}
    halves = {(row[0], row[4].partition(":")[0].rstrip("u")) for row in ROWS}
    for key in book(ASL).counters:
        if key.nation == "japanese" or key.type is UnitType.CREW:
            continue
        if key.type is UnitType.SQUAD:
            assert (key.nation, key.name, key.unit_class or "none") in squads
        else:
            assert (key.nation, key.name) in halves


@pytest.mark.parametrize(("nation", "level"), CREWS.items())
def test_crews_are_as_printed(nation: str, level: int) -> None:
    (name,) = book(ASL).counters_of(Nation(nation), UnitType.CREW)
    found = counter(book(ASL), nation, UnitType.CREW, name, "none")
    assert (found.broken, found.self_rally) == (level, True)
    assert name == ("2-2-7" if nation in ("american", "italian", "axis_minor", "chinese") else "2-2-8")


@pytest.mark.parametrize(
    ("squad", "unit_class", "step", "half", "lower", "better"),
    [
        ("4-4-8", "elite", "3-4-8", "2-3-8", "4-4-7", "F"),
        ("4-4-7", "first_line", "3-4-7", "2-3-7", "3-4-7", "4-4-8"),
        ("3-4-7", "second_line", "2-3-7", "1-3-7", "3-3-6", "4-4-7"),
        ("3-3-6", "conscript", "2-2-6", "1-2-6", "-", "3-4-7"),
    ],
)
def test_japanese_squads_step_down_and_keep_their_class(
    squad: str, unit_class: str, step: str, half: str, lower: str, better: str
) -> None:
    found = counter(book(ASL), "japanese", UnitType.SQUAD, squad, unit_class)
    assert found.broken is None
    assert found.reduced is not None
    assert found.half is not None
    assert (found.reduced.name, found.reduced.unit_class) == (step, unit_class)
    assert (found.half.name, found.half.unit_class) == (half, unit_class)
    assert shown(found.replaced, "japanese") == lower
    assert shown(found.hardened, "japanese") == ("-" if better == "F" else better)


@pytest.mark.parametrize(
    ("nation", "unit_type", "name", "underlined", "replaced", "hardened"),
    [
        ("ss", "squad", "6-5-8", False, "5-4-8", "-"),
        ("ss", "squad", "5-4-8", False, "4-4-7", "6-5-8"),
        ("ss", "squad", "4-4-7", False, "german:4-3-6", "5-4-8"),
        ("ss", "squad", "4-6-8", False, "4-4-7", "-"),
        ("ss", "squad", "8-3-8", False, "4-4-7", "-"),
        ("ss", "half_squad", "3-4-8", False, "2-3-8", "-"),
        ("ss", "half_squad", "2-3-8", False, "2-3-7", "3-4-8"),
        ("ss", "half_squad", "2-3-7", False, "german:2-2-6", "2-3-8"),
        ("ss", "half_squad", "2-4-8", False, "2-3-7", "-"),
        ("ss", "half_squad", "3-3-8", False, "2-3-7", "-"),
        ("german", "squad", "4-3-6", False, "-", "ss:4-4-7"),
        ("german", "squad", "4-4-7", False, "4-3-6", "ss:5-4-8"),
        ("german", "squad", "5-4-8", False, "4-4-7", "-"),
        ("german", "squad", "4-6-7", False, "4-4-7", "4-6-8"),
        ("german", "squad", "5-3-7", False, "4-3-6", "-"),
        ("german", "half_squad", "2-2-6", False, "-", "ss:2-3-7"),
        ("german", "half_squad", "2-3-7", False, "2-2-6", "ss:2-3-8"),
        ("british", "squad", "6-4-8", False, "4-4-7", "-"),
        ("british", "squad", "4-4-7", False, "4-3-6", "4-5-8"),
        ("british", "half_squad", "3-3-8", False, "2-3-7", "-"),
        ("british", "half_squad", "2-3-7", False, "2-2-6", "2-4-8"),
    ],
)
def test_arnhem_changes_what_its_section_says(
    nation: str, unit_type: str, name: str, underlined: bool, replaced: str, hardened: str
) -> None:
    (found,) = book(ABTF).named(Nation(nation), UnitType(unit_type), name)
    assert found.underlined is underlined
    assert (shown(found.replaced, nation), shown(found.hardened, nation)) == (replaced, hardened)


def test_arnhem_takes_the_chart_name_of_the_conscript_half_squad() -> None:
    named = book(ABTF).named(Nation("german"), UnitType.HALF_SQUAD, "2-3-6")
    assert [found.key.name for found in named] == ["2-2-6"]


def test_leader_ladders_are_as_printed() -> None:
    nations = book(ASL).nations
    assert nations[Nation("german")].grades == ("10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1")
    assert nations[Nation("finnish")].grades == ("10-1", "10-0", "9-1", "9-0", "8-0", "8+1")
    assert nations[Nation("russian")].commissars == ("10-0", "9-0", "8+1")
