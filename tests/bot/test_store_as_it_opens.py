"""A database as it is opened: held by one process, brought up to date, left alone where it cannot be."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import NotOurs, Transaction, open_store, opening

HOLD = """
import sys
import threading
from pathlib import Path
from bot.store import hold
lock = hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_database_held_by_another_process_is_refused_until_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(NotOurs, match=r"Another referee holds .*a\.db"):
            asyncio.run(open_store(path, wait=0.05))
        holder.kill()
    asyncio.run(opened(path))


async def opened(path: Path) -> None:
    await (await open_store(path, wait=0.05)).close()


def test_a_folder_that_is_missing_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(NotOurs, match="cannot be opened"):
        asyncio.run(open_store(tmp_path / "mistyped" / "a.db", wait=0.05))
    assert not (tmp_path / "mistyped").exists()


def test_a_start_that_is_refused_lets_go_of_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"no database at all" * 100)
    for _ in range(2):
        with pytest.raises(NotOurs, match="cannot be"):
            asyncio.run(open_store(path, wait=0.05))
    assert path.read_bytes() == b"no database at all" * 100


async def test_a_start_that_fails_once_the_database_is_open_closes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, before = tmp_path / "a.db", set(threading.enumerate())
    with monkeypatch.context() as patched:
        patched.setattr(opening, "PRAGMAS", ("journal_mode = WAL", "elsewhere.synchronous = FULL"))
        with pytest.raises(NotOurs, match="unknown database elsewhere"):
            await open_store(path, wait=0.05)
    # A connection that was closed has a thread that ends, a moment later.
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
    assert set(threading.enumerate()) <= before
    assert not path.with_name("a.db-wal").exists()
    await (await open_store(path, wait=0.05)).close()


def migration(number: int, body: str) -> tuple[int, str]:
    return number, f"BEGIN IMMEDIATE; {body} PRAGMA user_version = {number}; COMMIT;"


async def made(path: Path, make_desk: Any) -> int:
    """A database of the latest form with the three entries that open a game; returns the form."""
    async with make_desk(path) as desk:
        await desk.open()
    return opening.migrations()[-1][0]


def form(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def test_a_migration_leaves_a_copy_of_the_old_form_beside(
    tmp_path: Path, monkeypatch: Any, make_desk: Any
) -> None:
    path = tmp_path / "a.db"
    latest = asyncio.run(made(path, make_desk))
    known = opening.migrations()
    later = migration(latest + 1, "CREATE TABLE later (x INTEGER) STRICT;")
    monkeypatch.setattr(opening, "migrations", lambda: [*known, later])
    asyncio.run(opened(path))
    beside = tmp_path / f"a.db.before-{latest + 1}"
    assert (form(path), form(beside)) == (latest + 1, latest)
    assert "later" in tables(path)
    assert "later" not in tables(beside)
    with closing(sqlite3.connect(beside)) as db:
        assert Transaction(db).head(1)[0] == 3
    beside.unlink()
    asyncio.run(opened(path))
    assert not beside.exists()


def test_a_migration_that_fails_half_way_leaves_the_old_form(
    tmp_path: Path, monkeypatch: Any, make_desk: Any
) -> None:
    path = tmp_path / "a.db"
    latest = asyncio.run(made(path, make_desk))
    known = opening.migrations()
    failing = migration(
        latest + 1, "CREATE TABLE later (x); DROP TABLE meta; INSERT INTO nowhere VALUES (1);"
    )
    monkeypatch.setattr(opening, "migrations", lambda: [*known, failing])
    with pytest.raises(NotOurs, match="no such table: nowhere"):
        asyncio.run(open_store(path, wait=0.05))
    assert form(path) == latest
    assert "later" not in tables(path)
    assert "meta" in tables(path)
    monkeypatch.setattr(opening, "migrations", lambda: known)
    asyncio.run(opened(path))


def test_every_migration_carries_its_own_transaction_and_number() -> None:
    for number, script in opening.migrations():
        code = "\n".join(line for line in script.splitlines() if line and not line.startswith("--"))
        assert code.startswith("BEGIN IMMEDIATE;")
        assert code.endswith(f"PRAGMA user_version = {number};\nCOMMIT;")
    assert [number for number, _ in opening.migrations()] == list(range(1, len(opening.migrations()) + 1))
