"""Pieces as the events of an entry leave them, of an ASL game or of a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.boards import campaign, desk, units
from bot.boards.units import Change, differs
from bot.play.game import Game
from bot.store.rows import PieceRow
from bot.store.transaction import Transaction
from rules.event import Event

__all__ = ["Change", "change", "differing"]


def change(tx: Transaction, game: Game, read: Sequence[str], events: Sequence[Event], seq: int) -> Change:
    """What the events of entry `seq` do to the pieces that it read."""
    if game.is_campaign:
        rows = tx.pieces_of(game.id, (campaign.PIECE, desk.PIECE))
        changed, standing = campaign.change(rows, events, seq)
        beside = desk.change(rows, events, standing, seq)
        return Change((*changed.put, *beside.put), (), changed.within)
    return units.change(tx.pieces_of(game.id, read), events, seq, game.module)


def differing(before: Mapping[str, PieceRow], after: Mapping[str, PieceRow]) -> tuple[str, ...]:
    """The ids of the pieces that stand otherwise after than before."""
    ids = (*after, *(piece for piece in before if piece not in after))
    changed = tuple(piece for piece in ids if differs(before.get(piece), after.get(piece)))
    if campaign.PIECE in changed and campaign.PIECE in before and campaign.PIECE in after:
        return (*changed, *campaign.within(before[campaign.PIECE], after[campaign.PIECE]))
    return changed
