"""Opens the database, brings its form up to date, and refuses every file that is not the referee's."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from importlib.resources import files
from pathlib import Path

import aiosqlite
from filelock import FileLock, Timeout

from bot.store.transaction import Transaction
from bot.store.writer import Store, of_the_disk

APPLICATION_ID = 0x52454645
"""`REFE`, in the header of every database of the referee."""

LOCK_SECONDS = 10
BUSY_SECONDS = 2
"""for which another program may hold the database in use: an answer is due to Discord within 3 s"""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
"""of the connection that writes; what is erased is overwritten with zeros, so that nobody reads it there"""


class NotOurs(Exception):
    """The file is no database of this referee, or cannot be opened."""


class NotNow(NotOurs):
    """The machine or another process does not let it be opened; another start may find that otherwise."""


async def open_store(path: Path, *, wait: float = LOCK_SECONDS) -> Store:
    """The store of a database, made or migrated where needed; held alone until it is closed.

    Before a migration a copy stands beside the file as `NAME.before-N`. Waits `wait` seconds for another
    process to let go. Raises NotOurs; no other database is ever opened in its place.
    """
    try:
        async with AsyncExitStack() as opened:
            lock = hold(path, wait)
            opened.callback(lock.release)
            read_only = _prepare(path)
            writing = aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
            writer = await opened.enter_async_context(writing)
            reading_only = aiosqlite.connect(read_only, uri=True, isolation_level=None)
            reader = await opened.enter_async_context(reading_only)
            for pragma in PRAGMAS:
                await writer.execute(f"PRAGMA {pragma}")
            opened.pop_all()
            return Store(writer, reader, lock, BUSY_SECONDS)
    except sqlite3.OperationalError as error:
        raise _failed(f"{path} cannot be opened: {error}.", error) from error


def migrations() -> list[tuple[int, str]]:
    """Every migration in order, each a script that carries its own BEGIN and COMMIT with its number."""
    found = []
    for file in files("bot.store").joinpath("migrations").iterdir():
        numbered = re.fullmatch(r"(\d{3})_[a-z_]+\.sql", file.name)
        if numbered:
            found.append((int(numbered[1]), file.read_text(encoding="utf-8")))
    return sorted(found)


def check_ours(connection: sqlite3.Connection, path: Path) -> int:
    """The form (number of the last migration) of the referee's database; 0 for an empty file.

    Raises NotOurs for another program's file and for one that a later referee wrote.
    """
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        raise _failed(f"{path} cannot be read as a database: {error}.", error) from error
    if application != APPLICATION_ID and (tables or application):
        raise NotOurs(f"{path} is a database of another program. Name another file.")
    latest = migrations()[-1][0]
    if version > latest:
        raise NotOurs(
            f"{path} has form {version}, this referee knows up to {latest}. Install the later referee again."
        )
    return int(version)


def hold(path: Path, wait: float = LOCK_SECONDS) -> FileLock:
    """The lock of a database, taken; only one process has it. Raises NotOurs after `wait` seconds."""
    if not path.parent.is_dir():
        # The lock would make it, and a mistyped path would be a fresh ledger.
        raise NotOurs(f"{path} cannot be opened: there is no folder {path.parent}.")
    lock = FileLock(path.with_name(path.name + ".lock"))
    try:
        lock.acquire(timeout=wait)
    except Timeout:
        raise NotNow(f"Another referee holds {path}; it did not let go within {wait:g} s.") from None
    except OSError as error:
        raise _failed(f"{path} cannot be opened: {error.strerror}.", error) from error
    return lock


@contextmanager
def reading(path: Path, *, alone: bool = False) -> Iterator[sqlite3.Connection]:
    """The database as it stands at one moment, in use or not, for reading only; the lock is not needed.

    `alone` where nobody writes the file, so that it is read even where nothing may be made beside it.
    Raises NotOurs where it is missing, holds no ledger or cannot be read.
    """
    if not path.is_file():
        raise NotOurs(f"{path} does not exist.")
    has_log = path.with_name(path.name + "-wal").exists()
    as_it_stands = "&immutable=1" if alone and not has_log else ""
    address = f"{path.resolve().as_uri()}?mode=ro{as_it_stands}"
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            if not check_ours(connection, path):
                raise NotOurs(f"{path} holds no ledger.")
            connection.execute("BEGIN")
            yield connection
    except sqlite3.OperationalError as error:
        raise _failed(f"{path} cannot be read: {error}.", error) from error


@contextmanager
def scratch() -> Iterator[Transaction]:
    """A store that holds nothing and is gone afterwards; what does not fit into memory lies in a file."""
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        migrate(connection)
        connection.execute("BEGIN")
        yield Transaction(connection)


def _prepare(path: Path) -> str:
    """Bring the form up to date; returns the address under which the file can only be read."""
    try:
        # It holds seeds: the owner alone may read it, and SQLite gives its log the same rights.
        path.touch(mode=0o600)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            version = check_ours(connection, path)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            due = [number for number, _ in migrations() if number > version]
            if due and version:
                _copy(connection, path.with_name(f"{path.name}.before-{due[0]}"))
            migrate(connection)
        return f"{path.resolve().as_uri()}?mode=ro"
    except (sqlite3.DatabaseError, OSError) as error:
        raise _failed(f"{path} cannot be opened: {error}.", error) from error


def _failed(sentence: str, error: Exception) -> NotOurs:
    if isinstance(error, OSError) or of_the_disk(error):
        return NotNow(f"{sentence} `referee doctor` says what to do.")
    return NotOurs(sentence)


def _copy(connection: sqlite3.Connection, beside: Path) -> None:
    with closing(sqlite3.connect(beside)) as copy:
        connection.backup(copy)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the form of an open database up to date, each migration whole or not at all."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for number, script in migrations():
        if number <= version:
            continue
        try:
            connection.executescript(script)
        except sqlite3.Error:
            if connection.in_transaction:
                connection.rollback()
            raise
