"""One writer: units of work, each one synchronous closure, committed together as they gather."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
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


class _Asked(Struct, frozen=True):
    """A unit of work; nobody waits for it where `done` is None, the disk failed it once where `again`."""

    work: Work[Any]
    done: asyncio.Future[Any] | None
    again: bool = False


SOON_SECONDS, AGAIN_SECONDS = 0.25, 5
"""how long what nobody waits for may wait for company, and until it is tried again on a disk that failed"""
HURRIED_MS = 100
"""for which a database is waited for that another program held to the end of the wait before"""


def of_the_disk(error: BaseException) -> bool:
    """Whether it is the machine that failed, not the statement; the low byte of the code tells the kind."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF in OF_THE_DISK


class Store:
    """The database of one process. Made by `open_store`; `close` checkpoints and lets go of the lock."""

    def __init__(
        self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: FileLock, busy_seconds: float
    ) -> None:
        """`busy_seconds`: how long `writer` waits for another program that holds the database."""
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._busy_ms = round(1000 * busy_seconds)
        self._hurried = False
        self._closed = False
        self._asked: list[_Asked] = []
        self._unwritten = 0
        """units for which nobody waits and which were not tried yet: a read waits for them"""
        self._wake = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._write_forever(), name="the one writer")

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and return what it returned once that is on the disk.

        What `work` raises is raised here, and nothing it did stays. Raises NotWritten; RuntimeError once the
        store is closed.
        """
        if self._closed:
            raise RuntimeError("The store is closed.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(work, done))
        self._wake.set()
        return await done

    def write_soon(self, work: Work[None]) -> None:
        """Run `work` with whatever is written next, or by itself a moment later; nobody waits for it.

        All that is read or written after sees it. A crash may lose it: it must be what is found again.
        """
        self._asked.append(_Asked(work, None))
        self._unwritten += 1
        self._wake_in(SOON_SECONDS)

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a connection that cannot write, beside the writer."""
        if self._unwritten:
            # What the disk does not take is tried again; until then it can be read as it is.
            with suppress(NotWritten):
                await self.write(_nothing)
        result: T = await _in_one_hop(self._reader, _consistently, work)
        return result

    async def checkpoint(self) -> None:
        """Move all that was committed from the log beside the file into the file, and empty the log."""
        # Its row is fetched: a statement in progress would let no savepoint be opened.
        await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        self._closed = True
        self._wake.set()
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
        while not self._closed or self._asked:
            await self._wake.wait()
            self._wake.clear()
            gathered, self._asked = self._asked, []
            if gathered:
                await self._commit(gathered)

    async def _commit(self, gathered: list[_Asked]) -> None:
        try:
            outcomes = await _in_one_hop(self._writer, _commit_together, [asked.work for asked in gathered])
        except Exception as error:
            outcomes = [_Failed(_told(error))] * len(gathered)
            await self._hurry(True)
        else:
            await self._hurry(False)
        untaken: list[_Asked] = []
        for asked, outcome in zip(gathered, outcomes, strict=True):
            if asked.done is None:
                untaken += self._settle(asked, outcome)
            elif asked.done.cancelled():
                continue
            elif isinstance(outcome, _Failed):
                asked.done.set_exception(outcome.error)
            else:
                asked.done.set_result(outcome)
        if untaken:
            # Before what was asked meanwhile, which may rest on it.
            self._asked[:0] = untaken
            self._wake_in(AGAIN_SECONDS)

    def _settle(self, asked: _Asked, outcome: object) -> Iterator[_Asked]:
        """What the disk did not take, to be tried again unless the store closes."""
        error = outcome.error if isinstance(outcome, _Failed) else None
        self._unwritten -= not asked.again
        if isinstance(error, NotWritten) and not self._closed:
            yield _Asked(asked.work, None, again=True)
        elif error is not None:
            log.error("a unit of work for which nobody waits failed", exc_info=error)

    async def _hurry(self, hurried: bool) -> None:
        """Who asked while others waited in vain waited with them: two waits are longer than Discord's."""
        if hurried is not self._hurried:
            self._hurried = hurried
            await _in_one_hop(self._writer, _wait_for, HURRIED_MS if hurried else self._busy_ms)

    def _wake_in(self, seconds: float) -> None:
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(seconds, self._wake_now)

    def _wake_now(self) -> None:
        self._later = None
        self._wake.set()


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


def _wait_for(connection: sqlite3.Connection, milliseconds: int) -> None:
    connection.execute(f"PRAGMA busy_timeout = {milliseconds}").fetchall()


def _nothing(tx: Transaction) -> None:
    """Wait for what was asked before."""


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
