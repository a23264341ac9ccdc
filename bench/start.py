"""Start to ready on loopback and memory at rest, with a database of 100,000 entries.

    python -P bench/start.py [ENTRIES]

Builds the database with real chains, then starts the referee in a process of its own against the sandbox.
Start is counted from the birth of the process, its imports with it; memory a second after it was ready.
Its code may lie compiled beside the sources, as at any start but the first.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.boards.standing import settled
from bot.events.codecs import EVENTS
from bot.events.dice import DiceRolled
from bot.events.table import (
    Cut,
    EnteredDiceAllowed,
    EpochOpened,
    GameEnded,
    GameOpened,
    SeatTaken,
    SideOffered,
)
from bot.ledger.dice import Draw, commitment, epoch_key, faces
from bot.ledger.entry import Entry, Kind, link
from bot.play.game import put
from bot.sandbox.server import Sandbox
from bot.store import Transaction, open_store
from bot.store.rows import Due
from rules.event import Event

GAMES = 20
GUILD, CHANNEL = 10**17, 2 * 10**17
SEED = bytes(32)
CUTS = (11, 12)

SERVE = """
import asyncio, os, sys
from bot.__main__ import main

def there(work):
    from bot.sandbox.point import point_discord_at
    point_discord_at(sys.argv[1])
    return run(work)

run, asyncio.run = asyncio.run, there
os.environ.update(REFEREE_TOKEN="sandbox", REFEREE_DATABASE=sys.argv[2])
main(["run"])
"""
"""`referee run`, but for the address, which it is given once it has loaded"""


def entries(game: int, count: int) -> Iterator[tuple[Entry, tuple[Event, ...]]]:
    """A game of free rolls; all but the last game are ended."""
    sides = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
    key = epoch_key(game, 1, SEED, CUTS)
    for seq in range(1, count + 1):
        kind, dice = Kind.ROLLED, ()
        events: tuple[Event, ...]
        if seq == 1:
            kind = Kind.OPENED
            opened = GameOpened(
                str(GUILD), str(CHANNEL + game), "asl", False, EnteredDiceAllowed.AGREED, sides
            )
            events = (opened, EpochOpened(1, commitment(game, 1, SEED)))
        elif seq <= 3:
            seat, kind = seq - 1, Kind.JOINED
            events = (SeatTaken(seat, sides[seat - 1].name, f"p{seat}"), Cut(1, seat, str(CUTS[seat - 1])))
        elif seq == count and game < GAMES:
            kind, events = Kind.ENDED, (GameEnded(),)
        else:
            thrown = faces(key, "roll:1", seq - 4, 3, 6)
            dice = (Draw("roll:1", seq - 4, 6, thrown),)
            events = (DiceRolled(1, "German", "3d6", 6, thrown, 0, sum(thrown)),)
        yield _entry(game, seq, kind, dice, events), events


def _entry(game: int, seq: int, kind: Kind, dice: tuple[Draw, ...], events: tuple[Event, ...]) -> Entry:
    return Entry(
        *(game, seq, kind, 1, f"{game}{seq:09d}", "p1", f"2026-01-01T{seq // 3600 % 24:02d}:00:00.000Z"),
        *("/roll dice:3d6", {}, dice, tuple(EVENTS.write(event) for event in events)),
        *((), (), 0, (), "", "0" * 16),
    )


async def build(database: Path, total: int) -> None:
    await (await open_store(database)).close()
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        tx = Transaction(connection)
        for game in range(1, GAMES + 1):
            state, prev = None, bytes(32)
            for entry, events in entries(game, total // GAMES):
                linked = link(entry, prev)
                prev = linked.hash
                tx.append(linked)
                tx.outbox.put(game, entry.seq, 1, CHANNEL + game)
                due = Due(game, entry.seq, 0, CHANNEL + game, entry.request)
                tx.outbox.mark(due, CHANNEL + entry.seq, bytes(32))
                state = settled(state, game, events)
            tx.keep_seed(game, 1, SEED)
            if state is not None:
                put(tx, state)
        connection.execute("COMMIT")


async def measure(database: Path) -> tuple[float, float, float]:
    """Seconds from the birth of the process until it is ready, those of loading code alone, MB at rest."""
    async with Sandbox() as sandbox:
        begun = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", SERVE, sandbox.url, str(database)),
            stderr=asyncio.subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        )
        assert process.stderr is not None
        await process.stderr.readline()
        loaded = time.perf_counter() - begun
        while b"ready as" not in await process.stderr.readline():
            pass
        seconds = time.perf_counter() - begun
        await asyncio.sleep(1)
        memory = _resident(process.pid)
        process.terminate()
        await process.wait()
    return seconds, loaded, memory


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_000_000


async def main(total: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "big.db"
        begun = time.perf_counter()
        await build(database, total)
        built = time.perf_counter() - begun
        print(f"{total} entries, {database.stat().st_size / 1_000_000:.0f} MB, built in {built:.1f} s")
        first = await measure(database)
        runs = sorted([await measure(database) for _ in range(5)])
        print(f"first start, which tells the commands: {first[0]:.2f} s")
        seconds, loaded, _ = runs[2]
        _told("start to ready", seconds, 0.5, "s")
        print(f"  of that {loaded:.2f} s from the birth of the process to its first word: loading code")
        _told("at rest", max(memory for _, _, memory in runs), 64, "MB")


def _told(name: str, value: float, goal: float, unit: str) -> None:
    print(f"{name:<16}{value:7.2f} {unit}   goal {goal:g}, ratio {value / goal:.2f}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else 100_000))
