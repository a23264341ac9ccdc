"""Copies of a database in use, and whether a copy is whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from bot.archive import rebuild
from bot.ledger.entry import GENESIS, chained
from bot.store import NotOurs, Transaction, hold, reading
from bot.store.opening import APPLICATION_ID, LOCK_SECONDS, migrate
from bot.words.wording import counted
from rules.refusal import DataError, Refused

BESIDE = ("-wal", "-shm")
"""what SQLite keeps beside a database in use"""


class NotWhole(Exception):
    """What a copy of a database lacks; the first thing found."""


class Contents(Struct, frozen=True):
    """How much a database holds; `newest` is the time of the newest entry, "" without one."""

    games: int
    entries: int
    newest: str

    def __str__(self) -> str:
        count = f"{counted(self.games, 'game')}, {counted(self.entries, 'entry', 'entries')}"
        return f"{count}, the newest of {self.newest}" if self.newest else count


def back_up(database: Path, file: Path, *, force: bool = False) -> Contents:
    """Copy the database, in use or not, to `file`, which gets its name when it is complete.

    Raises NotOurs, FileExistsError, NotWhole where it cannot be copied.
    """
    if file.exists() and not force:
        raise FileExistsError(f"{file} exists. Name another file, or say --force.")
    if file.exists() and database.exists() and file.samefile(database):
        raise FileExistsError(f"{file} is the database itself. Name another file.")
    with reading(database) as connection, _beside(file) as partial:
        try:
            _copied(connection, partial)
            with closing(sqlite3.connect(partial)) as copy:
                held = contents(copy)
        except sqlite3.DatabaseError as error:
            raise NotWhole(f"{database} cannot be copied: {error}.") from error
        partial.replace(file)
    return held


def check(file: Path) -> Contents:
    """Whether a copy is whole: ours, sound pages, every chain, and what is built from the entries.

    Raises NotWhole with the first thing that is not, NotOurs. The file itself stays as it is.
    """
    with _checking(file) as connection:
        try:
            _check_pages(connection)
            _check_chains(connection)
            # A private database, on the disk where it grows: the built tables are made again there.
            with closing(sqlite3.connect("", isolation_level=None)) as scratch:
                connection.backup(scratch)
                migrate(scratch)
                rebuild.check(Transaction(scratch))
                return contents(scratch)
        except rebuild.Differs as differs:
            raise NotWhole(f"What was built differs from the entries: {differs.first}.") from differs
        except (sqlite3.DatabaseError, DataError, Refused, ValueError) as error:
            raise NotWhole(f"{file} cannot be read: {error}.") from error


def restore(file: Path, database: Path, now: datetime, *, wait: float = LOCK_SECONDS) -> Path | None:
    """Put a copy in place of the database; returns where the old one is kept.

    Raises NotWhole, NotOurs; also where a referee holds the database.
    """
    check(file)
    if database.exists() and file.samefile(database):
        raise NotOurs(f"{file} is the database itself.")
    with hold(database, wait), reading(file, alone=True) as connection, _beside(database) as partial:
        _copied(connection, partial)
        kept = None
        if database.exists():
            _give_as(partial, database.stat())
            kept = _put_aside(database, now)
        partial.replace(database)
        return kept


def contents(connection: sqlite3.Connection) -> Contents:
    tx = Transaction(connection)
    heads = [tx.head(game) for game in tx.games()]
    return Contents(len(heads), sum(seq for seq, _, _ in heads), max((at for _, _, at in heads), default=""))


def made_by_backup(file: Path) -> bool:
    """False for a plain copy of a database in use: its header says that a log stands beside it."""
    return _header(file)[18:20] == b"\x01\x01"


@contextmanager
def _checking(file: Path) -> Iterator[sqlite3.Connection]:
    """As `reading`; a file that says it is ours and cannot be opened is a damaged one."""
    try:
        with reading(file, alone=True) as connection:
            yield connection
    except NotOurs as wrong:
        if file.is_file() and _header(file)[68:72] == APPLICATION_ID.to_bytes(4):
            raise NotWhole(str(wrong)) from wrong
        raise


def _header(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(100)


def _check_pages(connection: sqlite3.Connection) -> None:
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok":
            raise NotWhole(f"Its pages are damaged: {said}.")
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        raise NotWhole(f"A row of {table} belongs to nothing.")


def _check_chains(connection: sqlite3.Connection) -> None:
    game, seq, head = 0, 0, GENESIS
    for row in Transaction(connection).stored():
        if row[0] != game:
            game, seq, head = row[0], 0, GENESIS
        seq += 1
        if (row[1], row[3]) != (seq, head):
            raise NotWhole(f"Game {game} #{row[1]} does not follow #{seq - 1}.")
        head = chained(head, row[2])
        if row[4] != head:
            raise NotWhole(f"Game {game} #{seq} has another hash than its bytes give.")


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A file of the owner's alone, as it holds seeds; it is gone afterwards unless it was renamed."""
    number, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".partial", dir=file.parent)
    os.close(number)
    partial = Path(name)
    try:
        yield partial
    finally:
        partial.unlink(missing_ok=True)


def _copied(connection: sqlite3.Connection, partial: Path) -> None:
    with closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    with partial.open("rb+") as written:
        os.fsync(written.fileno())


def _put_aside(database: Path, now: datetime) -> Path:
    """Give the database a second name, so that at no moment there is none under the first."""
    kept = database.with_name(f"{database.name}.replaced-{now:%Y%m%dT%H%M%SZ}")
    try:
        os.link(database, kept)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        shutil.copy2(database, kept)
    # A log left by a referee that was killed belongs to the old database and would spoil the new one.
    for ending in BESIDE:
        log = database.with_name(database.name + ending)
        if log.exists():
            log.rename(kept.with_name(kept.name + ending))
    return kept


def _give_as(partial: Path, old: os.stat_result) -> None:
    """To the owner of the old database: the administrator may restore what another user runs."""
    partial.chmod(stat.S_IMODE(old.st_mode))
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(partial, old.st_uid, old.st_gid)
