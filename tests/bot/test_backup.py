"""Backups of a database in use, and restoring them."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.archive import backup
from bot.store import NotOurs, hold, open_store
from bot.store.opening import migrations

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
OLD_FORM = 1


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "desk.db"


def damage(file: Path, statement: str, *, stays: str) -> None:
    """What only somebody outside the referee does: the guard is taken away first."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"DROP TRIGGER IF EXISTS {stays}")
        connection.execute(statement)


def spoil(file: Path) -> None:
    """Writes over the first pages of the entries and their indices."""
    with closing(sqlite3.connect(file)) as client:
        rows = client.execute("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'entry' AND rootpage")
        pages = [page for (page,) in rows]
        ((size,),) = client.execute("PRAGMA page_size")
    with file.open("r+b") as opened:
        for page in pages:
            opened.seek((page - 1) * size)
            opened.write(b"\xa5" * size)


def partials(folder: Path) -> list[Path]:
    return list(folder.glob("*.partial"))


async def test_a_backup_of_a_database_in_use_is_whole(desk: Any, database: Path, tmp_path: Path) -> None:
    await desk.open()
    await desk.add("4-6-7")
    file = tmp_path / "b.db"
    held = backup.back_up(database, file)
    assert (held.games, held.entries, held.newest) == (1, 4, "2026-01-01T00:00:00.000Z")
    assert backup.check(file) == held
    assert backup.made_by_backup(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert partials(tmp_path) == []
    # What is entered afterwards is not in it, and the referee never stopped.
    await desk.add("4-6-7")
    assert backup.check(file).entries == 4
    assert backup.back_up(database, file, force=True).entries == 5


async def test_backups_are_whole_while_entries_are_made(desk: Any, database: Path, tmp_path: Path) -> None:
    await desk.open()

    async def play() -> None:
        for _ in range(30):
            await desk.add("4-6-7")

    playing = asyncio.create_task(play())
    counts = []
    for number in range(6):
        file = tmp_path / f"{number}.db"
        await asyncio.to_thread(backup.back_up, database, file)
        counts.append((await asyncio.to_thread(backup.check, file)).entries)
    await playing
    assert counts == sorted(counts)
    assert backup.back_up(database, tmp_path / "last.db").entries == 33


async def test_no_file_is_written_over_unless_forced(desk: Any, database: Path, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("kept")
    with pytest.raises(FileExistsError, match="say --force"):
        backup.back_up(database, file)
    assert file.read_text() == "kept"
    with pytest.raises(FileExistsError, match="the database itself"):
        backup.back_up(database, database, force=True)
    assert main(["backup", str(file), "--database", str(database)]) == 2


def test_what_is_no_database_of_ours_is_not_backed_up(tmp_path: Path) -> None:
    missing, other, empty = tmp_path / "missing.db", tmp_path / "other.db", tmp_path / "empty.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    empty.touch()
    for file, said in ((missing, "does not exist"), (other, "another program"), (empty, "holds no ledger")):
        with pytest.raises(NotOurs, match=said):
            backup.back_up(file, tmp_path / "b.db")
        assert main(["restore", "--check", str(file)]) == 2
    assert not (tmp_path / "b.db").exists()


@pytest.mark.parametrize(
    ("statement", "stays", "said"),
    [
        (
            "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'G5', 'H5') AS BLOB) WHERE seq = 4",
            "entry_stays",
            "Game 1 #4 has another hash than its bytes give",
        ),
        ("DELETE FROM entry WHERE seq = 2", "entry_remains", "belongs to nothing"),
        ("UPDATE piece SET location = 'H1'", "none", "What was built differs from the entries"),
        ("DELETE FROM piece", "none", "What was built differs from the entries"),
    ],
)
async def test_a_backup_that_was_tampered_with_is_not_whole(
    desk: Any, database: Path, tmp_path: Path, capsys: Any, statement: str, stays: str, said: str
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    file = tmp_path / "b.db"
    backup.back_up(database, file)
    damage(file, statement, stays=stays)
    with pytest.raises(backup.NotWhole, match=said):
        backup.check(file)
    assert main(["restore", "--check", str(file)]) == 1
    assert "NOT WHOLE." in capsys.readouterr().err
    before = file.read_bytes()
    assert main(["restore", str(file), "--database", str(tmp_path / "new.db")]) == 1
    assert file.read_bytes() == before
    assert not (tmp_path / "new.db").exists()


async def test_a_file_cut_short_is_not_whole(desk: Any, database: Path, tmp_path: Path) -> None:
    await desk.open()
    file = tmp_path / "b.db"
    backup.back_up(database, file)
    os.truncate(file, file.stat().st_size // 2)
    with pytest.raises(backup.NotWhole):
        backup.check(file)


async def test_a_plain_copy_without_its_log_is_told_apart(
    desk: Any, database: Path, tmp_path: Path, capsys: Any
) -> None:
    await desk.open()
    copied = tmp_path / "copied.db"
    await desk.store.write(lambda tx: None)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint")
    shutil.copy(database, copied)
    assert main(["restore", "--check", str(copied)]) == 0
    assert "copied, not backed up" in capsys.readouterr().out


async def test_restoring_keeps_the_old_database_aside(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    database, file = tmp_path / "a.db", tmp_path / "b.db"
    async with make_desk(database) as desk:
        await desk.open()
        backup.back_up(database, file)
        await desk.add("4-6-7")
        with pytest.raises(NotOurs, match="Another referee holds"):
            backup.restore(file, database, NOW, wait=0)
    database.chmod(0o640)
    kept = backup.restore(file, database, NOW)
    assert kept == tmp_path / "a.db.replaced-20260301T093000Z"
    assert backup.check(kept).entries == 4
    assert backup.check(database).entries == 3
    assert stat.S_IMODE(database.stat().st_mode) == 0o640
    async with make_desk(database) as desk:
        desk._requests = count(2000)
        await desk.add("4-6-7")
    hold(database, 0).release()
    with pytest.raises(FileExistsError):
        backup.restore(file, database, NOW)
    assert backup.check(database).entries == 4


async def test_a_log_left_by_a_killed_referee_goes_with_its_database(
    tmp_path: Path, make_desk: Callable[..., Any]
) -> None:
    database, file, killed = tmp_path / "a.db", tmp_path / "b.db", tmp_path / "killed.db"
    async with make_desk(database) as desk:
        await desk.open()
        backup.back_up(database, file)
        await desk.add("4-6-7")
        for ending in ("", "-wal"):
            shutil.copy(f"{database}{ending}", f"{killed}{ending}")
    kept = backup.restore(file, killed, NOW)
    assert kept is not None
    assert not killed.with_name("killed.db-wal").exists()
    assert (backup.check(kept).entries, backup.check(killed).entries) == (4, 3)


def test_a_damaged_database_is_replaced_too(tmp_path: Path) -> None:
    database, file = tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(_made(file))
    database.write_bytes(b"rubbish" * 1000)
    database.with_name("a.db-wal").write_bytes(b"more rubbish")
    kept = backup.restore(file, database, NOW)
    assert kept is not None
    assert kept.read_bytes() == b"rubbish" * 1000
    assert kept.with_name(kept.name + "-wal").read_bytes() == b"more rubbish"
    assert backup.check(database).entries == 0


async def _made(file: Path) -> None:
    await (await open_store(file)).close()


def test_a_damaged_database_is_not_backed_up(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_made(database))
    spoil(database)
    assert main(["backup", str(tmp_path / "copy.db"), "--database", str(database)]) == 1
    assert capsys.readouterr().err.startswith(f"NOT WHOLE. {database} cannot be copied: ")
    assert partials(tmp_path) == []
    assert not (tmp_path / "copy.db").exists()


def test_a_database_of_the_first_form_is_changed_with_a_copy_beside_it(tmp_path: Path) -> None:
    database = tmp_path / "old.db"
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA application_id = 0x52454645")
        connection.executescript(dict(migrations())[OLD_FORM])
        connection.execute("INSERT INTO person (game, account, pseudonym) VALUES (1, 11, 'p1')")
    # A backup of it is whole as it stands.
    assert backup.check(database).entries == 0
    asyncio.run(_made(database))
    for file, form in ((database, migrations()[-1][0]), (tmp_path / "old.db.before-2", OLD_FORM)):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (form,)
            assert connection.execute("SELECT * FROM person").fetchall() == [(1, 11, "p1")]


async def test_what_the_referee_remembers_is_replaced_by_name(desk: Any) -> None:
    await desk.store.write(lambda tx: tx.put_meta("a", "1"))
    await desk.store.write(lambda tx: tx.put_meta("a", "2"))
    assert await desk.store.read(lambda tx: (tx.meta("a"), tx.meta("b"))) == ("2", None)
