"""A data file with an unknown key, a gap or no citation stops the start, and says what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.konrad import BOOK
from rules.konrad.book_data import CAMPAIGN, load_book
from rules.konrad.sample import SAMPLE, load_sample
from rules.refusal import DataError

KIND = CAMPAIGN.read_text(encoding="utf-8")
CAMPAIGN_OF_41 = SAMPLE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("die = 10\n", "die = 1\n", ("top.remo.die", "2 to 256")),
        ("die = 10\n", "dice = 10\n", ("top.remo", "die is missing")),
        ("die = 10\n", "die = 10\nfaces = 10\n", ("top.remo", "faces", "it knows")),
        ("recovery = 0", 'recovery = "none"', ("top.side[0].recovery", "whole number")),
        ('id = "axis"', 'id = "soviet"', ("top.side", "twice")),
        ('id = "elite"', 'id = "other"', ("top.category", "twice")),
        ("won = 1\n", "", ("top.scenario", "won is missing")),
        ("below = 50\n", "below = 75\n", ("top.strength_step[1].below", "less than 75")),
        ("below = 30\n", "below = 0\n", ("top.strength_step[2].below", "1 to 100")),
        ("modifier = -3\n", "modifier = -33\n", ("modifier", "-20 to 20")),
        ('id = "hard"', 'id = "steel"', ("top.armour_replacements.platoons", "one of leg, heavy, steel")),
        ("limit = 2\n", "limit = 0\n", ("top.stacking.limit", "1 to 99")),
        ('rounding = "nearest"', 'rounding = "bankers"', ("top.settings.rounding", "nearest, down, up")),
        ('night = "p6"', 'night = " "', ("top.cites.night", "the page")),
        ('night = "p6"\n', "", ("top.cites", "night is missing")),
        ('limit = 2\ncite = "p6"', 'limit = 2\ncite = ""', ("top.stacking.cite",)),
        ("[remo]", "[remo", ("needs to be TOML",)),
        ('name = "konrad"', 'name = "konrad"\nfog = true', ("top", "has no use for fog")),
    ],
)
def test_a_kind_of_campaign_with_a_mistake_is_not_loaded(before, after, names, tmp_path: Path) -> None:
    assert before in KIND
    changed = KIND.replace(before, after, 1)
    _refused(lambda: load_book(file_of(tmp_path, changed)), names)


TABLES = ("remo", "scenario", "fatigue", "infantry_replacements", "disbanding", "settings")


@pytest.mark.parametrize("table", TABLES)
def test_every_table_needs_its_citation(table, tmp_path: Path) -> None:
    head, mark, tail = KIND.partition(f"[{table}]")
    lines = tail.splitlines(keepends=True)
    cite = next(number for number, line in enumerate(lines) if line.startswith("cite"))
    del lines[cite]
    _refused(
        lambda: load_book(file_of(tmp_path, head + mark + "".join(lines))),
        (f"top.{table}", "cite is missing"),
    )


def test_a_third_side_is_not_loaded(tmp_path: Path) -> None:
    third = '[[side]]\nid = "third"\nlabel = "Third"\nrecovery = 0\ncite = "p5"\n\n'
    changed = KIND.replace("[[category]]", third + "[[category]]", 1)
    _refused(lambda: load_book(file_of(tmp_path, changed)), ("top.side", "two sides, not 3"))


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ('sector = "C2"', 'sector = "E1"', ("dsus[0].sector", "needs a sector of axis; E1 is of soviet")),
        ('sector = "C2"', 'sector = "G1"', ("dsus[0].sector", "A1 to F7")),
        ('category = "ss_panzer"', 'category = "panzer"', ("category", "ss_panzer, elite, other")),
        ("leg = 380", 'leg = "many"', ("strength.leg", "whole number")),
        ('side = "axis"', 'side = "german"', ("dsus[0].side", "axis, soviet")),
        ("invented = true", "invented = 1", ("top.invented", "true or false")),
        ('cite = "invented"', 'cite = ""', ("top.cite",)),
        ('axis = "west"\n', "", ("edges", "needs an edge of the map for axis")),
        ('id = "ss_pzgr_6"', 'id = "ss_pzgr_5"', ("rsus[1].id", "is in totenkopf already")),
        ("rows = 7", "rows = 7\nhills = 2", ("top.map", "hills")),
    ],
)
def test_a_sample_with_a_mistake_is_not_loaded(before, after, names, tmp_path: Path) -> None:
    assert before in CAMPAIGN_OF_41
    changed = CAMPAIGN_OF_41.replace(before, after, 1)
    _refused(lambda: load_sample(BOOK, file_of(tmp_path, changed)), names)


def test_the_sample_holds_13_dsus_and_41_rsus_and_says_that_it_is_invented() -> None:
    sample = load_sample(BOOK)
    assert len(sample.campaign.dsus) == 13
    assert sum(len(dsu.rsus) for dsu in sample.campaign.dsus) == 41
    assert sample.invented
    assert "invented" in sample.label
    assert sample.names["totenkopf"] == "3. SS-Panzer Totenkopf"


def file_of(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "wrong.toml"
    file.write_text(text, encoding="utf-8")
    return file


def _refused(load, names) -> None:
    with pytest.raises(DataError) as refused:
        load()
    message = str(refused.value)
    for name in ("wrong.toml", *names):
        assert name in message
