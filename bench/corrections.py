"""How long an `/undo` takes in a game of many entries, whose pieces are built anew by it.

    python -P bench/corrections.py [ENTRIES]

Thirty squads, each in a location of its own, take PTCs in turn; 2,000 entries if not said. Then the proposal
to void the last, its consent, and beside them one more check. Discord waits 3 s.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.operations.answering import answer
from bot.operations.correcting import Resting
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import Setup, open_game, take_seat
from bot.operations.roster import Recruits, add_units
from bot.operations.undoing import undo
from bot.play.sitting import Caller
from bot.referee import Answer, Referee
from bot.store import Store, open_store

ALICE, BOB = 11, 22
SQUADS = 30
ENTRIES = 2000
FACTS = {"known_enemy_in_los": False, "adjacent_enemy": False}


class Table:
    """Two players at a referee without Discord, an hour between one call and the next."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._requests = count(1000)
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self._referee = Referee(store, self._clock, secrets.token_bytes, "0123456789abcdef")

    def _clock(self) -> datetime:
        self._now += timedelta(hours=1)
        return self._now

    async def ask(self, who: int, operation: Any) -> Answer:
        caller = Caller(str(next(self._requests)), who, 1, 500, "/typed")
        return await self._referee.enter(caller, operation)

    async def timed(self, what: str, who: int, operation: Any) -> Answer:
        """Prints how many milliseconds it took."""
        start = time.perf_counter()
        answered = await self.ask(who, operation)
        print(f"{what}: {(time.perf_counter() - start) * 1000:.0f} ms")
        return answered


def check(location: int) -> Any:
    return morale_check(Attack("PTC", f"A{location}", facts=FACTS))


async def measure(entries: int, database: Path) -> None:
    store = await open_store(database)
    table = Table(store)
    sides = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
    await table.ask(ALICE, open_game(Setup("asl", sides, False, EnteredDiceAllowed.NEVER)))
    await store.write(lambda tx: [tx.outbox.mark(due, 1, b"") for due in tx.outbox.due()])
    await table.ask(ALICE, take_seat("German"))
    await table.ask(BOB, take_seat("Russian"))
    for location in range(SQUADS):
        await table.ask(ALICE, add_units(Recruits(None, "4-6-7 squad", (), 1, None, f"A{location}")))
    for number in range(entries - SQUADS - 3):
        last = (await table.ask(BOB, check(number % SQUADS))).link.entry
    print(f"{last.seq} entries")
    asked = await table.timed("proposal of a void", ALICE, undo(last.seq, "the bench", Resting()))
    await table.timed("its consent", BOB, answer(1, asked.link.entry.seq, "agree"))
    await table.timed("a check after it", BOB, check(int(last.seq) % SQUADS))
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES, Path(folder) / "bench.db"))
