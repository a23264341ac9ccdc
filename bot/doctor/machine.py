"""The machine: its database and disk, the versions of what the referee rests on."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from importlib.metadata import version

from bot.doctor.database import of_database
from bot.doctor.finding import Finding, Word
from bot.settings import Settings

SQLITE_LEAST = (3, 37, 0)
"""the first with STRICT tables"""


def of_machine(settings: Settings, now: datetime) -> list[Finding]:
    """Database, lock, disk, clock, versions."""
    return [*of_database(settings.database, now), *_versions()]


def _versions() -> Iterator[Finding]:
    library = version("discord.py")
    found = f"Python {platform.python_version()}, discord.py {library}, SQLite {sqlite3.sqlite_version}."
    if sqlite3.sqlite_version_info < SQLITE_LEAST:
        least = ".".join(map(str, SQLITE_LEAST))
        do = f"SQLite {least} or later is needed; take a later Python."
        yield Finding(Word.WRONG, "versions", found, do)
    elif not library.startswith("2.7."):
        do = "The referee is made for discord.py 2.7: install the referee again."
        yield Finding(Word.WRONG, "versions", found, do)
    else:
        yield Finding(Word.OK, "versions", found)
