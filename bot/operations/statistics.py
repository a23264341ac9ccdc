"""Losses and dice of the channel's game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.game import Game
from bot.referee import Sitting
from bot.tally import Count, tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """By the number of the seat, of one Game Turn or of all."""

    game: Game
    counts: Mapping[int, Count]
    turn: int | None


def statistics(turn: int | None) -> Callable[[Sitting], Statistics]:
    """Raises Refused `no_game`."""

    def view(sitting: Sitting) -> Statistics:
        game = sitting.game
        entries = (link.entry for link in sitting.tx.entries(game.id))
        return Statistics(game, tally(entries, sitting.tx.voids.struck(game.id), turn), turn)

    return view
