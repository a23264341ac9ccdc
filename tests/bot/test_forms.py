"""A kept database of every form that was ever written opens under this program, with all that it holds."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.store.opening import migrations
from bot.verify import verify

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("form-*.db"))


def form(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.stem)
def kept(request: Any, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path))


def test_a_kept_database_is_brought_to_the_latest_form_and_gives_the_same_roster(kept: Path) -> None:
    assert kept.stem == f"form-{form(kept)}"
    with closing(sqlite3.connect(kept)) as db:
        before = db.execute("SELECT * FROM roster ORDER BY game, id").fetchall()
    assert len(before) == 5
    assert main(["rebuild", "--check", "--database", str(kept)]) == 0
    assert form(kept) == migrations()[-1][0]
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT * FROM roster ORDER BY game, id").fetchall() == before


@pytest.mark.parametrize("migrated", [False, True])
def test_its_games_are_exported_and_verified(kept: Path, tmp_path: Path, migrated: bool) -> None:
    # From form 10 on the other side agrees to the end of a game.
    agreed = 1 if form(kept) >= 10 else 0
    if migrated:
        main(["rebuild", "--write", "--database", str(kept)])
    for game, entries, dice in ((1, 8 + agreed, 4), (2, 7 + agreed, 3)):
        file = tmp_path / f"{game}.jsonl"
        assert main(["export", str(game), "--database", str(kept), "-o", str(file)]) == 0
        found = verify([file])
        assert (found.game, found.entries, found.dice, found.unrevealed) == (game, entries, dice, ())
        for asked in ("--csv", "--text"):
            assert main(["export", str(game), asked, "--database", str(kept), "-o", str(file)]) == 0
            assert file.read_text(encoding="utf-8").startswith(("game,seq,at,", "#1 Game opened: "))


def test_hashes_over_the_text_alone_are_kept_apart(kept: Path) -> None:
    with closing(sqlite3.connect(kept)) as db:
        hashes = db.execute("SELECT content FROM outbox WHERE message IS NOT NULL").fetchall()
    before = form(kept) < 5
    main(["rebuild", "--write", "--database", str(kept)])
    with closing(sqlite3.connect(kept)) as db:
        column = "content_of_text" if before else "content"
        assert db.execute(f"SELECT {column} FROM outbox WHERE message IS NOT NULL").fetchall() == hashes
        unknown = db.execute("SELECT count(*) FROM outbox WHERE edited IS NULL").fetchone()[0]
    assert unknown == (len(hashes) if before else 0)
