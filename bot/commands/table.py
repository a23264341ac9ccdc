"""`referee sandbox`: the loopback Discord with the referee at it, for transcripts and the terminal."""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.archive.rebuild import open_built
from bot.channel import permissions
from bot.channel.client import Client
from bot.channel.limits import Limits
from bot.commands.plays import PLAY_BEGINS, SEED_LINE, PlayClock, entropy_of, plays, read_play
from bot.ledger.ruleset import rules_hash
from bot.play.sitting import Entropy
from bot.referee import Referee
from bot.sandbox import clock as clocks
from bot.sandbox.keeping import keep
from bot.sandbox.offer import Offer
from bot.sandbox.paper import print_post
from bot.sandbox.point import point_discord_at
from bot.sandbox.recalling import recall
from bot.sandbox.rest import Observer
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist
from bot.sandbox.wire import Object, child, text, yes
from bot.sandbox.wrong import WrongUse

SECONDS_A_LINE = 10
DONE, FAILED, WRONG_USE = 0, 1, 2


@dataclass(slots=True)
class Table:
    """A sandbox with a ready referee, and the typist that people's lines go through.

    `client` is another one after the table was started again.
    """

    sandbox: Sandbox
    client: Client
    typist: Typist


@asynccontextmanager
async def set_table(
    database: Path,
    *,
    clock: clocks.Clock | None = None,
    entropy: Entropy = secrets.token_bytes,
    port: int = 0,
    observe: Observer | None = None,
    limits: Limits | None = None,
    temporary: bool = False,
    posts: Path | None = None,
) -> AsyncIterator[Table]:
    """A loopback Discord and the referee connected to it. Raises NotOurs for a database of others.

    The people at a temporary table may start it again, which empties the database. `posts` is the file
    in which the channels are kept, if they are.
    """
    clock = clock or clocks.WallClock()
    one_at_a_time = asyncio.Lock()

    async def again() -> None:
        async with one_at_a_time:
            await chair.aclose()
            await asyncio.to_thread(_remove, database)
            sandbox.empty()
            table.client = await chair.enter_async_context(seat(sandbox, database, entropy, limits))
            sandbox.tell_emptied()
            table.typist.channel = next(iter(sandbox.world.channels.values())).name

    offer = Offer(plays(), "" if temporary else database.name, again if temporary else None)
    async with (
        # No other program of the machine is the bot here, nor reads the channels in its place.
        Sandbox(
            port,
            clock=clock,
            token=secrets.token_urlsafe(),
            observe=observe,
            offer=offer,
            bot_permissions=(permissions.PIN,),
        ) as sandbox,
        aiohttp.ClientSession() as session,
        AsyncExitStack() as memory,
        AsyncExitStack() as chair,
    ):
        if posts is not None:
            recall(sandbox.world, sandbox.uploads, posts)
        point_discord_at(sandbox.url)
        client = await chair.enter_async_context(seat(sandbox, database, entropy, limits))
        if posts is not None:
            memory.callback(keep, sandbox.world, sandbox.uploads, posts)
        table = Table(sandbox, client, Typist(session, sandbox.keyboard))
        yield table


@asynccontextmanager
async def seat(
    sandbox: Sandbox, database: Path, entropy: Entropy, limits: Limits | None
) -> AsyncIterator[Client]:
    """The referee at a sandbox, connected and ready. Raises NotOurs for a database of others."""
    now = sandbox.world.clock.now
    store = await open_built(database)
    try:
        # A sandbox forgets the commands that it was told.
        client = Client(
            store, Referee(store, now, entropy, rules_hash()), now, limits=limits, always_sync=True
        )
        running = asyncio.create_task(client.start(sandbox.token))
        try:
            await _ready(client, running)
            yield client
        finally:
            await client.close()
            with suppress(asyncio.CancelledError):
                await running
    finally:
        await store.close()


def _remove(database: Path) -> None:
    """With what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


async def sandbox(play: str | None, database: Path | None, stay: bool, port: int) -> int:
    """Plays a transcript if one is named; takes lines from the terminal after it, or without one.

    At a table made for it a play has still time and the seeds it names, so that it always goes the same
    way. A table that was kept goes on in real time with real seeds.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = database or Path(folder) / "table.db"
        lines = read_play(play) if play else []
        kept = await asyncio.to_thread(path.exists)
        clock = PlayClock(PLAY_BEGINS)
        if kept or not play:
            clock.let_go()
        entropy = entropy_of(lines) if play and not kept else secrets.token_bytes
        posts = database and database.with_name(f"{database.name}.posts")
        async with set_table(
            path, clock=clock, entropy=entropy, port=port, temporary=database is None, posts=posts
        ) as table:
            async for shown in played(table, lines):
                print(shown)
            if play and not stay:
                return DONE
            clock.let_go()
            await _prompt(table, kept=database is not None)
    return DONE


async def played(table: Table, lines: list[str]) -> AsyncIterator[str]:
    """Each line as typed, then what the channel shows for it. Raises WrongUse for a line it cannot take."""
    for number, line in enumerate(lines, 1):
        if line.startswith("# ") or not line.strip():
            if line.startswith(SEED_LINE):
                continue
            yield line
            continue
        yield f"> {line}"
        # Ids follow from the time: so those of a play depend on its lines alone.
        table.sandbox.faults.advance(SECONDS_A_LINE)
        try:
            for shown in await acted(table, line):
                yield shown
        except WrongUse as wrong:
            raise WrongUse(f"line {number}: {wrong}") from wrong


async def acted(table: Table, line: str) -> list[str]:
    """What a person sees after a line, the later parts of a long answer among it. Raises WrongUse."""
    feed = table.sandbox.world.feed
    before = feed.last
    outcome = await table.typist.type(line)
    await table.client.trail.drain()
    posts: dict[str, Object] = {}
    for event in feed.after(before):
        post = text(event.post, "id")
        promised = post in posts and yes(posts[post], "loading")
        if (event.kind == "created" and text(event.post, "only") in ("", text(outcome, "as"))) or promised:
            posts[post] = event.post
    failed = [f"  {text(outcome, 'failed')}"] if text(outcome, "failed") else []
    shown = [*failed, *map(print_post, posts.values())]
    form = child(outcome, "modal")
    return [*shown, f"  A form opens: {text(form, 'title')}"] if form else shown


async def _ready(client: Client, running: asyncio.Task[None]) -> None:
    ready = asyncio.create_task(client.wait_until_ready())
    await asyncio.wait((ready, running), return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        ready.cancel()
        await running
    await ready


async def _prompt(table: Table, *, kept: bool) -> None:
    print("You are at the table. Type as a player, such as: @alice /game new module:asl side_a:german ...")
    print("`help` explains the lines, an empty line or end of file leaves.", end="")
    print("" if kept else " Nothing is kept: --database FILE keeps the game.")
    print(f"The same table as a page in your browser: {table.sandbox.page}")
    while True:
        print(f"#{table.typist.channel}> ", end="", flush=True)
        line = (await asyncio.to_thread(sys.stdin.readline)).strip()
        if line in ("", "quit", "exit"):
            print()
            return
        if line == "help":
            print(HELP)
            continue
        try:
            for shown in await acted(table, line):
                print(shown)
        except WrongUse as wrong:
            print(wrong)


HELP = """@alice /help             a command of the referee; this one lists the others by task
@alice [Yes]             presses the newest button of that name
@alice [Choose] A; B     picks from a list
@alice fills Taken:3     sends the form that was opened, field by field
@alice menu NAME         a command of the menu of the newest post
@alice uploads PATH      a file; an option file: then takes its name
@alice says hello        a plain message
@alice roles GoW         gives alice this role of the server
#hall                    what follows happens in another channel
# remark                 nothing
A name with spaces stands in quotes: @"Old Bill" /help"""
