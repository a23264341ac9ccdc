"""What a game adds to every request of its rulings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.play.elr import elr_for
from bot.play.game import Game, Seat
from rules.asl.book import book
from rules.asl.words import Module, Nation, NationTrait, People
from rules.json import Json, Object


def circumstances(game: Game, seat: Seat, facts: Object) -> Object:
    """Module, ELR, facts and readings for a ruling on units of `seat`; `facts` go before the game's."""
    opponents = game.other(seat.number).side.nations
    opponent: Object = {"opponent": opponents[0]} if _alike(opponents, game) else {}
    people: Object = {str(People.ROMANIAN): True} if People.ROMANIAN in seat.side.peoples else {}
    found: dict[str, Json] = {
        "module": game.module,
        "elr": dict(elr_for(game, seat.number)),
        "facts": {**opponent, **people, **game.terms.facts(), **facts},
    }
    if game.terms.ssr_elr:
        found["ssr_elr"] = list(game.terms.ssr_elr)
    if settings := game.terms.settings():
        found["settings"] = settings
    return found


def _alike(opponents: Sequence[str], game: Game) -> bool:
    """Whether it is the same which of them a unit faces: all are Russians, or none (A25.11)."""
    nations = book(Module(game.module)).nations
    return len({nations[Nation(name)].has(NationTrait.RUSSIAN) for name in opponents}) == 1
