"""The roster as it stands: all of it, or a side, a location, a unit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from msgspec import Struct

from bot.operations.departed import find_one_standing
from bot.operations.outlook import Outlook, outlooks
from bot.operations.requiring import require_asl, require_player_or_host
from bot.play.game import Game
from bot.play.sitting import Sitting
from bot.words import names
from rules.refusal import Refused

ANY = ""
DIGITS = 12


class Filter(Struct, frozen=True):
    """What is shown, in few letters, so that a button can hold it.

    `seat` is a number or 0, `piece` an id, `place` the digest of a location; "" for any.
    """

    seat: int = 0
    piece: str = ANY
    place: str = ANY


class RosterView(Struct, frozen=True):
    """The units shown, and by what they were chosen."""

    game: Game
    chosen: Filter
    units: tuple[Outlook, ...]


def roster(side: str | None, location: str | None, unit: str | None) -> Callable[[Sitting], RosterView]:
    """The units of a side, in a location, the one named, or all.

    Raises Refused `unknown_side`, `empty_location`, `no_unit` or `which_unit`.
    """

    def view(sitting: Sitting) -> RosterView:
        require_asl(sitting)
        game = sitting.game
        rows = sitting.tx.pieces(game.id)
        seat = game.seat_named(side).number if side else 0
        place = names.place(location) if location else None
        if place is not None and not any(row.location == place for row in rows):
            raise Refused("empty_location", f"No unit stands in {names.spoken(place)}.")
        near = [row for row in rows if seat in (0, row.seat) and place in (None, row.location)]
        piece = find_one_standing(sitting, near, unit).id if unit else ANY
        return chosen_roster(Filter(seat, piece, ANY if place is None else digest(place)))(sitting)

    return view


def game_to_watch(sitting: Sitting) -> Game:
    """The ASL game of the channel, for one of its players or its host. Raises Refused `no_player`."""
    require_asl(sitting)
    require_player_or_host(sitting)
    return sitting.game


def chosen_roster(chosen: Filter) -> Callable[[Sitting], RosterView]:
    """The units that a button chose, as they stand when it is pressed."""

    def view(sitting: Sitting) -> RosterView:
        require_asl(sitting)
        game = sitting.game
        found = (
            unit
            for unit in outlooks(game, sitting.tx.pieces(game.id))
            if chosen.seat in (0, unit.row.seat)
            and chosen.piece in (ANY, unit.row.id)
            and chosen.place in (ANY, digest(unit.row.location))
        )
        return RosterView(game, chosen, tuple(found))

    return view


def digest(place: str) -> str:
    """A location in the few letters that a button has room for."""
    return hashlib.sha256(place.encode()).hexdigest()[:DIGITS]
