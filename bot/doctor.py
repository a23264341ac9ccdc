"""What is wrong with settings, database and machine, and what to do about it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

from bot import backup
from bot.permissions import INSTALL, NEEDED
from bot.settings import BadSetting, Settings, read_settings
from bot.store import NotOurs, hold
from bot.store.opening import check_ours, migrations

TOKEN = re.compile(r"[\w-]{23,}\.[\w-]{6}\.[\w-]{27,}")
LOG_LARGE = 64_000_000
"""bytes in the log beside the database: it is checkpointed at some thousand pages and at a stop"""
DISK_LOW, DISK_TIGHT = 50_000_000, 500_000_000
SQLITE_LEAST = (3, 37, 0)
"""the first with STRICT tables"""
INSTALL_LINK = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
)


class Word(StrEnum):
    OK = "ok"
    LOOK = "look"
    WRONG = "wrong"


SIGNS = {Word.OK: "✓", Word.LOOK: "!", Word.WRONG: "✗"}


class Finding(Struct, frozen=True):
    """One line: what was looked at, what was found, and what to do where that is not well."""

    word: Word
    subject: str
    found: str
    do: str = ""

    def __str__(self) -> str:
        advice = f" {self.do}" if self.do else ""
        return f"{SIGNS[self.word]} {self.word:<5} {self.subject}: {self.found}{advice}"


def of_settings(environment: Mapping[str, str] | None, file: Path | None) -> tuple[Settings, list[Finding]]:
    """The settings, or the defaults where they cannot be read."""
    try:
        settings = read_settings(environment, file)
    except BadSetting as wrong:
        return Settings(), [
            Finding(Word.WRONG, "settings", str(wrong), "The rest is looked at without them.")
        ]
    served = f"{len(settings.guilds)} servers allowed" if settings.guilds else "every server allowed"
    found = f"{served}, {settings.cooldown} commands a person in 10 s."
    return settings, [Finding(Word.OK, "settings", found), *_token(settings), *_log_file(settings)]


def of_machine(settings: Settings, now: datetime) -> list[Finding]:
    """Database, lock, disk, clock, versions."""
    return [
        *_permissions(),
        *_database(settings.database, now),
        *_lock(settings.database),
        *_disk(settings.database),
        *_versions(),
    ]


def _token(settings: Settings) -> Iterator[Finding]:
    if not settings.token:
        do = "Set REFEREE_TOKEN; without it only `referee sandbox` runs."
        yield Finding(Word.WRONG, "token", "there is none.", do)
    elif not TOKEN.fullmatch(settings.token):
        do = "Copy it again from the application's Bot page; it has three parts with dots between."
        yield Finding(Word.WRONG, "token", "it has not the shape of a token.", do)
    else:
        yield Finding(Word.OK, "token", "it has the shape of a token.")


def _log_file(settings: Settings) -> Iterator[Finding]:
    if settings.log_file is None:
        yield Finding(Word.OK, "log", f"{settings.log_level} to standard error.")
        return
    place = settings.log_file if settings.log_file.exists() else settings.log_file.absolute().parent
    if not os.access(place, os.W_OK):
        do = "Make it writable for the user that runs the referee, or set log_file to another."
        yield Finding(Word.WRONG, "log", f"{place} cannot be written.", do)
    else:
        most = settings.log_size * (settings.log_count + 1)
        yield Finding(Word.OK, "log", f"{settings.log_level} to {settings.log_file}, at most {most} MB.")


def _permissions() -> Iterator[Finding]:
    names = ", ".join(name.replace("_", " ").title() for name in NEEDED)
    link = INSTALL_LINK.format("APPLICATION", INSTALL)
    yield Finding(Word.OK, "permissions", f"needed are {names}; the link {link} asks for them.")


def _database(database: Path, now: datetime) -> Iterator[Finding]:
    if not database.exists():
        folder = database.absolute().parent
        if folder.is_dir() and os.access(folder, os.W_OK):
            yield Finding(Word.LOOK, "database", f"{database} is not there.", "The first start makes it.")
        else:
            do = "Make the folder, writable for who runs the referee, or set database to another file."
            yield Finding(Word.WRONG, "database", f"{folder} is no folder that can be written.", do)
        return
    yield from _rights(database)
    yield from _log_beside(database)
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            yield from _form(connection, database)
            (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if said != "ok":
                raise sqlite3.DatabaseError(said)
            held = backup.contents(connection)
            yield Finding(Word.OK, "database", f"{database} is sound: {held}.")
            yield from _clock(held.newest, now)
    except (NotOurs, sqlite3.DatabaseError) as wrong:
        do = "Stop the referee, keep the file, and put the newest backup in place: referee restore FILE."
        yield Finding(Word.WRONG, "database", f"{database}: {str(wrong).rstrip('.')}.", do)


def _form(connection: sqlite3.Connection, database: Path) -> Iterator[Finding]:
    form, latest = check_ours(connection, database), migrations()[-1][0]
    if form < latest:
        found = f"{database} has form {form} of {latest}."
        yield Finding(Word.LOOK, "form", found, "The next start changes it and keeps a copy beside it.")
    else:
        yield Finding(Word.OK, "form", f"{form}, the latest.")


def _rights(database: Path) -> Iterator[Finding]:
    mode = database.stat().st_mode
    if not os.access(database, os.R_OK | os.W_OK):
        do = f"Give it to the user that runs the referee: chown USER {database}."
        yield Finding(Word.WRONG, "rights", f"{database} cannot be read and written.", do)
    elif mode & (stat.S_IRWXG | stat.S_IRWXO):
        do = f"It holds the secret seeds of open games: chmod 600 {database}."
        yield Finding(Word.LOOK, "rights", f"others than the owner may open {database}.", do)
    else:
        yield Finding(Word.OK, "rights", "the owner alone may open the database.")


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


def _disk(database: Path) -> Iterator[Finding]:
    folder = database.absolute().parent
    if not folder.is_dir():
        return
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


def _versions() -> Iterator[Finding]:
    library = version("discord.py")
    found = f"Python {platform.python_version()}, discord.py {library}, SQLite {sqlite3.sqlite_version}."
    if sqlite3.sqlite_version_info < SQLITE_LEAST:
        least = ".".join(map(str, SQLITE_LEAST))
        yield Finding(
            Word.WRONG, "versions", found, f"SQLite {least} or later is needed; take a later Python."
        )
    elif not library.startswith("2.7."):
        do = "The referee is made for discord.py 2.7: install the referee again."
        yield Finding(Word.WRONG, "versions", found, do)
    else:
        yield Finding(Word.OK, "versions", found)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
