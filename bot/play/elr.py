"""The ELR that a ruling on the units of a side takes."""

from __future__ import annotations

from collections.abc import Mapping

from bot.events.table import SideOffered
from bot.play.game import Game
from rules.asl.book import book
from rules.asl.words import Module, Nation


def elr_for(game: Game, seat: int) -> Mapping[str, int]:
    """The ELR of every nation that plays, 0 to 5, that of a seat's own nations for its own units.

    Partisans among other nations keep theirs (A25.24).
    """
    whole = {nation: 0 for seated in game.seats for nation in seated.side.nations}
    for side in (game.other(seat).side, game.seat(seat).side):
        whole |= {nation: _elr_of(nation, side, game) for nation in side.nations}
        whole |= {apart.nation: apart.elr for apart in side.apart}
    return whole


def _elr_of(nation: str, side: SideOffered, game: Game) -> int:
    printed = book(Module(game.module)).nations[Nation(nation)].elr
    return side.elr if printed is None or len(side.nations) == 1 else printed
