"""A game and its pieces as the standing entries leave them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec.structs import replace

from bot import boards
from bot.events.codecs import read_events
from bot.events.epochs import EpochClosed
from bot.events.table import CampaignOpened, Cut, EpochOpened, EpochRevealed, GameOpened, RulingCalled
from bot.ledger.entry import Entry, Kind, Voiding, instead, struck
from bot.play import game as games
from bot.play.game import Game
from bot.store.rows import EntryRow
from bot.store.transaction import Transaction
from rules.event import Event
from rules.refusal import DataError, Refused


def settled(before: Game | None, number: int, events: tuple[Event, ...]) -> Game | None:
    """The game after the events of one entry; the first entry's first event opens it."""
    state = before
    seat = next((event.seat for event in events if isinstance(event, RulingCalled)), 0)
    for event in events:
        if isinstance(event, GameOpened):
            state = games.opened(number, event)
        elif isinstance(event, CampaignOpened):
            state = games.campaign_opened(number, event)
        elif state is not None:
            state = games.after(state, event, seat)
    return state


def built(tx: Transaction, number: int, last: Entry | None = None) -> Game | None:
    """The game of its standing entries, whose pieces are dropped and made again from them.

    `last` is an entry about to be appended. An amendment counts in the place of what it amends. The ids that
    void entries gave to pieces stay given. Raises Refused `cannot_stand` where an entry that stands tells of
    a piece that none of them has brought into play.
    """
    listed = tx.voids.voiding(number)
    if last is not None and last.voids:
        listed.append(Voiding(last.seq, last.voids, last.kind is Kind.RULING))
    void, amended = struck(listed), instead(listed)
    amendments = set(amended.values())
    tx.voids.put(number, listed)
    tx.built.clear_pieces(number)
    state: Game | None = None
    latest = () if last is None else (_row_of(last),)
    for row in chain(tx.voids.entry_rows(number), latest):
        if row.seq in amended:
            state = _after(tx, number, state, _amendment(tx, number, amended[row.seq], latest))
        if state is not None and (row.seq in void or row.seq in amendments):
            state = _numbered(state, read_events(row.events))
        else:
            state = _after(tx, number, state, row)
    return state


def after_entry(
    tx: Transaction, state: Game, entry: Entry, events: tuple[Event, ...]
) -> tuple[Game, tuple[str, ...]]:
    """The game and its pieces as an entry about to be appended leaves them; the ids of those it changed.

    `state` is the game after its events. Raises Refused as `built` does.
    """
    if entry.voids:
        return rewritten(tx, entry)
    changed = boards.change(tx, state, entry.read, events, entry.seq)
    tx.put_change(entry.game, changed.put, changed.dropped)
    return state, changed.written


def rewritten(tx: Transaction, last: Entry) -> tuple[Game, tuple[str, ...]]:
    """The game as `last`, which voids, leaves it, and the ids of the pieces that stand otherwise than before.

    Raises Refused as `built` does.
    """
    before = {row.id: row for row in tx.pieces(last.game)}
    state = built(tx, last.game, last)
    if state is None:
        raise DataError(f"Game {last.game} has no entry that opens it.")
    return state, boards.differing(before, {row.id: row for row in tx.pieces(last.game)})


def _after(tx: Transaction, number: int, state: Game | None, row: EntryRow) -> Game | None:
    events = read_events(row.events)
    after = settled(state, number, events)
    if after is not None:
        try:
            change = boards.change(tx, after, row.read, events, row.seq)
        except KeyError as error:
            raise Refused(
                "cannot_stand",
                f"#{row.seq} tells of piece {error}, which would not be in play; void it too.",
            ) from error
        tx.put_change(number, change.put, change.dropped)
    return after


def _numbered(game: Game, events: tuple[Event, ...]) -> Game:
    """The game with what lasts of a void entry: ids given to pieces stay given, and epochs what they are."""
    for event in events:
        after = games.after(game, event)
        is_lasting = isinstance(event, EpochOpened | EpochRevealed | EpochClosed | Cut)
        game = after if is_lasting else replace(game, pieces=after.pieces)
    return game


def _amendment(tx: Transaction, number: int, seq: int, latest: Sequence[EntryRow]) -> EntryRow:
    for row in latest:
        if row.seq == seq:
            return row
    return _row_of(tx.entry_named(number, seq))


def _row_of(entry: Entry) -> EntryRow:
    return EntryRow(entry.seq, entry.kind, entry.read, entry.events)
