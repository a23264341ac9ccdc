"""How fast and how flat a long ledger is verified: chain and dice, the rulings, then all of it told again.

    python -P bench/verify.py [ENTRIES]

Plays a game of rulings on one unit, rulings on three units and free DR by turns (20,000 entries if not
said), whose units are set up again after each round, then verifies it in processes of their own.
"""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from bot.archive.export import export
from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.ledger.exported import Exported
from bot.ledger.ruleset import rules_hash
from bot.operations.dr import Thrown, roll_dr
from bot.operations.editing import Chosen, remove_units
from bot.operations.ending import end_game
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import Setup, open_game, take_seat
from bot.operations.roster import Recruits, add_units
from bot.play.sitting import Caller, Operation
from bot.referee import Referee
from bot.store import Store, open_store
from bot.verify import verify
from bot.verify.run import applied, follow

FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False}
SIDES = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
ROUNDS = 8
"""how often the same units are fired at before others take their place"""
MEASURED = ("chain", "rulings", "all")


class Player:
    """One person who plays both sides of a game, a minute after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        self._referee = Referee(store, lambda: self._now, lambda size: bytes(range(size)), rules_hash())
        self._requests = count(1456255721799680000)

    async def ask(self, operation: Operation) -> int:
        """The number of the entry."""
        self._now += timedelta(minutes=1)
        caller = Caller(str(next(self._requests)), 1, 1, 1, "/typed")
        return (await self._referee.enter(caller, operation)).link.entry.seq

    async def posted(self) -> None:
        await self._store.write(lambda tx: [tx.outbox.mark(due, 1, b"") for due in tx.outbox.due()])

    async def standing(self) -> list[str]:
        """Units in play, as they are named."""
        return [f"#{row.id}" for row in await self._store.read(lambda tx: tx.pieces(1))]


async def play(file: Path, entries: int) -> None:
    """Write the export of a game with about so many entries."""
    store = await open_store(file.with_suffix(".db"))
    try:
        player = Player(store)
        await player.ask(open_game(Setup("asl", SIDES, True, EnteredDiceAllowed.NEVER)))
        await player.posted()
        await player.ask(take_seat("German"))
        await player.ask(take_seat("Russian"))
        seq = 0
        while seq < entries - 1:
            await player.ask(add_units(Recruits("German", "4-6-7", (), 4, None, "G5")))
            for _ in range(ROUNDS):
                await player.ask(roll_dr(Thrown("IFT", side="German")))
                units = tuple(await player.standing())
                for some in filter(None, (units[:1], units[1:4])):
                    await player.ask(morale_check(Attack("NMC", units=some, facts=FACTS)))
            units = tuple(await player.standing())
            seq = await player.ask(remove_units(Chosen(units, side="German"), "relieved")) if units else seq
        await player.ask(end_game())
        with file.open("wb") as written:
            written.writelines(await store.read(lambda tx: list(export(tx, 1))))
    finally:
        await store.close()


def main(asked: list[str]) -> None:
    """Without a file writes ledgers of two sizes and starts itself on each; with one measures it."""
    if len(asked) == 2 and asked[0] in MEASURED:
        _measure(asked[0], Path(asked[1]))
        return
    entries = int(asked[0]) if asked else 20000
    with tempfile.TemporaryDirectory() as folder:
        for size in (entries // 10, entries):
            file = Path(folder) / f"{size}.jsonl"
            asyncio.run(play(file, size))
            for what in MEASURED:
                subprocess.run([sys.executable, "-P", __file__, what, str(file)], check=True)


def _measure(what: str, file: Path) -> None:
    exported = Exported([file])
    entries = follow(exported)[0].seq if what == "rulings" else 0
    began, worked = time.perf_counter(), _worked()
    if what == "chain":
        count = follow(exported)[0].seq
        told = f"{count} entries, chain and dice"
    elif what == "rulings":
        count = sum(ruled.rulings for ruled in applied(exported, entries, rules_hash()))
        told = f"{count} rulings applied again"
    else:
        count = verify([file]).entries
        told = f"{count} entries, all of that and each made again as its command did"
    seconds, worked = time.perf_counter() - began, _worked() - worked
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(
        f"{told}: {count / seconds:,.0f} a second, {count / worked:,.0f} a second of one processor, "
        f"{max(_peak(), children) / 1024:.0f} MB"
    )


def _worked() -> float:
    """Seconds of processor that this program and those it started have had."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in used)


def _peak() -> int:
    """The most memory in KB that this program held; `ru_maxrss` counts what started it as well."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    main(sys.argv[1:])
