"""Pieces as the events of an entry leave them, of an ASL game or of a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from bot.boards import campaign, units
from bot.boards.units import Change
from bot.game import Game
from bot.store.transaction import Transaction
from rules.event import Event

__all__ = ["Change", "change"]


def change(tx: Transaction, game: Game, read: Sequence[str], events: Sequence[Event], seq: int) -> Change:
    """What the events of entry `seq` do to the pieces that it read."""
    if game.is_campaign:
        return campaign.change(tx.pieces_of(game.id, (campaign.PIECE,)), events, seq)
    return units.change(tx.pieces_of(game.id, read), events, seq, game.module)
