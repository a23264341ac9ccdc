"""A campaign that an earlier referee kept is gone on with under this one."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

KEPT = Path(__file__).parents[1] / "samples" / "campaign-3.db"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return Path(shutil.copy(KEPT, tmp_path / "table.db"))


async def test_its_day_goes_on_where_it_stood(kept: Path, make_table: Any, say: Any, standing: Any) -> None:
    async with make_table(database=kept) as table:
        shown = await say(table, "@gow /rsu show")
        assert "SS-PzGR 5      500/500 100.0% f0 map" in shown["posts"][0]["content"]
        await say(table, "@gow /campaign next")
        assert standing(table)[-1]["content"].startswith("#6 ")
    assert await asyncio.to_thread(main, ["rebuild", "--check", "--database", str(kept)]) == 0


def test_nothing_but_its_form_is_made_up_for(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as db:
        entries = db.execute("SELECT * FROM entry ORDER BY game, seq").fetchall()
        state = db.execute("SELECT state FROM piece WHERE id = 'campaign'").fetchone()
    assert main(["rebuild", "--write", "--database", str(kept)]) == 0
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT * FROM entry ORDER BY game, seq").fetchall() == entries
        assert db.execute("SELECT state FROM piece WHERE id = 'campaign'").fetchone() == state


def test_once_its_form_is_ours_a_changed_row_is_found(kept: Path) -> None:
    main(["rebuild", "--write", "--database", str(kept)])
    with closing(sqlite3.connect(kept)) as db:
        db.execute("UPDATE piece SET state = replace(state, ':380', ':381') WHERE id = 'campaign'")
        db.commit()
    assert main(["rebuild", "--check", "--database", str(kept)]) == 1
