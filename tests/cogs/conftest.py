"""A table with the referee at it, over real sockets, every call held against Discord's specification."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import pytest

from bot.archive.export import export
from bot.channel.client import Client
from bot.commands.table import PLAY_BEGINS, PlayClock, Table, entropy_of, set_table
from bot.ledger.ruleset import rules_hash
from bot.referee import Referee
from bot.sandbox.clock import WallClock
from bot.sandbox.contract import Contract
from bot.sandbox.messages import post
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist
from bot.store import Transaction, open_store, reading
from bot.verify import verify

SPECIFICATION = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
TableMaker: TypeAlias = Callable[..., AbstractAsyncContextManager[Table]]

MUSTERS = Path(__file__).with_name("musters")
SEED_OF_K8 = "# seed 0000000000000000000000000000000000000000000000000000000000000038"
OFFICES = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign role gow who:@gustav",
    "@axel /campaign role commander dsu:96. Infanterie who:@carl",
    "@carl /campaign role deputy of:96. Infanterie who:@dora",
    "@axel /campaign role deputy of:axis who:@otto",
    "@greta /campaign role server role:@GoW",
)
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
        database = options["database"]
        async with set_table(clock=options.pop("clock", WallClock()), observe=observe, **options) as table:
            yield table
        _verify_all(database, tmp_path)
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
def given(tmp_path: Path) -> Any:
    """The request that the last entry kept."""

    def last() -> Any:
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
            (body,) = connection.execute("SELECT body FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        return json.loads(body)["inputs"]["given"]

    return last


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
def step() -> Callable[..., Any]:
    """As `say`, ten seconds a line: ids, and so the cuts, follow from the lines alone at a still clock."""

    async def typed(table: Table, *lines: str) -> Any:
        outcome: Any = None
        for line in lines:
            table.sandbox.faults.advance(10)
            outcome = await table.typist.type(line)
            await table.client.trail.drain()
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


@pytest.fixture
def keys() -> Callable[..., Any]:
    """One act at the keyboard by its word, such as `click`; `who` acts. Gives what came of it."""

    async def act(table: Table, word: str, who: str, **body: Any) -> Any:
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{table.sandbox.keyboard}/{word}", json={"as": who, **body}) as response,
        ):
            outcome = await response.json()
        assert response.status == 200, outcome
        return outcome

    return act


@pytest.fixture
def standing() -> Callable[..., list[Any]]:
    """The posts of a channel as everybody sees them now, edits and all."""

    def seen(table: Table, channel: str = "table") -> list[Any]:
        place = table.sandbox.faults.place(channel)
        return [post(table.sandbox.world, message) for message in place.messages.values()]

    return seen


@pytest.fixture
def entered(tmp_path: Path) -> Callable[[], list[tuple[int, int, str]]]:
    """Game, seq and kind of every entry, as another program reads them from the file."""

    def rows() -> list[tuple[int, int, str]]:
        with closing(sqlite3.connect(tmp_path / "table.db")) as connection:
            return connection.execute("SELECT game, seq, kind FROM entry ORDER BY game, seq").fetchall()

    return rows


@pytest.fixture
def restarted(tmp_path: Path) -> Callable[..., AbstractAsyncContextManager[Callable[[], Any]]]:
    """A sandbox that stays; each call of what it gives starts client and store again on the one file.

    `between` is done while neither runs.
    """

    @asynccontextmanager
    async def staying(patience: float = 3.0) -> AsyncIterator[Callable[[], Any]]:
        contract = Contract.load(SPECIFICATION) if SPECIFICATION.exists() else None
        observe = contract.observe if contract else None
        async with (
            Sandbox(observe=observe, patience=patience) as sandbox,
            aiohttp.ClientSession() as session,
            AsyncExitStack() as at,
        ):
            point_discord_at(sandbox.url)

            async def restart(between: Callable[[], object] = lambda: None) -> Table:
                await at.aclose()
                await sandbox.left()
                between()
                client = await at.enter_async_context(running(sandbox, tmp_path / "table.db"))
                return Table(sandbox, client, Typist(session, sandbox.keyboard))

            yield restart
        if contract:
            contract.check()

    return staying


@pytest.fixture
def twin() -> Callable[..., AbstractAsyncContextManager[Client]]:
    """Starts a second referee at a sandbox, on another database."""
    return running


def _verify_all(database: Path, folder: Path) -> None:
    """Every game played at a table is true: chain, dice and rulings; where a test dropped no guard."""
    with reading(database) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'entry_stays'").fetchone():
            return
        tx = Transaction(connection)
        for game in tx.games():
            file = folder / f"verified-{game}.jsonl"
            file.write_bytes(b"".join(export(tx, game)))
            verify([file])


@asynccontextmanager
async def running(sandbox: Sandbox, database: Path) -> AsyncIterator[Client]:
    """The referee at a sandbox, stopped as `referee run` stops it."""
    store = await open_store(database)
    now = sandbox.world.clock.now
    client = Client(store, Referee(store, now, secrets.token_bytes, rules_hash()), now, always_sync=True)
    task = asyncio.create_task(client.start(sandbox.token))
    try:
        async with asyncio.timeout(20):
            # Before it has logged in, a client has nothing that could be waited for.
            while not client.is_ready():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield client
        await client.trail.drain()
    finally:
        await client.close()
        await task
        await store.close()


@pytest.fixture
def proposed(table: Any, keys: Any) -> Any:
    async def values(line: str, who: str = "alice", **body: Any) -> list[str]:
        outcome = await keys(table, "autocomplete", who, line=line, **body)
        assert outcome["failed"] is None
        assert all(choice["name"] == choice["value"] for choice in outcome["choices"])
        return [choice["value"] for choice in outcome["choices"]]

    return values


@pytest.fixture
async def day(make_table: TableMaker) -> AsyncIterator[Any]:
    """A table whose dice fall the same each time, with the muster of K8 uploaded as greta."""
    options = {"clock": PlayClock(PLAY_BEGINS), "entropy": entropy_of([SEED_OF_K8])}
    async with make_table(**options) as made:
        await made.typist.type(f"@greta uploads {MUSTERS / 'k8.csv'}")
        yield made


@pytest.fixture
def give(table: Any, say: Any, tmp_path: Path) -> Any:
    """Uploads a file as greta, then imports it; gives what came of it."""

    async def imported(data: bytes | str, name: str = "muster.csv", options: str = "") -> Any:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        await say(table, f"@greta uploads {path}")
        return await say(table, f"@greta /campaign import file:{name} {options}")

    return imported


@pytest.fixture
async def desk(table: Any, say: Any, tmp_path: Any) -> Any:
    await say(table, "@hans roles GoW", *OFFICES)
    (tmp_path / "none.csv").write_text("row\n", encoding="utf-8")
    return table
