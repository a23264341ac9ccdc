"""What proposing units costs with 300 on the roster, and what pasting and showing them does.

    python -P bench/roster.py

Prints the median and the slowest of the runs in milliseconds beside the limit; exits 1 where a median is
over.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.operations.opening import Setup, open_game, take_seat
from bot.operations.pasting import paste_units
from bot.operations.roster_view import roster
from bot.operations.targets import units_proposed
from bot.play.sitting import Caller, Sitting
from bot.referee import Referee
from bot.render.roster import pages
from bot.store import Store, Transaction, open_store

UNITS = 300
PROPOSED_MS = 100
SHOWN_MS = 500
PASTED_MS = 2000
RUNS = 50
TYPED = ("", "4", "4-6-7", "g1", "broken", "p29", "#1, #2, 4-6", "nobody at all")
REQUESTS = count(1)


def caller() -> Caller:
    return Caller(str(next(REQUESTS)), 1, 1, 1, "/bench")


def text(units: int) -> str:
    """A roster in which every third unit is broken, four to a location."""
    return "\n".join(
        f"4-6-7 P{unit} @G{unit // 4}{' broken dm' if unit % 3 == 0 else ''}" for unit in range(units)
    )


async def opened(store: Store) -> Referee:
    referee = Referee(store, lambda: datetime.now(UTC), secrets.token_bytes, "0" * 16)
    sides = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
    await referee.enter(caller(), open_game(Setup("asl", sides, True, EnteredDiceAllowed.AGREED)))
    await store.write(_posted)
    for side in ("German", "Russian"):
        await referee.enter(caller(), take_seat(side))
    return referee


def _posted(tx: Transaction) -> None:
    for due in tx.outbox.due():
        tx.outbox.mark(due, 1, b"")


async def timed(run: Callable[[], Awaitable[object]], runs: int) -> list[float]:
    spent = []
    for _ in range(runs):
        began = time.perf_counter()
        await run()
        spent.append((time.perf_counter() - began) * 1000)
    return spent


def told(what: str, spent: list[float], limit: float) -> bool:
    print(f"{what:<40} median {median(spent):7.1f} ms, slowest {max(spent):7.1f} ms, limit {limit} ms")
    return median(spent) <= limit


async def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "bench.db")
        referee = await opened(store)
        await referee.enter(caller(), paste_units(text(UNITS), "German", None))
        holds = []
        for typed in TYPED:
            proposed = partial(referee.look, caller(), partial(units_proposed, typed=typed))
            holds.append(told(f"proposed for {typed!r}", await timed(proposed, RUNS), PROPOSED_MS))
        shown = await timed(partial(referee.look, caller(), _pages), 10)
        holds.append(told(f"shown, {UNITS} units", shown, SHOWN_MS))
        pasted = await timed(lambda: referee.enter(caller(), paste_units(_others(), "German", None)), 3)
        holds.append(told("pasted, 2,000 lines", pasted, PASTED_MS))
        await store.close()
    return 0 if all(holds) else 1


def _pages(sitting: Sitting) -> tuple[str, ...]:
    return pages(roster(None, None, None)(sitting))


def _others() -> str:
    return "\n".join(f"4-6-7 @H{line}" for line in range(2000))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
