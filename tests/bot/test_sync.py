"""Discord is told the commands when they are others than before, and then only."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.channel.client import Client
from bot.referee import Referee
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.store import open_store

SYNC = "PUT /applications/{application_id}/commands"


class Told:
    """Counts how often the commands were told."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def __call__(self, method: str, path: str, sent: Any, status: int, answer: Any) -> None:
        self.calls[f"{method} {path}"] += 1

    @property
    def times(self) -> int:
        return self.calls[SYNC]


def now() -> datetime:
    return datetime.now(UTC)


async def nothing(client: Client) -> None:
    """The commands as they are."""


async def start(
    sandbox: Sandbox, database: Path, also: Callable[[Client], Awaitable[None]] = nothing, **options: Any
) -> None:
    """Connects, is ready, leaves."""
    store = await open_store(database)
    try:
        client = Client(store, Referee(store, now, secrets.token_bytes, "0" * 16), now, **options)
        await also(client)
        running = asyncio.create_task(client.start(sandbox.token))
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        await client.close()
        with suppress(asyncio.CancelledError):
            await running
        await sandbox.left()
    finally:
        await store.close()


async def test_the_second_start_tells_nothing(tmp_path: Path) -> None:
    told = Told()
    async with Sandbox(observe=told) as sandbox:
        point_discord_at(sandbox.url)
        await start(sandbox, tmp_path / "a.db")
        assert told.times == 1
        await start(sandbox, tmp_path / "a.db")
        assert told.times == 1
        await start(sandbox, tmp_path / "a.db", always_sync=True)
        assert told.times == 2


async def test_another_definition_is_told_once(tmp_path: Path) -> None:
    told = Told()

    async def another(client: Client) -> None:
        @client.tree.command(description="One more")
        async def more(interaction: Any, count: app_commands.Range[int, 1, 5]) -> None:
            """Never called."""

    async with Sandbox(observe=told) as sandbox:
        point_discord_at(sandbox.url)
        await start(sandbox, tmp_path / "a.db")
        await start(sandbox, tmp_path / "a.db", another)
        await start(sandbox, tmp_path / "a.db", another)
        assert told.times == 2
        await start(sandbox, tmp_path / "a.db")
        assert told.times == 3


async def test_another_discord_has_not_been_told(tmp_path: Path) -> None:
    for expected in (1, 1):
        told = Told()
        async with Sandbox(observe=told) as sandbox:
            point_discord_at(sandbox.url)
            await start(sandbox, tmp_path / "a.db")
            assert told.times == expected


async def test_commands_that_were_refused_are_told_again(tmp_path: Path) -> None:
    told = Told()
    async with Sandbox(observe=told) as sandbox:
        point_discord_at(sandbox.url)
        sandbox.faults.refuse(SYNC, status=403)
        with suppress(Exception):
            await start(sandbox, tmp_path / "a.db")
        await start(sandbox, tmp_path / "a.db")
        assert told.times == 2
        await start(sandbox, tmp_path / "a.db")
        assert told.times == 2
