"""The subcommands of whoever hosts the referee: backup, restore, doctor."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot import doctor as examination
from bot.archive import backup as backups
from bot.settings import Settings

DONE, FAILED = 0, 1


def backup(database: Path, file: Path, *, force: bool) -> int:
    """Says what was copied."""
    try:
        held = backups.back_up(database, file, force=force)
    except backups.NotWhole as wrong:
        return _not_whole(wrong)
    print(f"{file}: {held}.")
    return DONE


def check(file: Path) -> int:
    """Whether a backup is whole."""
    try:
        held = backups.check(file)
    except backups.NotWhole as wrong:
        return _not_whole(wrong)
    print(f"{file} is whole: {held}.")
    if not backups.made_by_backup(file):
        print("It was copied, not backed up: what then stood in the log beside its database is missing.")
    return DONE


def restore(file: Path, database: Path) -> int:
    """Puts a backup in place of the database."""
    try:
        kept = backups.restore(file, database, _now())
    except backups.NotWhole as wrong:
        return _not_whole(wrong)
    print(f"{database} is {file}." + (f" The database before it is kept as {kept}." if kept else ""))
    return DONE


def doctor(file: Path | None, *, online: bool) -> int:
    """Prints what was found, a line each; 1 if something is wrong."""
    findings = asyncio.run(_examined(file, online=online))
    for finding in findings:
        print(finding)
    return FAILED if any(finding.word is examination.Word.WRONG for finding in findings) else DONE


async def _examined(file: Path | None, *, online: bool) -> list[examination.Finding]:
    settings, findings = examination.of_settings(None, file)
    findings += examination.of_machine(settings, _now())
    if online:
        findings += await _online(settings)
    return findings


async def _online(settings: Settings) -> list[examination.Finding]:
    # The client is a quarter of a second to load, which a look at the machine alone need not wait for.
    from bot.doctor.online import of_discord

    return await of_discord(settings, _now)


def _now() -> datetime:
    return datetime.now(UTC)


def _not_whole(wrong: backups.NotWhole) -> int:
    print(f"NOT WHOLE. {wrong}", file=sys.stderr)
    return FAILED
