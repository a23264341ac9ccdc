"""The plain columns in which other programs read a campaign."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
async def campaign(
    table: Any, say: Callable[..., Any], tmp_path: Path
) -> Callable[[str], list[tuple[Any, ...]]]:
    """Asks the database of the sample campaign."""
    await say(table, "@gow /campaign sample")

    def ask(question: str) -> list[Any]:
        with closing(sqlite3.connect(tmp_path / "table.db")) as db:
            return db.execute(question).fetchall()

    return ask


async def test_regiments_stand_with_their_names_and_strengths(campaign: Any) -> None:
    assert campaign(
        "SELECT side, dsu, sector, category, state, fatigue, leg, leg_full, heavy, hard, hard_full"
        " FROM regiments WHERE game = 1 AND name = 'SS-PzR 3'"
    ) == [("axis", "3. SS-Panzer Totenkopf", "C2", "ss_panzer", "good_order", 0, 0, 0, 10, 150, 150)]
    assert campaign("SELECT count(*), count(name), count(DISTINCT id) FROM regiments") == [(41, 41, 41)]


async def test_each_sector_of_the_grid_has_one_owner_and_its_dsus(campaign: Any) -> None:
    assert campaign("SELECT owner, count(*) FROM sectors GROUP BY owner") == [("axis", 24), ("soviet", 18)]
    assert campaign("SELECT owner, dsus FROM sectors WHERE sector = 'C2'") == [
        ("axis", "3. SS-Panzer Totenkopf")
    ]
    assert campaign("SELECT owner, dsus FROM sectors WHERE sector = 'F1'") == [("soviet", None)]
