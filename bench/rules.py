"""What a ruling, its odds and a loaded rule book cost, beside PyPI's d20 rolling the same dice.

    pip install d20
    python -P bench/rules.py [--profile]

The ruling is a 1MC on a leader and two squads: from the plain request, with verifiable dice that go on from
ruling to ruling, to its events and the lines of its post. Prints the best and the median of many runs beside
the limit; exits 1 where a median is over. `--profile` shows where the time of a ruling goes.

With -P, which all that stands in this folder needs, nobody takes this file for the package `rules`.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from statistics import median

import d20

from bot.ledger.dice import VerifiableDice, epoch_key
from bot.render import asl
from rules.asl import RULINGS
from rules.asl.book import load_book
from rules.asl.odds import odds
from rules.asl.words import Module
from rules.json import Object

RULING_US = 150
ONE_UNIT_MS = 5
STACK_MS = 250
BOOK_MB = 5
RUNS, CHANCED, AT_ONCE = 200, 5, 50

ABTF = Module("abtf")
KEY = epoch_key(1, 1, bytes(32), (11, 12))


def attack(result: str, *units: tuple[str, str, str]) -> Object:
    return {
        "result": result,
        "units": [
            {"id": piece, "nation": "german", "type": kind, "counter": counter, "is": []}
            for piece, kind, counter in units
        ],
        "elr": {"german": 3},
        "facts": {"known_enemy_in_los": True, "adjacent_enemy": True},
    }


LEADER = ("1", "leader", "9-1")
SQUADS = (("2", "squad", "4-6-7"), ("3", "squad", "4-4-7"), ("4", "squad", "4-6-8"))
CHECKED = attack("1MC", LEADER, *SQUADS[:2])
NAMES = {"1": "9-1 Schmidt", "2": "4-6-7 A", "3": "4-4-7 B"}


class Table:
    """Rules the same attack again and again, each time with the next dice of every name."""

    def __init__(self) -> None:
        self.ruled = 0

    def rule(self) -> None:
        dice = VerifiableDice(KEY, lambda name: self.ruled)
        ruling = RULINGS["asl.attack"](CHECKED, dice)
        asl.blocks(ruling.events, NAMES)  # type: ignore[arg-type]  # a ruling of ASL has no others
        self.ruled += 1


@dataclass(frozen=True)
class Took:
    """Seconds of processor that one run takes, whatever else the machine does: the best and the median."""

    best: float
    median: float

    def within(self, limit: float, unit: float) -> bool:
        sign = {1e-6: "us", 1e-3: "ms"}[unit]
        best, middle = self.best / unit, self.median / unit
        print(f"  best {best:.1f} {sign}, median {middle:.1f} {sign}, limit {limit} {sign}")
        return middle <= limit


def timed(run: Callable[[], object], times: int, at_once: int = 1) -> Took:
    taken = []
    for _ in range(times):
        begun = time.process_time()
        for _ in range(at_once):
            run()
        taken.append((time.process_time() - begun) / at_once)
    return Took(min(taken), median(taken))


def ruling_beside_d20() -> bool:
    """Three checks are three 2d6; the dice of Heat of Battle come on top in one ruling of twelve."""

    def rolled() -> str:
        return ", ".join(str(d20.roll("2d6")) for _ in range(3))

    ours = timed(Table().rule, RUNS, AT_ONCE)
    theirs = timed(rolled, RUNS, AT_ONCE)
    print("1MC on a leader and two squads, events and lines")
    good = ours.within(RULING_US, 1e-6)
    print(
        f"  d20 rolls and prints three 2d6 in {theirs.best * 1e6:.1f} us: a ruling takes "
        f"{ours.best / theirs.best:.1f} times as long"
    )
    return good


def chances() -> bool:
    one, stack = attack("2MC", SQUADS[0]), attack("2MC", LEADER, *SQUADS)
    print("odds of one unit under a 2MC")
    quick = timed(lambda: odds("asl.attack", one), CHANCED).within(ONE_UNIT_MS, 1e-3)
    print("odds of a leader and three squads under a 2MC")
    return timed(lambda: odds("asl.attack", stack), CHANCED).within(STACK_MS, 1e-3) and quick


def memory() -> bool:
    """What a book holds on to once it is loaded."""
    folder = files("rules").joinpath("data", "asl")
    load_book(folder, ABTF)
    tracemalloc.start()
    kept = load_book(folder, ABTF)
    held = tracemalloc.get_traced_memory()[0] / 2**20
    tracemalloc.stop()
    print(f"a loaded book of {len(kept.counters)} counters\n  {held:.2f} MB, limit {BOOK_MB} MB")
    return held <= BOOK_MB


def main() -> int:
    if "--profile" in sys.argv[1:]:
        table = Table()
        with cProfile.Profile() as profile:
            timed(table.rule, RUNS, AT_ONCE)
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)
        return 0
    return 0 if all([ruling_beside_d20(), chances(), memory()]) else 1


if __name__ == "__main__":
    sys.exit(main())
