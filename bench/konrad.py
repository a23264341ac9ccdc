"""What a day of the sample and a batch of 1,000 RSUs cost, without the ledger.

    python -P bench/konrad.py

Prints the best and the median of the runs in milliseconds beside the limit; exits 1 where a median is over.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median

from msgspec.structs import replace

from rules.json import Json, Object
from rules.konrad import BOOK, RULINGS, desk
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Battle, Campaign, Combatant, Phase
from rules.konrad.formations import Order, Scenario
from rules.konrad.sample import load_sample
from rules.konrad.write_campaign import write_table

DAY_MS = 5
BATCH_MS = 50
RUNS = 50


class Fours:
    """Dice that always show a 4."""

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        return (4,) * count


def day(start: Campaign) -> Campaign:
    """Every DSU moves or fights: orders, moves, three battles, checks, three retreats, Recovery."""
    play = start
    for dsu in start.dsus:
        for rsu in dsu.rsus:
            order = Order.MOB if rsu.usable else Order.RES
            play = rebuild(play, desk.give_order(BOOK, play, rsu.id, order))
    play = replace(play, phase=Phase.MOVEMENT)
    for attacker, sector, defender in (
        ("totenkopf", "D2", "g34"),
        ("wiking", "D4", "g80"),
        ("pz6", "D6", "r93"),
    ):
        play = rebuild(play, desk.move(BOOK, play, attacker, sector))
        won = Combatant(attacker, Scenario.WON, armour_fought=True)
        lost = Combatant(defender, Scenario.LOST, armour_fought=False)
        play = rebuild(play, desk.report_battle(BOOK, play, Battle(sector, False, (won,), (lost,))))
    play = replace(play, dsus=tuple(replace(dsu, moved=True) for dsu in play.dsus))
    checks = RULINGS["konrad.combat_checks"](write_table(BOOK, play), Fours())
    play = rebuild(play, checks.events)
    places = {"g34": "E2", "g80": "E4", "r93": "E6"}
    choices = {f"sector:{dsu}": sector for dsu, sector in places.items()}
    request = {**write_table(BOOK, play), "retreating": list(places), "choices": choices}
    play = rebuild(play, RULINGS["konrad.retreat"](request, Fours()).events)
    return rebuild(play, RULINGS["konrad.recovery"](write_table(BOOK, play), Fours()).events)


def thousand() -> Object:
    """A batch of 1,000 RSUs in 250 DSUs."""
    strength: Object = {kind: {"now": 70, "full": 100} for kind in BOOK.kinds}
    dsus: list[Json] = [
        {
            "id": f"d{dsu}",
            "side": "axis",
            "sector": "A1",
            "moved": True,
            "rsus": [
                {
                    "id": f"r{dsu}_{rsu}",
                    "side": "axis",
                    "category": "other",
                    "fatigue": 1,
                    "strength": strength,
                }
                for rsu in range(4)
            ],
        }
        for dsu in range(250)
    ]
    ground: Object = {"columns": "AB", "rows": 2, "edges": {"axis": "west", "soviet": "east"}, "axis": ["A1"]}
    return {"map": ground, "dsus": dsus}


def measured(what: str, limit: int, run: Callable[[], object]) -> bool:
    times: list[float] = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - begun))
    middle = median(times)
    print(f"{what}: best {min(times):.1f} ms, median {middle:.1f} ms, limit {limit} ms")
    return middle <= limit


def main() -> int:
    start = replace(load_sample(BOOK).campaign, phase=Phase.ORDERS)
    batch = json.loads(json.dumps(thousand()))
    checks = RULINGS["konrad.combat_checks"]
    fast = [
        measured("a day of the sample, 13 DSUs, 41 RSUs", DAY_MS, lambda: day(start)),
        measured("a batch of 1,000 RSUs", BATCH_MS, lambda: checks(batch, Fours())),
    ]
    return 0 if all(fast) else 1


if __name__ == "__main__":
    sys.exit(main())
