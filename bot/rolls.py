"""Every draw of a game as CSV, a row each, for the statistics that people make of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from bot.codecs import EVENTS
from bot.dice import ENTERED
from bot.events import RulingCalled
from bot.events_dice import DiceRolled, DieRolled, DrRolled
from bot.ledger import Entry, struck
from bot.store import Transaction

COLUMNS = (
    *("game", "seq", "at", "actor", "what", "die", "n", "sides", "faces", "total", "source", "epoch"),
    "void_by",
)


def rolls(tx: Transaction, game: int) -> Iterator[bytes]:
    """A head row, then a row a draw: `source` is `seed` or `entered`, `void_by` the entry that voids it.

    No text of a player's stands in it, which a spreadsheet might take for a formula.
    """
    yield _row(COLUMNS)
    void = struck(tx.voids.voiding(game))
    for link in tx.entries(game):
        entry = link.entry
        what = _what(entry) if entry.dice else ""
        for draw in entry.dice:
            yield _row(
                (
                    *(game, entry.seq, entry.at, entry.actor, what, draw.name),
                    "" if draw.n == ENTERED else draw.n,
                    *(draw.sides, " ".join(map(str, draw.faces)), sum(draw.faces)),
                    "entered" if draw.n == ENTERED else "seed",
                    *(entry.epoch, void.get(entry.seq, "")),
                )
            )


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
