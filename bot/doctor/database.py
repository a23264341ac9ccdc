"""The database: where it stands, who may open it, whether it is sound and can be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bot.archive import backup
from bot.doctor.finding import Finding, Word
from bot.store import NotOurs, hold, of_the_disk
from bot.store.opening import BUSY_SECONDS, check_ours, migrations

LOG_LARGE = 64_000_000
"""bytes in the log beside the database: it is checkpointed at some thousand pages and at a stop"""
DISK_LOW, DISK_TIGHT = 50_000_000, 500_000_000
BESIDE = ("", "-wal", "-shm", ".lock")
"""what stands in the folder for a database in use"""


def of_database(database: Path, now: datetime) -> Iterator[Finding]:
    """The database, its lock and clock, the disk. What cannot be reached ends the look."""
    folder = database.absolute().parent
    try:
        yield from _place(database, folder)
        if folder.is_dir():
            yield from _disk(database, folder)
        if database.is_file() and database.stat().st_size and not _shut(database, folder):
            yield from _log_beside(database)
            yield from _lock(database)
            yield from _contents(database, now)
    except PermissionError as error:
        do = "Give what leads there to the user that runs the referee, or set database to another file."
        yield Finding(Word.WRONG, "rights", f"{error.filename} cannot be reached by this user.", do)


def _place(database: Path, folder: Path) -> Iterator[Finding]:
    if not folder.is_dir():
        do = "Make it, writable for who runs the referee, or set database to another file."
        yield Finding(Word.WRONG, "database", f"there is no folder {folder}.", do)
    elif _only_read(folder):
        do = "Mount it to be written; if it was, the machine's log (dmesg) tells which fault ended that."
        yield Finding(Word.WRONG, "disk", f"{folder} can only be read.", do)
    elif database.is_dir():
        yield Finding(Word.WRONG, "database", f"{database} is a folder.", "Set database to a file.")
    elif shut := _shut(database, folder):
        names = ", ".join(map(str, shut))
        do = f"Give it to the user that runs the referee: chown USER {' '.join(map(str, shut))}."
        yield Finding(Word.WRONG, "rights", f"this user cannot read and write {names}.", do)
    elif not database.exists() or not database.stat().st_size:
        found = "is empty" if database.exists() else "is not there"
        yield Finding(Word.LOOK, "database", f"{database} {found}.", "The first start makes it.")
    elif database.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        do = f"It holds the secret seeds of open games: chmod 600 {database}."
        yield Finding(Word.LOOK, "rights", f"others than the owner may open {database}.", do)
    else:
        yield Finding(Word.OK, "rights", "the owner alone may open the database.")


def _shut(database: Path, folder: Path) -> list[Path]:
    """The folder or the files in it that this user cannot read and write."""
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return [folder]
    there = [database.with_name(database.name + ending) for ending in BESIDE]
    return [file for file in there if file.exists() and not os.access(file, os.R_OK | os.W_OK)]


def _only_read(folder: Path) -> bool:
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def _contents(database: Path, now: datetime) -> Iterator[Finding]:
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            yield from _form(connection, database)
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise sqlite3.DatabaseError(said)
            # While this connection is open, the other one's end moves nothing from the log into the file.
            _take_turn(database)
            held = backup.contents(connection)
            yield Finding(Word.OK, "database", f"{database} is sound: {held}.")
            yield from _clock(held.newest, now)
    except (NotOurs, sqlite3.DatabaseError) as wrong:
        yield _unsound(database, wrong)


def _take_turn(database: Path) -> None:
    """Begin to write, and write nothing. Raises OperationalError where another program does not let one."""
    address = f"{database.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("ROLLBACK")


def _unsound(database: Path, wrong: Exception) -> Finding:
    """A fault of the machine is not mended by a backup, which would lack what was entered last."""
    cause = wrong.__cause__ if isinstance(wrong, NotOurs) else wrong
    if cause is None:
        return Finding(Word.WRONG, "database", str(wrong))
    found = f"{database}: {str(cause).rstrip('.')}."
    if "locked" in str(cause):
        do = f"Close the other program that has it open; `fuser -v {database}` names it."
    elif of_the_disk(cause):
        do = "Look at disk and rights above, and for faults of the disk in the machine's log (dmesg)."
    else:
        do = "If it is the referee's, stop it, keep the file, and put the newest backup in place: "
        do += "referee restore FILE."
    return Finding(Word.WRONG, "database", found, do)


def _form(connection: sqlite3.Connection, database: Path) -> Iterator[Finding]:
    form, latest = check_ours(connection, database), migrations()[-1][0]
    if form < latest:
        found = f"{database} has form {form} of {latest}."
        yield Finding(Word.LOOK, "form", found, "The next start changes it and keeps a copy beside it.")
    else:
        yield Finding(Word.OK, "form", f"{form}, the latest.")


def _log_beside(database: Path) -> Iterator[Finding]:
    log = database.with_name(database.name + "-wal")
    size = log.stat().st_size if log.exists() else 0
    if size > LOG_LARGE:
        do = "Stop the referee once; that puts it into the database. Some program may hold the database open."
        yield Finding(Word.LOOK, "write-ahead log", f"{_megabytes(size)}.", do)
    else:
        yield Finding(Word.OK, "write-ahead log", f"{_megabytes(size)}.")


def _clock(newest: str, now: datetime) -> Iterator[Finding]:
    ahead = (datetime.fromisoformat(newest) - now).total_seconds() if newest else 0
    if ahead > 1:
        found = f"it is {now:%Y-%m-%d %H:%M:%S} UTC here, {ahead:.0f} s before the newest entry."
        do = "Set the clock (timedatectl set-ntp true); until then entries bear the time of that entry."
        yield Finding(Word.WRONG, "clock", found, do)
    else:
        yield Finding(Word.OK, "clock", "it is not before the newest entry.")


def _lock(database: Path) -> Iterator[Finding]:
    if not database.with_name(database.name + ".lock").exists():
        yield Finding(Word.OK, "lock", "free; no referee runs on this database.")
        return
    try:
        hold(database, 0).release()
        yield Finding(Word.OK, "lock", "free; no referee runs on this database.")
    except NotOurs:
        yield Finding(Word.OK, "lock", "held; a referee runs on this database.")


def _disk(database: Path, folder: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(folder).free
    wanted = max(DISK_TIGHT, 2 * (database.stat().st_size if database.exists() else 0))
    if free < DISK_LOW:
        do = "Make room: where it is full no entry can be made, and so no die falls."
        yield Finding(Word.WRONG, "disk", f"{_megabytes(free)} are free.", do)
    elif free < wanted:
        do = f"Backups and migrations need up to {_megabytes(wanted)}."
        yield Finding(Word.LOOK, "disk", f"{_megabytes(free)} are free.", do)
    else:
        yield Finding(Word.OK, "disk", f"{_megabytes(free)} are free.")


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
