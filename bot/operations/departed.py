"""What became of a unit that a player names and that is not where he looks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from bot.events.codecs import read_events
from bot.events.roster import UnitRemoved, UnitRenamed, UnitSet
from bot.events.table import PieceNamed, RulingCalled
from bot.ledger.entry import Entry
from bot.play.finding import find_one, is_called, label
from bot.play.sitting import Sitting
from bot.store.rows import PieceRow
from bot.store.search import Search
from bot.words import names
from rules.asl.events import Eliminated, MortallyWounded, Reduced, Replaced, Split, StepLost
from rules.asl.events_heat import Hardened
from rules.asl.events_turn import Deployed, Recombined
from rules.event import Event

MOST_TOLD = 3
"""units of one name whose fate a refusal tells"""
LOOKED_AT = 20
"""the last entries of a unit among which its end is looked for"""


def find_one_standing(sitting: Sitting, rows: Sequence[PieceRow], typed: str, where: str = "") -> PieceRow:
    """The one of `rows` that a text means, as `finding.find_one` finds it.

    Where none is called so, the refusal `no_unit` tells what became of one that was.
    """
    return find_one(rows, typed, where, lambda: islice(_fates(sitting, typed), MOST_TOLD))


def _fates(sitting: Sitting, typed: str) -> Iterator[str]:
    """A sentence for each unit of the game that is, or was, called so."""
    folded = names.kept(typed).casefold()
    tx, game = sitting.tx, sitting.game
    known = {row.id: row for row in tx.pieces(game.id)}
    for found in known.values():
        if is_called(found, folded):
            side = names.plain(game.seat(found.seat).side.name)
            yield f"{side} has {names.plain(label(found))} at {names.spoken(found.location)}."
    came = [folded.removeprefix("#")] if folded.startswith("#") else []
    for called in dict.fromkeys((folded, folded.partition(" ")[2])):
        came += tx.search_rows.pieces_called(game.id, called) if called else []
    for piece in dict.fromkeys(came):
        row = known.get(piece)
        if row is None or not is_called(row, folded):
            yield from _fate(sitting, piece, row, folded.partition(" ")[0])


def _fate(sitting: Sitting, piece: str, row: PieceRow | None, counter: str) -> Iterator[str]:
    """By which entry, of those that stand, a unit went, or has another name, or counter than `counter`."""
    void = sitting.tx.voids.struck(sitting.game.id)
    behind = sitting.tx.head(sitting.game.id)[0] + 1
    search = Search(pieces=(piece,))
    for link in sitting.tx.search_rows.entries(sitting.game.id, search, behind, LOOKED_AT):
        entry = link.entry
        if entry.seq in void or piece not in entry.written:
            continue
        told = _told(entry, piece, row, counter)
        if told:
            yield told
            return


def _told(entry: Entry, piece: str, row: PieceRow | None, counter: str) -> str:
    events = read_events(entry.events)
    if row is not None and any(_was(event, piece) == counter for event in events):
        return f"{counter} {names.spoken(row.name)} is {names.plain(label(row))} since #{entry.seq}."
    called = _called(events)
    for event in events:
        match event:
            case UnitRenamed(piece=renamed) if renamed == piece and row is not None:
                return f"{names.spoken(event.was)} is called {names.plain(label(row))} since #{entry.seq}."
            case Eliminated(unit) | MortallyWounded(unit) if unit.id == piece and row is None:
                return f"{unit.counter} {called.get(piece, '')} was eliminated by #{entry.seq}."
            case UnitRemoved(name, _, unit) if unit.id == piece:
                gone = names.plain(f"{unit.counter} {names.shown(name)}")
                return f"{gone} was taken off the roster by #{entry.seq}."
            case Split(gone, was, halves) | Deployed(gone, was, halves) if gone == piece:
                parts = " and ".join(f"{half.counter} {called.get(half.id, '')}" for half in halves)
                return f"{was} {called.get(piece, '')} became {parts} with #{entry.seq}."
            case Recombined(unit, joined) if joined == piece:
                went = f"{called.get(piece, '')} went into {unit.counter} {called.get(unit.id, '')}"
                return f"{went} with #{entry.seq}."
            case _:
                continue
    return ""


def _was(event: Event, piece: str) -> str:
    """The counter that an event took from a unit; "" where it took none."""
    match event:
        case Replaced(unit, was) | Reduced(unit, was) | StepLost(unit, was) | Hardened(unit, was):
            return was.casefold() if unit.id == piece else ""
        case UnitSet(_, before, unit) if unit.id == piece and before.counter != unit.counter:
            return before.counter.casefold()
        case _:
            return ""


def _called(events: Iterable[Event]) -> dict[str, str]:
    """The names of the pieces of an entry, as it found and made them."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, RulingCalled):
            found |= {one.piece: names.spoken(one.name) for one in event.pieces}
        elif isinstance(event, PieceNamed):
            found[event.piece] = names.spoken(event.name)
    return found
