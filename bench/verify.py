"""How fast and how flat a long ledger is verified: chain and dice, rulings, and the memory they take.

    python -P bench/verify.py [ENTRIES]

Writes a ledger of one game with rulings on one unit, rulings on three units and free DR by turns (20,000
entries if not said), then verifies it in processes of their own. The time of the
processor counts the start of Python; that of the wall clock does not.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bot.canonical import canonical
from bot.codecs import EVENTS
from bot.dice import VerifiableDice, commitment, epoch_key
from bot.events import (
    Cut,
    Entered,
    EpochOpened,
    EpochRevealed,
    GameEnded,
    GameOpened,
    PieceNamed,
    RulingCalled,
    SeatTaken,
    SideOffered,
    Standing,
    UnitAdded,
)
from bot.events_dice import DrRolled
from bot.exported import Exported
from bot.ledger import GENESIS, Entry, Kind, link
from bot.ruleset import rules_hash
from bot.verify import verify
from bot.verify.run import follow
from rules.asl.book import book
from rules.asl.unit_form import read_unit
from rules.asl.words import Module
from rules.event import Event
from rules.json import Object
from rules.rulings import RULINGS

SEED = bytes(range(32))
CUTS = (1456255721799680000, 1456255763742720000)
RULE = "asl.attack"
BOOK = book(Module("asl"))
SQUAD: Object = {"nation": "german", "type": "squad", "counter": "4-6-7", "class": "first_line", "is": []}
UNITS: list[Object] = [{"id": number, **SQUAD} for number in "123"]


class Writer:
    """Chains entries of game 1 and writes their lines."""

    def __init__(self) -> None:
        self.seq, self.head, self.pieces = 0, GENESIS, 0
        self._drawn: Counter[str] = Counter()
        self._key = epoch_key(1, 1, SEED, CUTS)

    def dice(self) -> VerifiableDice:
        return VerifiableDice(self._key, lambda name: self._drawn[name])

    def born(self, origin: str, part: str) -> str:
        self.pieces += 1
        return str(self.pieces)

    def line(
        self,
        kind: Kind,
        events: tuple[Event, ...],
        inputs: Object | None = None,
        dice: VerifiableDice | None = None,
        request: int = 0,
    ) -> bytes:
        drawn = tuple(dice.drawn) if dice else ()
        self._drawn.update(draw.name for draw in drawn)
        self.seq += 1
        entry = Entry(
            *(1, self.seq, kind, 1, str(request or CUTS[1] + self.seq), "p00000000000a"),
            *("2026-01-01T12:00:00.000Z", "/mc result:NMC units:A", inputs or {}, drawn),
            *(tuple(map(EVENTS.write, events)), (), (), 0, (), "", rules_hash()),
        )
        linked = link(entry, self.head)
        self.head = linked.hash
        rest = canonical({"hash": linked.hash.hex(), "posts": []})
        return b'{"entry":' + linked.body + b"," + rest[1:] + b"\n"


def ledger(entries: int) -> Iterator[bytes]:
    """The lines of an export with about so many entries."""
    writer = Writer()
    sides = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
    opened = GameOpened("1", "2", "asl", False, Entered.AGREED, sides)
    yield canonical({"export": 1, "game": 1}) + b"\n"
    yield writer.line(Kind.OPENED, (opened, EpochOpened(1, commitment(1, 1, SEED))))
    for seat, cut in enumerate(CUTS, 1):
        side = sides[seat - 1].name
        joined = SeatTaken(seat, side, f"p{seat}"), Cut(1, seat, str(cut))
        yield writer.line(Kind.JOINED, joined, request=cut)
    units = [read_unit(unit, BOOK) for unit in UNITS]
    added = tuple(UnitAdded(unit.id, 1, f"U{unit.id}", "G5", unit) for unit in units)
    yield writer.line(Kind.ROSTER, added)
    writer.pieces = len(UNITS)
    while writer.seq < entries - 1:
        yield _ruled(writer, 1)
        yield _ruled(writer, 3)
        dice = writer.dice()
        coloured, white = dice.roll("roll:1", 2, 6)
        rolled = DrRolled(1, "German", coloured, white, coloured + white)
        yield writer.line(Kind.ROLLED, (rolled,), {"roll": "dr"}, dice)
    yield writer.line(Kind.ENDED, (EpochRevealed(1, SEED.hex()), GameEnded()))
    yield canonical({"end": writer.seq, "head": writer.head.hex()}) + b"\n"


def _ruled(writer: Writer, count: int) -> bytes:
    """A NMC on units that nothing has happened to."""
    units = UNITS[:count]
    facts: Object = {"opponent": "russian", "known_enemy_in_los": True, "adjacent_enemy": False}
    given: Object = {
        "module": "asl",
        "result": "NMC",
        "units": units,
        "elr": {"german": 3, "russian": 3},
        "facts": facts,
        "choices": {},
    }
    dice, before = writer.dice(), writer.pieces
    ruling = RULINGS[RULE](given, dice, writer.born)
    called = RulingCalled(
        RULE, "NMC", 1, "G5", tuple(Standing(str(unit["id"]), f"U{unit['id']}", "4-6-7") for unit in units)
    )
    named = [PieceNamed(str(piece), 1, f"N{piece}", "G5") for piece in range(before + 1, writer.pieces + 1)]
    return writer.line(Kind.RULING, (called, *ruling.events, *named), {"rule": RULE, "given": given}, dice)


def main(asked: list[str]) -> None:
    """Without a file writes ledgers of two sizes and starts itself on each; with one measures it."""
    if len(asked) == 2 and asked[0] in ("chain", "all"):
        _measure(asked[0], Path(asked[1]))
        return
    entries = int(asked[0]) if asked else 20000
    with tempfile.TemporaryDirectory() as folder:
        for size in (entries // 10, entries):
            file = Path(folder) / f"{size}.jsonl"
            with file.open("wb") as written:
                written.writelines(ledger(size))
            for what in ("chain", "all"):
                subprocess.run([sys.executable, "-P", __file__, what, str(file)], check=True)


def _measure(what: str, file: Path) -> None:
    began = time.perf_counter()
    if what == "chain":
        entries = follow(Exported([file]))[0].seq
        told = f"{entries} entries, chain and dice"
    else:
        found = verify([file])
        entries = found.rulings
        told = f"{entries} rulings, with all the rest"
    seconds = time.perf_counter() - began
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    worked = sum(use.ru_utime + use.ru_stime for use in used)
    print(
        f"{told}: {entries / seconds:,.0f} a second, {entries / worked:,.0f} a second of one processor, "
        f"{max(use.ru_maxrss for use in used) / 1024:.0f} MB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
