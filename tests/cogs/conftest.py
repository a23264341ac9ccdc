"""A table with the referee at it, over real sockets, every call held against Discord's specification."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import pytest

from bot.commands.table import Table, set_table
from bot.sandbox.clock import WallClock
from bot.sandbox.contract import Contract

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
TableMaker: TypeAlias = Callable[..., AbstractAsyncContextManager[Table]]

FIGHT = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)


@pytest.fixture
def make_table(tmp_path: Path) -> TableMaker:
    """Sets tables on one database file; `make_table()` again after the first is left is a restart."""

    @asynccontextmanager
    async def made(**options: Any) -> AsyncIterator[Table]:
        contract = Contract.load(SPECIFICATION) if SPECIFICATION.exists() else None
        options.setdefault("database", tmp_path / "table.db")
        observe = contract.observe if contract else None
        async with set_table(clock=options.pop("clock", WallClock()), observe=observe, **options) as table:
            yield table
        if contract:
            contract.check()

    return made


@pytest.fixture
async def table(make_table: TableMaker) -> AsyncIterator[Table]:
    async with make_table() as made:
        yield made


@pytest.fixture
def fight() -> tuple[str, ...]:
    """The lines that open a game between alice (German) and bob (Russian)."""
    return FIGHT


@pytest.fixture
def say() -> Callable[..., Any]:
    """Types lines and gives what came of the last one."""

    async def typed(table: Table, *lines: str) -> Any:
        outcome: Any = None
        for line in lines:
            outcome = await table.typist.type(line)
        return outcome

    return typed


@pytest.fixture
def public(table: Table) -> Callable[[], Any]:
    """What stands in the channel for everybody, in the order posted."""

    async def seen(channel: str = "table") -> list[Any]:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{table.sandbox.keyboard}/posts", params={"channel": channel}) as response,
        ):
            events = await response.json()
        return [event["post"] for event in events if event["event"] == "created"]

    return seen
