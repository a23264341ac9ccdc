"""Every draw of a game as CSV, a row each, for the statistics that people make of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from bot.events.codecs import EVENTS
from bot.events.dice import DiceRolled, DieRolled, DrRolled
from bot.events.table import RulingCalled
from bot.ledger.dice import ENTERED
from bot.ledger.entry import Entry, Kind, struck
from bot.store import Transaction
from rules.json import Json

COLUMNS = (
    *("game", "seq", "at", "actor", "what", "die", "n", "sides", "faces", "total", "source", "epoch"),
    *("void_by", "counts_in"),
)


def rolls(tx: Transaction, game: int) -> Iterator[bytes]:
    """A head row, then a row a draw: `source` is `seed` or `entered`, `void_by` the entry that voids it.

    `counts_in` is the standing entry that is ruled with the draw: its own, or the amendment that carries it;
    "" where it counts no more. No text of a player's stands in it, which a spreadsheet might take for a
    formula.
    """
    yield _row(COLUMNS)
    void = struck(tx.voids.voiding(game))
    for link in tx.entries(game):
        entry = link.entry
        what = _what(entry) if entry.dice else ""
        by = void.get(entry.seq, 0)
        carried = _carried(tx, entry, by) if by and entry.dice else frozenset()
        for draw in entry.dice:
            counts_in = entry.seq if not by else by if draw.name in carried else ""
            yield _row(
                (
                    *(game, entry.seq, entry.at, entry.actor, what, draw.name),
                    "" if draw.n == ENTERED else draw.n,
                    *(draw.sides, " ".join(map(str, draw.faces)), sum(draw.faces)),
                    "entered" if draw.n == ENTERED else "seed",
                    *(entry.epoch, by or "", counts_in),
                )
            )


def _carried(tx: Transaction, entry: Entry, by: int) -> frozenset[str]:
    """The dice of a void entry with which the one that voids it is ruled, by name."""
    amendment = tx.entry_named(entry.game, by)
    if amendment.kind is not Kind.RULING or entry.seq not in _sources(tx, amendment):
        return frozenset()
    return frozenset(_names(list(amendment.events)))


def _sources(tx: Transaction, entry: Entry) -> frozenset[int]:
    """The entries whose dice are at hand for a ruling: itself, what it answers and amends, and so on."""
    before = filter(None, (entry.answers, entry.amends))
    return frozenset({entry.seq}.union(*(_sources(tx, tx.entry_named(entry.game, seq)) for seq in before)))


def _names(stored: Json) -> Iterator[str]:
    """Every text in events: among them the names of the dice that they tell of."""
    match stored:
        case str():
            yield stored
        case list():
            for item in stored:
                yield from _names(item)
        case dict():
            for item in stored.values():
                yield from _names(item)


def _what(entry: Entry) -> str:
    """What was called or rolled, in the referee's words."""
    for stored in entry.events:
        match EVENTS.read(stored):
            case RulingCalled() as called:
                return called.title
            case DrRolled() as rolled:
                return f"DR {rolled.category}"
            case DieRolled() as rolled:
                return f"dr {rolled.category}"
            case DiceRolled() as rolled:
                return rolled.asked
            case _:
                continue
    return entry.kind


def _row(cells: tuple[object, ...]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().encode()
