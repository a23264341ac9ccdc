"""`referee doctor` says what is wrong and what to do."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot import doctor
from bot.__main__ import main
from bot.commands.table import set_table
from bot.doctor import Finding, Word, of_machine, of_settings
from bot.doctor_online import of_discord
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.settings import Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def now() -> datetime:
    return datetime.now(UTC)


def words(findings: list[Finding], subject: str) -> list[Word]:
    return [finding.word for finding in findings if finding.subject == subject]


def told(findings: list[Finding], subject: str) -> str:
    return "\n".join(str(finding) for finding in findings if finding.subject == subject)


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.word is not Word.OK]


async def test_a_healthy_referee_is_found_so(desk: Any, tmp_path: Path) -> None:
    await desk.open()
    settings, findings = of_settings({"REFEREE_TOKEN": TOKEN}, None)
    assert bad(findings) == []
    settings = Settings(TOKEN, tmp_path / "desk.db")
    findings = of_machine(settings, NOON)
    assert bad(findings) == []
    assert "desk.db is sound: 1 game, 3 entries, the newest of 2026-01-01T00:00:00.000Z" in told(
        findings, "database"
    )
    assert "held; a referee runs" in told(findings, "lock")


async def test_without_a_referee_the_lock_is_free(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    async with make_desk(tmp_path / "a.db"):
        pass
    findings = of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON)
    assert "free; no referee runs" in told(findings, "lock")


@pytest.mark.parametrize(
    ("environment", "subject", "said"),
    [
        ({}, "token", "Set REFEREE_TOKEN"),
        ({"REFEREE_TOKEN": "my-password"}, "token", "it has three parts"),
        ({"REFEREE_COOLDOWN": "many"}, "settings", "cooldown is a whole number from 1 to 1000, not many"),
        ({"REFEREE_TOKN": "x"}, "settings", "tokn is no setting"),
        ({"REFEREE_LOG_FILE": "/nowhere/referee.log"}, "log", "/nowhere cannot be written"),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], subject: str, said: str) -> None:
    _, findings = of_settings(environment, None)
    assert words(findings, subject) == [Word.WRONG]
    assert said in told(findings, subject)


async def test_a_clock_behind_the_newest_entry_is_wrong(desk: Any, tmp_path: Path) -> None:
    await desk.open()
    findings = of_machine(Settings(TOKEN, tmp_path / "desk.db"), datetime(2025, 12, 31, 23, tzinfo=UTC))
    assert words(findings, "clock") == [Word.WRONG]
    assert "3600 s before the newest entry. Set the clock" in told(findings, "clock")


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


async def test_rights_of_others_are_to_be_looked_at(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    database = tmp_path / "a.db"
    async with make_desk(database):
        pass
    assert words(of_machine(Settings(TOKEN, database), NOON), "rights") == [Word.OK]
    database.chmod(0o644)
    findings = of_machine(Settings(TOKEN, database), NOON)
    assert words(findings, "rights") == [Word.LOOK]
    assert "chmod 600" in told(findings, "rights")


async def test_a_long_log_and_a_full_disk_are_told(
    desk: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.open()
    monkeypatch.setattr(doctor, "LOG_LARGE", 10)
    monkeypatch.setattr(doctor, "DISK_LOW", 10**18)
    findings = of_machine(Settings(TOKEN, tmp_path / "desk.db"), NOON)
    assert words(findings, "write-ahead log") == [Word.LOOK]
    assert words(findings, "disk") == [Word.WRONG]


def test_the_exit_code_is_1_where_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_TOKEN", raising=False)
    assert main(["doctor"]) == 1
    assert "✗ wrong token: there is none." in capsys.readouterr().out
    monkeypatch.setenv("REFEREE_TOKEN", TOKEN)
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "✗" not in shown
    assert TOKEN not in shown
    file = tmp_path / "other.toml"
    file.write_text("colour = 'red'\n")
    assert main(["doctor", "--settings", str(file)]) == 1
    assert "colour is no setting" in capsys.readouterr().out


FIGHT = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"


async def test_discord_takes_the_token_and_the_channel_allows_all(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        await table.typist.type(FIGHT)
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert bad(findings) == []
        assert words(findings, "game 1") == [Word.OK]
        assert "permissions=2252074691709952" in told(findings, "login")


async def test_a_missing_permission_is_named_for_its_game(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        await table.typist.type(FIGHT)
        table.sandbox.faults.deny("table", ["embed_links", "send_messages"])
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert words(findings, "game 1") == [Word.WRONG]
        assert "its channel lacks Send Messages, Embed Links, Attach Files. Edit" in told(findings, "game 1")
        table.sandbox.faults.delete_channel("table")
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert "its server or channel is gone" in told(findings, "game 1")


async def test_in_a_thread_its_own_permission_counts(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        async with (
            aiohttp.ClientSession() as session,
            session.post(
                f"{table.sandbox.keyboard}/threads", json={"as": "alice", "channel": "table", "name": "hill"}
            ) as response,
        ):
            assert response.status == 200
        await table.typist.type("#hill")
        await table.typist.type(FIGHT)
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert words(findings, "game 1") == [Word.OK]
        table.sandbox.faults.deny("table", ["send_messages_in_threads"])
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert "lacks Send Messages In Threads" in told(findings, "game 1")


async def test_a_token_that_discord_refuses_is_wrong(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
        findings = await of_discord(Settings(TOKEN, tmp_path / "a.db"), now)
        assert words(findings, "login") == [Word.WRONG]
        assert "Discord refuses the token. Make a fresh one" in told(findings, "login")


async def test_clocks_apart_are_told(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
        for seconds, word in ((0, Word.OK), (-30, Word.LOOK), (3600, Word.WRONG)):

            def clock(seconds: int = seconds) -> datetime:
                return now() + timedelta(seconds=seconds)

            assert words(await of_discord(Settings("", tmp_path / "a.db"), clock), "clock") == [word]


async def test_no_discord_at_all_is_told(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
    findings = await of_discord(Settings(TOKEN, tmp_path / "a.db"), now)
    assert "it cannot be reached" in told(findings, "Discord")


ONLINE = """
import sys
from bot.sandbox.point import point_discord_at
from bot.__main__ import main
point_discord_at(sys.argv[1])
sys.exit(main(["doctor", "--online"]))
"""


async def test_the_command_asks_discord_where_it_is_told_to(tmp_path: Path) -> None:
    async with Sandbox(token=TOKEN) as sandbox:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", ONLINE, sandbox.url),
            stdout=asyncio.subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "REFEREE_TOKEN": TOKEN},
        )
        shown, _ = await process.communicate()
    lines = shown.decode().splitlines()
    assert process.returncode == 0
    assert any(line.startswith("✓ ok    login: as application ") for line in lines)
    assert any(line.startswith("✓ ok    clock: 0 s apart") or "1 s apart" in line for line in lines)
