"""What the doctor asks Discord: token, permissions, clock."""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp

from bot.commands.table import set_table
from bot.doctor import Finding, Word
from bot.doctor.online import of_discord
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.settings import Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"


def now() -> datetime:
    return datetime.now(UTC)


def words(findings: list[Finding], subject: str) -> list[Word]:
    return [finding.word for finding in findings if finding.subject == subject]


def told(findings: list[Finding], subject: str) -> str:
    return "\n".join(str(finding) for finding in findings if finding.subject == subject)


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.word is not Word.OK]


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
