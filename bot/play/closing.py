"""Posts whose buttons have had their day: questions that have their answer, epochs that all have cut."""

from __future__ import annotations

from bot.ledger.entry import Entry, Kind
from bot.play import game as games
from bot.play.game import Game
from bot.store import Transaction


def closed_by(tx: Transaction, game: Game, entry: Entry) -> int:
    """The entry under which no button is left once `entry` stands, which leaves `game`; 0 for none."""
    if entry.kind is Kind.CUT:
        return tx.first_of_epoch(game.id, entry.epoch) if game.ready else 0
    return entry.answers


def is_closed(tx: Transaction, number: int, seq: int) -> bool:
    """Whether the buttons under an entry have done what they are for."""
    if tx.answer_to(number, seq) is not None:
        return True
    game, link = games.held(tx, number), tx.entry(number, seq)
    if link is None or tx.first_of_epoch(number, link.entry.epoch) != seq:
        return False
    return game.ready or link.entry.epoch < game.epoch
