"""`referee run` as the host starts and stops it: a first connection that fails, and SIGTERM."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sandbox.faults import Faults
from bot.sandbox.messages import post
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist

RUN = """
import sys
from bot.__main__ import main
from bot.sandbox.point import point_discord_at
point_discord_at(sys.argv[1])
sys.exit(main(["run"]))
"""
"""`referee run`, but for the address of Discord"""
LOGIN = "GET /users/@me"
SYNC = "PUT /applications/{application_id}/commands"
REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"


@asynccontextmanager
async def started(sandbox: Sandbox, database: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    environment = {**os.environ, "REFEREE_TOKEN": "sandbox", "REFEREE_DATABASE": str(database)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", RUN, sandbox.url), env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def said(process: asyncio.subprocess.Process, words: str) -> None:
    """Waits until the log says this."""
    assert process.stderr is not None
    async with asyncio.timeout(30):
        while words not in (line := (await process.stderr.readline()).decode()):
            assert line, f"it ended without saying {words!r}"


@pytest.mark.parametrize("wish", [signal.SIGTERM, signal.SIGINT])
async def test_a_first_connection_that_fails_is_tried_again(tmp_path: Path, wish: signal.Signals) -> None:
    async with Sandbox() as sandbox:
        sandbox.faults.close_gateway()
        async with started(sandbox, tmp_path / "run.db") as process:
            await said(process, "no connection")
            sandbox.faults.open_gateway()
            await said(process, "ready as")
            process.send_signal(wish)
            await process.communicate()
            assert process.returncode == 0


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda faults: faults.refuse(LOGIN, status=503), id="out of order"),
        pytest.param(lambda faults: faults.limit(LOGIN, via=False), id="shut out by Cloudflare"),
        pytest.param(lambda faults: faults.refuse(SYNC, status=503), id="commands not taken"),
    ],
)
async def test_a_login_that_discord_fails_to_answer_is_tried_again(
    tmp_path: Path, fault: Callable[[Faults], None]
) -> None:
    async with Sandbox() as sandbox:
        fault(sandbox.faults)
        async with started(sandbox, tmp_path / "run.db") as process:
            await said(process, "no connection")
            await said(process, "ready as")
            process.send_signal(signal.SIGTERM)
            await process.communicate()
            assert process.returncode == 0


async def test_a_token_that_discord_refuses_ends_it_as_wrong_use(tmp_path: Path) -> None:
    async with (
        Sandbox(token="another") as sandbox,
        started(sandbox, tmp_path / "run.db") as process,
    ):
        await said(process, "Discord refuses the token; make a fresh one")
        await process.communicate()
        assert process.returncode == 2


async def test_it_can_be_stopped_while_there_is_no_connection(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        sandbox.faults.close_gateway()
        async with started(sandbox, tmp_path / "run.db") as process:
            await said(process, "no connection")
            process.send_signal(signal.SIGTERM)
            await asyncio.wait_for(process.communicate(), 20)
            assert process.returncode == 0


async def test_sigterm_posts_what_is_due_and_closes_the_log_of_the_database(
    tmp_path: Path, fight: tuple[str, ...]
) -> None:
    database = tmp_path / "run.db"
    async with Sandbox(patience=5) as sandbox, aiohttp.ClientSession() as session:
        async with started(sandbox, database) as process:
            await said(process, "ready as")
            typist = Typist(session, sandbox.keyboard)
            for line in fight:
                await typist.type(line)
            sandbox.faults.delay(REPLY, seconds=1)
            typed = asyncio.create_task(typist.type("@bob /roster add counter:4-4-7 squad location:G5"))
            await asyncio.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            await process.communicate()
            assert process.returncode == 0
            await typed
        posts: list[Any] = [post(sandbox.world, m) for m in sandbox.faults.place("table").messages.values()]
    assert [said["content"].split()[0] for said in posts] == ["#1", "#2", "#3", "#4"]
    assert not database.with_name("run.db-wal").exists()
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("SELECT count(*) FROM outbox WHERE message IS NULL").fetchone() == (0,)
