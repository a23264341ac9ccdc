"""`/mc` end to end over the loopback beside a bare discord.py command that makes one durable write.

    python -P bench/command.py [COMMANDS]

Each bot runs in a process of its own against a sandbox in this one. CPU is that of the bot's process, all its
threads; latency runs from the press of the key to the answer at the keyboard, alone and with 32 at once. The
two take turns, five rounds; medians are printed side by side. The goal is a ratio of CPU of at most 1.25.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles

import aiohttp
from msgspec import Struct

from bot.sandbox.server import Sandbox

ROUNDS = 5
AT_ONCE = 32
CHANNELS = 8
TICKS = os.sysconf("SC_CLK_TCK")

REFEREE = """
import os, sys
from bot.__main__ import main
from bot.sandbox.point import point_discord_at
point_discord_at(sys.argv[1])
os.environ.update(REFEREE_TOKEN="sandbox", REFEREE_DATABASE=sys.argv[2])
os.environ.update(REFEREE_COOLDOWN="1000", REFEREE_ASKS_AGAIN="0")
main(["run"])
"""

BARE = """
import sys
import aiosqlite, discord
from bot.sandbox.point import point_discord_at
point_discord_at(sys.argv[1])
intents = discord.Intents(guilds=True, guild_messages=True)
client = discord.Client(intents=intents, guild_ready_timeout=0.05)
tree = discord.app_commands.CommandTree(client)

@tree.command()
async def mc(interaction: discord.Interaction, result: str, location: str) -> None:
    "One durable write, one embed."
    await db.execute("INSERT INTO entry (request, text) VALUES (?, ?)", (str(interaction.id), location))
    shown = discord.Embed(title=location, description="a line\\n" * 12).set_footer(text=result)
    await interaction.response.send_message("one line", embed=shown)

@client.event
async def setup_hook() -> None:
    global db
    db = await aiosqlite.connect(sys.argv[2], isolation_level=None)
    await db.execute("PRAGMA journal_mode = WAL")
    await db.execute("PRAGMA synchronous = FULL")
    await db.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, request TEXT UNIQUE, text TEXT) STRICT")
    await tree.sync()

@client.event
async def on_ready() -> None:
    print("ready as", client.user, file=sys.stderr, flush=True)

client.run("sandbox", log_handler=None)
"""

OPEN = (
    "/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "/game join side:German",
    "/game join side:Russian",
    "/roster add counter:8-1 location:G5 side:German",
    "/roster add counter:4-6-7 number:2 location:G5 side:German",
)
PLAYERS = ("alice", "alice", "bob", "alice", "alice")
PRESSED = "/mc result:PTC location:G5"


class Taken(Struct, frozen=True):
    """Seconds of CPU an interaction; seconds of each answer, one after another and many at once."""

    cpu: float
    alone: tuple[float, ...]
    together: tuple[float, ...]


class Seat(Struct, frozen=True):
    """A keyboard at a table whose bot is the process `pid`."""

    session: aiohttp.ClientSession
    keyboard: str
    pid: int

    async def press(self, who: str, channel: str, line: str) -> float:
        begun = time.perf_counter()
        body = {"as": who, "channel": channel, "line": line}
        async with self.session.post(f"{self.keyboard}/slash", json=body) as answer:
            said = await answer.json()
        shown = said.get("posts") or said.get("replies") or []
        if (
            answer.status != 200
            or not shown
            or any(post.get("only") or post.get("ephemeral") for post in shown)
        ):
            raise RuntimeError(f"{line} in {channel}: {said}")
        return time.perf_counter() - begun


@asynccontextmanager
async def seated(source: str, database: Path) -> AsyncIterator[Seat]:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", source, sandbox.url, str(database)), stderr=asyncio.subprocess.PIPE
        )
        assert process.stderr is not None
        while b"ready as" not in (line := await process.stderr.readline()):
            if not line:
                raise RuntimeError("the bot ended before it was ready")
        for number in range(1, CHANNELS):
            await session.post(f"{sandbox.keyboard}/channels", json={"as": "alice", "name": f"c{number}"})
        try:
            yield Seat(session, sandbox.keyboard, process.pid)
        finally:
            process.terminate()
            await process.communicate()


async def measured(seat: Seat, count: int) -> Taken:
    places = ["table", *(f"c{number}" for number in range(1, CHANNELS))]
    # The first ones warm caches and connections.
    await asyncio.gather(*(seat.press("alice", place, PRESSED) for place in places))
    before = _cpu(seat.pid)
    alone = [await seat.press("alice", places[n % CHANNELS], PRESSED) for n in range(count)]
    together: list[float] = []
    for _ in range(count // AT_ONCE):
        pressed = (
            seat.press("alice" if n % 2 else "bob", places[n % CHANNELS], PRESSED) for n in range(AT_ONCE)
        )
        together += await asyncio.gather(*pressed)
    return Taken((_cpu(seat.pid) - before) / (len(alone) + len(together)), tuple(alone), tuple(together))


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def one(source: str, opening: Sequence[str], count: int) -> Taken:
    with tempfile.TemporaryDirectory() as folder:
        async with seated(source, Path(folder) / "bench.db") as seat:
            for place in ("table", *(f"c{number}" for number in range(1, CHANNELS))):
                for who, line in zip(PLAYERS, opening, strict=False):
                    await seat.press(who, place, line)
            return await measured(seat, count)


async def main(count: int) -> None:
    referee, bare = [], []
    for _ in range(ROUNDS):
        referee.append(await one(REFEREE, OPEN, count))
        bare.append(await one(BARE, (), count))
    print(f"{ROUNDS} rounds of {count} alone and {count // AT_ONCE * AT_ONCE} with {AT_ONCE} at once")
    print(f"{'':<28}{'/mc':>9}{'bare':>9}{'ratio':>8}")
    _told("CPU an interaction", [t.cpu for t in referee], [t.cpu for t in bare], " (goal 1.25)")
    for name, pick in (("alone", lambda t: t.alone), (f"{AT_ONCE} at once", lambda t: t.together)):
        for percent in (50, 99):
            mine, theirs = ([_at(pick(t), percent) for t in taken] for taken in (referee, bare))
            _told(f"{name}, p{percent}", mine, theirs)


def _at(seconds: Sequence[float], percent: int) -> float:
    return quantiles(seconds, n=100)[percent - 1]


def _told(name: str, mine: Sequence[float], theirs: Sequence[float], note: str = "") -> None:
    left, right = median(mine), median(theirs)
    print(f"{name:<28}{left * 1e3:6.2f} ms{right * 1e3:6.2f} ms{left / right:8.2f}{note}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 320))
