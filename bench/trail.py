"""What comparing a channel of 10,000 messages with the ledger costs, over loopback with rate limits off.

    python -P bench/trail.py

Half of the messages are posts of entries, half are people's. Prints the seconds beside the limit, and the
most memory that the comparison of a quarter and of the whole took; exits 1 where the time is over its limit
or the memory grew with the channel.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

from bot.channel.content import content_hash
from bot.channel.embeds import embed
from bot.commands.table import Table, set_table
from bot.operations.rolling import read_dice, roll
from bot.play.sitting import Caller
from bot.referee import Answer
from bot.sandbox.world import Channel
from bot.store.rows import Due
from bot.verify.comparison import Comparison

MESSAGES = 10_000
SECONDS = 60
GROWTH = 1.5
"""how much more memory four times the messages may take"""
GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:True",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
)


async def filled(table: Table) -> Channel:
    """The channel with all its messages; posts are written as the referee writes them."""
    for line in GAME:
        await table.typist.type(line)
    await table.client.trail.drain()
    world, channel = table.sandbox.world, table.sandbox.faults.place("table")
    alice, carol = world.person("alice"), world.person("carol")
    while len(channel.messages) < MESSAGES:
        request = str(world.ids.draw())
        caller = Caller(request, alice.id, world.guild_id, channel.id, "/roll dice:2d6")
        answer = await table.client.referee.enter(caller, roll(read_dice("2d6")))
        await posted(table, channel, answer)
        table.sandbox.board.create(channel, carol, {"content": f"after #{answer.link.entry.seq}"}, {})
    return channel


async def posted(table: Table, channel: Channel, answer: Answer) -> None:
    entry, post = answer.link.entry, answer.posts[0]
    shown = embed(post)
    body = {"content": post.line, "embeds": [dict(shown.to_dict())]}
    message = table.sandbox.board.create(channel, table.sandbox.world.bot, body, {})  # type: ignore[arg-type]
    due = Due(entry.game, entry.seq, 0, channel.id, entry.request)
    await table.client.trail._store.write(
        lambda tx: tx.outbox.mark(due, message.id, content_hash(post.line, [shown]))
    )


async def nothing(_: Comparison) -> None:
    """Nobody watches how far it is."""


async def compared(table: Table, upto: int) -> Comparison:
    found = await table.client.channel_check.compare(1, upto, nothing)
    if not found.finished or found.found:
        raise SystemExit(f"the comparison found what is not there: {found}")
    return found


async def peak(table: Table, upto: int) -> float:
    """The most megabytes that a comparison held at a time, beyond what was there before it."""
    tracemalloc.start()
    await compared(table, upto)
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return most


async def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        async with set_table(Path(folder) / "table.db") as table:
            ids = list((await filled(table)).messages)
            begun = time.perf_counter()
            found = await compared(table, ids[-1])
            seconds = time.perf_counter() - begun
            print(f"{found.messages:,} messages, {found.posts:,} posts: {seconds:.1f} s, limit {SECONDS} s")
            quarter, whole = await peak(table, ids[len(ids) // 4]), await peak(table, ids[-1])
            print(f"memory at most: {quarter:.1f} MB for a quarter, {whole:.1f} MB for the whole")
    return 0 if seconds <= SECONDS and whole <= GROWTH * quarter else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
