"""What the batch of a day costs at the desk: 200 RSUs rolled, committed and rendered, posting apart.

    python -P bench/desk.py

Prints the best and the median of the runs in milliseconds beside the limit; exits 1 where the median is over.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median

from bot.ledger.ruleset import rules_hash
from bot.muster.columns import COLUMNS
from bot.muster.muster import Muster
from bot.muster.read import read_muster
from bot.operations.answering import answer
from bot.operations.campaign import new_campaign
from bot.operations.day import next_phase, waive
from bot.operations.movement import move_dsu
from bot.operations.opening import take_seat
from bot.operations.remo import Edits, sheet_of_day
from bot.operations.setting_up import import_muster
from bot.operations.sheet import ROLL
from bot.play.sitting import Caller, Operation
from bot.referee import Referee
from bot.store import Store, open_store

LIMIT_MS = 100
RUNS = 15
DSUS = 50
RSUS = 4
COLUMN = "ABCDEFGHIJKLM"


def stands_in(number: int, further: int = 0) -> str:
    """Two DSUs in each of the first two rows of a column; `further` rows down there is room for all."""
    return f"{COLUMN[number // 4]}{number % 4 // 2 + 1 + further}"


def muster() -> Muster:
    lines = [",".join(COLUMNS), "edge,west,axis", "edge,north,soviet"]
    lines += [f"sector,{column}{row},axis" for column in COLUMN for row in range(1, 5)]
    for number in range(DSUS):
        lines.append(f"dsu,Division {number},axis,{stands_in(number)}")
        lines += [
            f"rsu,Regiment {number}-{rsu},,,Division {number},other,yes,1,,,70,100,10,10,,"
            for rsu in range(RSUS)
        ]
    return read_muster("bench.csv", "\n".join(lines).encode())


class Asking:
    """A referee on a database of its own, asked by one person who is everything."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._referee = Referee(store, lambda: datetime.now(UTC), secrets.token_bytes, rules_hash())
        self._requests = count(1)

    async def ask(self, operation: Operation) -> int:
        """The number of the entry; everything due counts as posted."""
        entered = await self._referee.enter(Caller(str(next(self._requests)), 1, 1, 1, "/typed"), operation)
        await self._store.write(lambda tx: [tx.outbox.mark(due, 1, b"") for due in tx.outbox.due()])
        return entered.link.entry.seq

    async def rolled(self, operation: Operation) -> float:
        """Milliseconds until the entry is on the disk and its posts are rendered."""
        caller = Caller(str(next(self._requests)), 1, 1, 1, "[Roll]")
        begun = time.perf_counter()
        await self._referee.enter(caller, operation)
        return 1000 * (time.perf_counter() - begun)


async def run(path: Path) -> float:
    store = await open_store(path)
    try:
        desk = Asking(store)
        await desk.ask(new_campaign("bench", solo=True))
        await desk.ask(take_seat("Axis"))
        await desk.ask(take_seat("Soviet"))
        await desk.ask(import_muster(muster(), "bench.csv", ""))
        await desk.ask(next_phase())
        await desk.ask(waive(("all",), "bench"))
        await desk.ask(next_phase())
        for number in range(DSUS):
            await desk.ask(move_dsu(f"Division {number}", stands_in(number, 2)))
        await desk.ask(next_phase())
        await desk.ask(next_phase())
        sheet = await desk.ask(sheet_of_day(Edits()))
        return await desk.rolled(answer(1, sheet, ROLL))
    finally:
        await store.close()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        times = [asyncio.run(run(Path(folder) / f"{number}.db")) for number in range(RUNS)]
    middle = median(times)
    print(f"{DSUS * RSUS} RSUs: best {min(times):.1f} ms, median {middle:.1f} ms, limit {LIMIT_MS} ms")
    return 0 if middle <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
