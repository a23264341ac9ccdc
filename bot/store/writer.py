"""One writer: units of work, each one synchronous closure, committed together as they gather."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import aiosqlite
from filelock import FileLock
from msgspec import Struct

from bot.store.transaction import Transaction

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[Transaction], T]

OF_THE_DISK = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
}


class NotWritten(OSError):
    """The disk, or another program that holds the database, let nothing be written; it may do so later."""


class _Failed(Struct, frozen=True):
    error: Exception


def of_the_disk(error: BaseException) -> bool:
    """Whether it is the machine that failed, not the statement; the low byte of the code tells the kind."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in OF_THE_DISK


class Store:
    """The database of one process. Made by `open_store`; `close` checkpoints and lets go of the lock."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: FileLock) -> None:
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._closed = False
        self._due: asyncio.Queue[tuple[Work[Any], asyncio.Future[Any]]] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_forever(), name="the one writer")

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return what it returned once that is on the disk.

        What `work` raises is raised here, and nothing it did stays. Raises NotWritten; RuntimeError once the
        store is closed.
        """
        if self._closed:
            raise RuntimeError("The store is closed.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._due.put_nowait((work, done))
        return await asyncio.shield(done)

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a connection that cannot write, beside the writer."""
        result: T = await _in_one_hop(self._reader, _consistently, work)
        return result

    async def checkpoint(self) -> None:
        """Move all that was committed from the log beside the file into the file, and empty the log."""
        # Its row is fetched: a statement in progress would let no savepoint be opened.
        await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        self._closed = True
        await self._due.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._reader.close()
        try:
            await self.checkpoint()
        except sqlite3.Error as error:
            if not of_the_disk(error):
                raise
            log.error("the log beside the database stays for the next start: %s", error)
        await self._writer.close()
        self._lock.release()

    async def _write_forever(self) -> None:
        while True:
            gathered = [await self._due.get()]
            while not self._due.empty():
                gathered.append(self._due.get_nowait())
            await self._commit(gathered)
            for _ in gathered:
                self._due.task_done()

    async def _commit(self, gathered: list[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        try:
            outcomes = await _in_one_hop(self._writer, _commit_together, [work for work, _ in gathered])
        except Exception as error:
            outcomes = [_Failed(_told(error))] * len(gathered)
        for (_, done), outcome in zip(gathered, outcomes, strict=True):
            if done.cancelled():
                continue
            if isinstance(outcome, _Failed):
                done.set_exception(outcome.error)
            else:
                done.set_result(outcome)


async def _in_one_hop(connection: aiosqlite.Connection, work: Callable[..., Any], argument: Any) -> Any:
    """aiosqlite's own way onto its thread: private, hence the pinned minor and the contract test."""
    return await connection._execute(work, connection._conn, argument)  # type: ignore[no-untyped-call]


def _commit_together(connection: sqlite3.Connection, works: list[Work[Any]]) -> list[Any]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_in_savepoint(connection, work) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def _told(error: Exception) -> Exception:
    if not of_the_disk(error):
        return error
    log.error("the database takes nothing: %s", error)
    return NotWritten(str(error))


def _in_savepoint(connection: sqlite3.Connection, work: Work[Any]) -> Any:
    connection.execute("SAVEPOINT unit")
    try:
        outcome = work(Transaction(connection))
    except Exception as error:
        if of_the_disk(error):
            raise
        connection.execute("ROLLBACK TO unit")
        outcome = _Failed(error)
    connection.execute("RELEASE unit")
    return outcome


def _consistently(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN")
    try:
        return work(Transaction(connection))
    finally:
        connection.execute("ROLLBACK")
