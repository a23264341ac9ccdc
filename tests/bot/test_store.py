"""One writer: what is told as written is on the disk, what failed left nothing, nobody waits for ever."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot.ledger.entry import GENESIS, Entry, Kind, Link, link
from bot.store import NotWritten, Store, Transaction, open_store, opening


def entry(seq: int, request: str, game: int = 1) -> Entry:
    return Entry(
        game,
        seq,
        Kind.ROSTER,
        0,
        request,
        "p1",
        "2026-01-31T12:00:00.123Z",
        "",
        {},
        (),
        (),
        (),
        (),
        0,
        (),
        "",
        "",
    )


def append(tx: Transaction, request: str) -> Link:
    seq, prev, _ = tx.head(1)
    linked = link(entry(seq + 1, request), prev)
    tx.append(linked)
    return linked


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(tmp_path / "a.db")
    try:
        yield opened
    finally:
        await opened.close()


def requests(tx: Transaction) -> list[str]:
    return [linked.entry.request for linked in tx.entries(1)]


class Stumbled(Exception):
    pass


def stumble(tx: Transaction) -> None:
    append(tx, "lost")
    tx.put_meta("lost", "too")
    raise Stumbled


async def test_a_unit_that_fails_leaves_nothing_and_spares_the_others_of_its_commit(store: Store) -> None:
    outcomes = await asyncio.gather(
        store.write(lambda tx: append(tx, "first")),
        store.write(stumble),
        store.write(lambda tx: append(tx, "third")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [Link, Stumbled, Link]
    assert await store.read(requests) == ["first", "third"]
    assert await store.read(lambda tx: tx.meta("lost")) is None


async def test_what_the_database_refuses_is_told_to_its_caller_alone(store: Store) -> None:
    outcomes = await asyncio.gather(
        store.write(lambda tx: append(tx, "same")),
        store.write(lambda tx: append(tx, "same")),
        store.write(lambda tx: append(tx, "other")),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], sqlite3.IntegrityError)
    assert await store.read(requests) == ["same", "other"]


async def test_thirty_two_writers_at_once_get_dense_numbers(store: Store) -> None:
    links = await asyncio.gather(*(store.write(lambda tx, n=n: append(tx, str(n))) for n in range(32)))
    assert sorted(one.entry.seq for one in links) == list(range(1, 33))
    prev = GENESIS
    for one in await store.read(lambda tx: list(tx.entries(1))):
        assert one.prev == prev
        prev = one.hash


async def test_a_caller_who_went_away_changes_nothing(store: Store) -> None:
    leaving = asyncio.create_task(store.write(lambda tx: append(tx, "left")))
    failing = asyncio.create_task(store.write(stumble))
    staying = asyncio.create_task(store.write(lambda tx: append(tx, "stayed")))
    await asyncio.sleep(0)
    leaving.cancel()
    failing.cancel()
    await staying
    assert await store.read(requests) == ["left", "stayed"]
    assert leaving.cancelled()
    assert failing.cancelled()


async def test_what_is_waiting_is_written_before_the_store_closes(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "a.db")
    writes = [asyncio.create_task(store.write(lambda tx, n=n: append(tx, str(n)))) for n in range(5)]
    await asyncio.sleep(0)
    await store.close()
    assert [(await write).entry.seq for write in writes] == [1, 2, 3, 4, 5]


async def test_a_closed_store_refuses_at_once(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "a.db")
    await store.close()
    with pytest.raises(RuntimeError, match="closed"):
        await asyncio.wait_for(store.write(requests), 5)


async def test_where_the_database_gives_up_a_commit_everybody_in_it_is_told(store: Store) -> None:
    def give_up(tx: Transaction) -> None:
        append(tx, "given up")
        tx._db.execute("INSERT OR ROLLBACK INTO meta VALUES ('a', '1'), ('a', '2')")

    async with asyncio.timeout(5):
        outcomes = await asyncio.gather(
            store.write(lambda tx: append(tx, "with it")), store.write(give_up), return_exceptions=True
        )
    assert all(isinstance(outcome, sqlite3.Error) for outcome in outcomes)
    await store.write(lambda tx: append(tx, "after"))
    assert await store.read(requests) == ["after"]


async def test_a_full_disk_is_told_and_what_comes_once_there_is_room_is_written(store: Store) -> None:
    await store.write(lambda tx: append(tx, "before"))
    (pages,) = await pragma(store, "max_page_count")
    await pragma(store, "max_page_count = 1")  # SQLite takes the pages that there are
    outcomes = await asyncio.gather(
        store.write(lambda tx: append(tx, "with it")),
        store.write(lambda tx: tx.put_meta("long", "x" * 100_000)),
        return_exceptions=True,
    )
    assert [str(outcome) for outcome in outcomes] == ["database or disk is full"] * 2
    assert all(isinstance(outcome, NotWritten) for outcome in outcomes)
    await pragma(store, f"max_page_count = {pages}")
    await store.write(lambda tx: append(tx, "after"))
    assert await store.read(requests) == ["before", "after"]


async def pragma(store: Store, words: str) -> tuple[int]:
    (row,) = await store._writer.execute_fetchall(f"PRAGMA {words}")
    return tuple(row)


async def test_another_program_that_holds_the_database_is_waited_for_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    store = await open_store(tmp_path / "a.db")
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten, match="database is locked"):
            await store.write(lambda tx: append(tx, "refused"))
        other.execute("ROLLBACK")
        await store.write(lambda tx: append(tx, "after"))
        assert await store.read(requests) == ["after"]
    await store.close()


FILLED = """
import asyncio, resource, sys
from pathlib import Path
from bot.store import open_store

async def fill(path):
    store = await open_store(path)
    await store.write(lambda tx: tx.put_meta("long", "x" * 300_000))
    # No file grows any more: what is written stands in the log and finds no room beside it.
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, resource.RLIM_INFINITY))
    await store.close()

asyncio.run(fill(Path(sys.argv[1])))
"""


def test_a_stop_without_room_leaves_the_log_to_the_next_start(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    stopped = subprocess.run(
        [sys.executable, "-c", FILLED, str(database)], capture_output=True, text=True, check=False
    )
    assert stopped.returncode == 0, stopped.stderr
    assert "the log beside the database stays for the next start" in stopped.stderr
    assert database.with_name("a.db-wal").exists()

    async def kept() -> str | None:
        store = await open_store(database)
        try:
            return await store.read(lambda tx: tx.meta("long"))
        finally:
            await store.close()

    assert asyncio.run(kept()) == "x" * 300_000


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await store.read(lambda tx: append(tx, "by reading"))


async def test_a_reader_sees_one_moment(store: Store, tmp_path: Path) -> None:
    await store.write(lambda tx: append(tx, "first"))

    def read_around_a_write(tx: Transaction) -> tuple[list[str], list[str]]:
        before = requests(tx)
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            append(Transaction(other), "second")
        return before, requests(tx)

    assert await store.read(read_around_a_write) == (["first"], ["first"])
    assert await store.read(requests) == ["first", "second"]


async def test_the_log_is_kept_whole_and_every_commit_waits_for_the_disk(store: Store) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    found = await store.write(
        lambda tx: [tx._db.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    )
    assert found == ["wal", 2, 1]


async def test_closing_puts_the_whole_log_into_the_file(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "a.db")
    await store.write(lambda tx: append(tx, "first"))
    assert (tmp_path / "a.db-wal").stat().st_size > 0
    await store.close()
    log = tmp_path / "a.db-wal"
    assert not log.exists() or log.stat().st_size == 0
    (tmp_path / "copy.db").write_bytes((tmp_path / "a.db").read_bytes())
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert requests(Transaction(copy)) == ["first"]


async def test_aiosqlite_runs_a_function_on_its_thread_in_the_order_asked() -> None:
    """The private way that the store takes: `_execute` with the connection `_conn`, one hop a call."""
    async with aiosqlite.connect(":memory:", isolation_level=None) as db:
        ran: list[int] = []

        def note(connection: sqlite3.Connection, number: int) -> int:
            assert connection.execute("SELECT 1").fetchone() == (1,)
            ran.append(number)
            return number

        numbers = await asyncio.gather(*(db._execute(note, db._conn, number) for number in range(8)))
        assert numbers == ran == list(range(8))

        def fail(connection: sqlite3.Connection) -> None:
            raise Stumbled

        with pytest.raises(Stumbled):
            await db._execute(fail, db._conn)


async def opened(path: Path) -> None:
    await (await open_store(path, wait=0.05)).close()
