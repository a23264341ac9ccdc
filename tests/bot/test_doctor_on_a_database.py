"""What the doctor finds in a database: damaged, another program's, of another form, held."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.doctor import Finding, Word, of_machine
from bot.settings import Settings
from bot.store.opening import migrations

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def words(findings: list[Finding], subject: str) -> list[Word]:
    return [finding.word for finding in findings if finding.subject == subject]


def told(findings: list[Finding], subject: str) -> str:
    return "\n".join(str(finding) for finding in findings if finding.subject == subject)


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.word is not Word.OK]


async def test_a_damaged_database_is_wrong(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    database = tmp_path / "a.db"
    async with make_desk(database) as desk:
        await desk.open()
    spoil(database)
    findings = of_machine(Settings(TOKEN, database), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert "referee restore FILE" in told(findings, "database")


def spoil(database: Path) -> None:
    with database.open("rb+") as file:
        file.seek(4096)
        file.write(os.urandom(8192))


def test_the_database_of_another_program_is_wrong(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    findings = of_machine(Settings(TOKEN, other), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert "another program" in told(findings, "database")


def test_a_database_that_is_not_there_is_made_or_its_folder_missed(tmp_path: Path) -> None:
    assert words(of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON), "database") == [Word.LOOK]
    findings = of_machine(Settings(TOKEN, tmp_path / "missing" / "a.db"), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert not (tmp_path / "a.db").exists()


def test_an_empty_file_and_a_folder_are_told_apart_from_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    findings = of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON)
    assert words(findings, "database") == [Word.LOOK]
    assert "a.db is empty. The first start makes it" in told(findings, "database")
    findings = of_machine(Settings(TOKEN, tmp_path), NOON)
    assert "is a folder. Set database to a file" in told(findings, "database")


SAMPLES = Path(__file__).parents[1] / "samples"
LATEST = migrations()[-1][0]


def test_an_old_form_is_to_be_looked_at_and_a_later_one_is_wrong(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    shutil.copy(SAMPLES / "form-3.db", old)
    findings = of_machine(Settings(TOKEN, old), NOON)
    assert words(findings, "form") == [Word.LOOK]
    assert f"has form 3 of {LATEST}. The next start changes it and keeps a copy" in told(findings, "form")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA user_version = 99")
    findings = of_machine(Settings(TOKEN, old), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert told(findings, "database").endswith(
        f"has form 99, this referee knows up to {LATEST}. Install the later referee again."
    )


async def test_a_database_that_another_program_keeps_from_all_others_is_wrong(
    tmp_path: Path, make_desk: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.doctor.database.BUSY_SECONDS", 0.05)
    database = tmp_path / "a.db"
    async with make_desk(database):
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            findings = of_machine(Settings(TOKEN, database), NOON)
            assert words(findings, "database") == [Word.WRONG]
            assert "database is locked. Close the other program" in told(findings, "database")
        assert bad(of_machine(Settings(TOKEN, database), NOON)) == []


def test_a_look_moves_nothing_out_of_the_log_of_a_referee_that_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    subprocess.run([sys.executable, "-c", KILLED, str(database)], check=False)
    log = database.with_name("a.db-wal")
    before = (log.read_bytes(), database.read_bytes())
    assert before[0]
    assert words(of_machine(Settings(TOKEN, database), NOON), "database") == [Word.OK]
    assert (log.read_bytes(), database.read_bytes()) == before


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store import open_store

async def killed(path):
    store = await open_store(path)
    await store.write(lambda tx: tx.put_meta("kept", "in the log"))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(killed(Path(sys.argv[1])))
"""
