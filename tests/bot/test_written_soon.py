"""What nobody waits for is written with the next unit of work, or by itself; whoever reads after sees it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.store import NotWritten, Store, Transaction, open_store, opening, writer


@pytest.fixture
async def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    opened = await open_store(tmp_path / "a.db")
    try:
        yield opened
    finally:
        await opened.close()


def kept(database: Path, name: str) -> str | None:
    """What another program reads in the file."""
    with closing(sqlite3.connect(database)) as other:
        row = other.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return row and row[0]


def put(name: str, value: str) -> writer.Work[None]:
    return lambda tx: tx.put_meta(name, value)


def value(name: str) -> writer.Work[str | None]:
    return lambda tx: tx.meta(name)


async def test_it_stands_before_whatever_is_written_next(store: Store) -> None:
    store.write_soon(put("a", "1"))
    assert await store.write(value("a")) == "1"


async def test_it_stands_before_whatever_is_read_next(store: Store) -> None:
    store.write_soon(put("a", "1"))
    assert await store.read(value("a")) == "1"


async def test_it_is_read_after_while_the_commit_before_it_is_under_way(store: Store) -> None:
    under_way = asyncio.create_task(store.write(put("a", "1")))
    await asyncio.sleep(0)
    store.write_soon(put("b", "2"))
    assert await store.read(value("b")) == "2"
    await under_way


async def test_it_reaches_the_disk_by_itself(store: Store, tmp_path: Path) -> None:
    store.write_soon(put("a", "1"))
    assert kept(tmp_path / "a.db", "a") is None
    async with asyncio.timeout(10):
        # Nobody is told when it is written.
        while kept(tmp_path / "a.db", "a") is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_store_that_closes_writes_it_first(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "a.db")
    store.write_soon(put("a", "1"))
    await store.close()
    assert kept(tmp_path / "a.db", "a") == "1"


async def test_one_that_fails_is_logged_and_hinders_nobody(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(tx: Transaction) -> None:
        tx.put_meta("lost", "1")
        raise ValueError("stumbled")

    store.write_soon(stumble)
    store.write_soon(put("a", "1"))
    assert await store.write(lambda tx: (tx.meta("lost"), tx.meta("a"))) == (None, "1")
    assert [record.getMessage() for record in caplog.records] == [
        "a unit of work for which nobody waits failed"
    ]


async def test_what_the_disk_does_not_take_can_be_read_past_and_is_tried_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "AGAIN_SECONDS", 0.05)
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.write_soon(put("a", "1"))
        with pytest.raises(NotWritten):
            await store.write(put("b", "2"))
        assert await store.read(value("a")) is None
    async with asyncio.timeout(10):
        while kept(tmp_path / "a.db", "a") is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert kept(tmp_path / "a.db", "b") is None


async def test_what_the_disk_did_not_take_is_written_before_what_was_asked_meanwhile(
    store: Store, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.write_soon(put("a", "1"))
        refused = asyncio.create_task(store.write(put("b", "1")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        after = asyncio.create_task(store.write(put("a", "2")))
        await asyncio.wait([refused])
        other.execute("ROLLBACK")
        with suppress(NotWritten):
            await after
    assert isinstance(refused.exception(), NotWritten)
    await store.write(put("a", "2") if after.exception() else put("b", "2"))
    assert await store.read(value("a")) == "2"


async def test_who_asks_while_others_wait_in_vain_does_not_wait_as_long_once_more(
    store: Store, tmp_path: Path
) -> None:
    """Two waits one after the other would be longer than Discord's."""

    async def waits() -> int:
        ((milliseconds,),) = await store._writer.execute_fetchall("PRAGMA busy_timeout")
        return int(milliseconds)

    assert await waits() == 50
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten):
            await store.write(put("a", "1"))
        assert await waits() == 100
    await store.write(put("a", "1"))
    assert await waits() == 50


async def test_a_store_closes_though_the_disk_takes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    store = await open_store(tmp_path / "a.db")
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.write_soon(put("a", "1"))
        async with asyncio.timeout(10):
            await store.close()
    assert kept(tmp_path / "a.db", "a") is None
