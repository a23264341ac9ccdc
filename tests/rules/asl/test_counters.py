"""The counter and ladder tables agree cell by cell with a second transcription of the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.asl.book import Book, book
from rules.asl.counter import Counter, Key, Rung
from rules.asl.words import ASL, Module, Nation, NationTrait, Trait, UnitClass, UnitType

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


@pytest.mark.parametrize(
    ("squad", "unit_class", "half", "lower", "better"),
    [
        ("3-4-8", "elite", "2-3-8", "3-4-7:first_line", "F"),
        ("3-4-7", "first_line", "2-3-7", "2-3-7:second_line", "3-4-8:elite"),
        ("2-3-7", "second_line", "1-3-7", "2-2-6:conscript", "3-4-7:first_line"),
        ("2-2-6", "conscript", "1-2-6", "-", "2-3-7:second_line"),
    ],
)
def test_reduced_japanese_squads_stay_reduced(
    squad: str, unit_class: str, half: str, lower: str, better: str
) -> None:
    found = counter(book(ASL), "japanese", UnitType.SQUAD, squad, unit_class)
    assert (found.broken, found.reduced) == (None, None)
    assert found.half is not None
    assert (found.half.name, found.half.unit_class) == (half, unit_class)
    for rung, wanted in ((found.replaced, lower), (found.hardened, better)):
        name, _, of_class = wanted.partition(":")
        assert shown(rung, "japanese") == ("-" if name == "F" else name)
        assert rung is None or rung.unit_class == of_class


@pytest.mark.parametrize(
    ("half", "unit_class", "broken", "lower", "better"),
    [
        ("2-3-8", "elite", 8, "2-3-7", "-"),
        ("2-3-7", "first_line", 7, "1-3-7", "2-3-8"),
        ("1-3-7", "second_line", 6, "1-2-6", "2-3-7"),
        ("1-2-6", "conscript", 5, "-", "1-3-7"),
    ],
)
def test_japanese_half_squads_break(half: str, unit_class: str, broken: int, lower: str, better: str) -> None:
    found = counter(book(ASL), "japanese", UnitType.HALF_SQUAD, half, unit_class)
    assert found.broken == broken
    assert (shown(found.replaced, "japanese"), shown(found.hardened, "japanese")) == (lower, better)


def test_a_japanese_crew_loses_a_step_and_then_breaks() -> None:
    full, reduced, broken = (
        counter(book(ASL), "japanese", UnitType.CREW, name, "none") for name in ("2-2-8", "1-2-8", "1-2-7")
    )
    assert (full.broken, full.reduced) == (None, reduced.key)
    assert (reduced.broken, reduced.broken_as) == (8, broken.key)
    assert (broken.broken, broken.rallied_as) == (8, reduced.key)
    assert all(crew.self_rally for crew in (full, reduced, broken))


POLISH = {
    "4-5-8": 8, "4-5-7": 7, "4-3-7": 6, "2-4-8": 7, "2-3-7": 6, "2-2-7": 5, "2-2-8": 8,
}  # fmt: skip
"""One higher than other Allied Minors', but for the 4-3-7 and its half-squad (A25.9)."""


def test_the_broken_sides_of_poles_are_as_printed() -> None:
    found = {key.name: dict(c.broken_of) for key, c in book(ASL).counters.items() if c.broken_of}
    assert found == {name: {Trait.POLISH: level} for name, level in POLISH.items()}
    assert {key.nation for key, c in book(ASL).counters.items() if c.broken_of} == {"allied_minor"}


def test_of_squads_and_half_squads_all_finns_but_conscripts_rally_themselves() -> None:
    for key, found in book(ASL).counters.items():
        if key.type is not UnitType.CREW:
            assert found.self_rally is (key.nation == "finnish" and key.name not in ("4-3-7", "2-2-7"))


RUNGS = {
    # In the circumstance named, on another rung than usual.
    ("russian", "4-2-6", "early_years"): "4-4-7",
    ("russian", "2-2-6", "early_years"): "2-3-7",
    ("chinese", "3-3-7", "majority_5_3_7"): "5-3-7",
    ("chinese", "1-2-7", "majority_5_3_7"): "2-2-7",
    ("american", "4-4-7", "early_american_fanatic"): "-",
    ("american", "2-3-7", "early_american_fanatic"): "-",
    ("ss", "4-4-7", "ss_stays_ss"): "-",
    ("ss", "2-3-7", "ss_stays_ss"): "-",
}


def test_other_rungs_of_the_ladders_are_as_printed() -> None:
    found = {
        (key.nation, key.name, circumstance.value): shown(rung, key.nation)
        for key, line in book(ASL).counters.items()
        for circumstance, rung in (*line.hardened_when, *line.replaced_when)
    }
    assert found == RUNGS


NATIONS: dict[str, tuple[str, list[int], list[str], bool]] = {
    # the best leader of the ladder, the DRM of Heat of Battle, kin, Commissars
    "german": ("10-3", [], ["ss"], False),
    "ss": ("10-3", [], ["german"], False),
    "russian": ("10-3", [2], ["nkvd"], True),
    "nkvd": ("10-3", [2, -1], ["russian"], True),
    "american": ("10-3", [], ["usmc"], False),
    "usmc": ("10-3", [], ["american"], False),
    "british": ("10-3", [-1], [], False),
    "french": ("10-3", [1], [], False),
    "italian": ("10-3", [3], [], False),
    "finnish": ("10-1", [-1], [], False),
    "axis_minor": ("10-3", [3], [], False),
    "allied_minor": ("10-3", [2], [], False),
    "partisan": ("10-3", [1], [], False),
    "red_chinese": ("10-3", [1], [], True),
    "chinese": ("10-3", [], [], False),
    "japanese": ("10-3", [4], [], False),
}


def test_every_nationality_is_as_the_sheet_has_it() -> None:
    found = {
        name: (
            nation.grades[0],
            [modifier.value for modifier in nation.heat],
            list(nation.kin),
            nation.commissars == ("10-0", "9-0", "8+1"),
        )
        for name, nation in book(ASL).nations.items()
    }
    assert found == NATIONS


def test_partisans_have_an_elr_of_their_own() -> None:
    assert {name: n.elr for name, n in book(ASL).nations.items() if n.elr is not None} == {
        "partisan": 5,
        "red_chinese": 5,
    }


def test_who_is_never_disrupted_and_who_never_surrenders_is_as_the_sheet_has_it() -> None:
    def having(trait: NationTrait) -> set[str]:
        return {name for name, nation in book(ASL).nations.items() if nation.has(trait)}

    assert having(NationTrait.NEVER_DISRUPTED) == {"partisan", "red_chinese", "usmc", "japanese"}
    assert having(NationTrait.NEVER_SURRENDERS) == {"partisan", "red_chinese", "japanese"}
    assert having(NationTrait.RESOLUTE_AGAINST_RUSSIANS) == {"ss"}
    assert having(NationTrait.RUSSIAN) == {"russian", "nkvd"}
    assert having(NationTrait.SURRENDERS_EARLY) == {"italian", "axis_minor"}


def test_leader_ladders_are_as_printed() -> None:
    nations = book(ASL).nations
    assert nations[Nation("german")].grades == ("10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1")
    assert nations[Nation("finnish")].grades == ("10-1", "10-0", "9-1", "9-0", "8-0", "8+1")
    assert nations[Nation("russian")].commissars == ("10-0", "9-0", "8+1")
