"""What a game adds to every request of its rulings."""

from __future__ import annotations

from bot.game import Game, Seat
from rules.json import Object


def circumstances(game: Game, seat: Seat, facts: Object) -> Object:
    """Module, ELR and facts for a ruling on units of `seat`; `facts` are those said for it alone."""
    opponents = game.other(seat.number).side.nations
    opponent: Object = {"opponent": opponents[0]} if len(opponents) == 1 else {}
    return {"module": game.module, "elr": dict(game.elr()), "facts": {**opponent, **facts}}
