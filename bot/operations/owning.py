"""Whose units a command changes: those of a side held, or, by the host, of one whose player is absent."""

from __future__ import annotations

from msgspec.structs import replace

from bot.events.roster import ActedFor
from bot.play.game import Seat
from bot.play.sitting import Draft, Sitting
from bot.words import names
from rules.refusal import Refused


def held_seat(sitting: Sitting, side: str | None) -> Seat:
    """The seat meant, which the caller must hold; it need not be named where he holds one.

    Raises Refused `no_player`, `unknown_side`, `which_side` or `not_yours`.
    """
    return _of(sitting, sitting.seats, side)


def own_seat(sitting: Sitting, side: str | None) -> Seat:
    """As `held_seat`, or any side that is named by the host."""
    if not sitting.is_host:
        return held_seat(sitting, side)
    return sitting.game.seat_named(side) if side else _of(sitting, sitting.game.seats_of(sitting.actor), None)


def require_owner(sitting: Sitting, seat: Seat) -> None:
    """Raise Refused `not_yours` unless the caller holds the seat or hosts the game."""
    if not sitting.is_host and seat not in sitting.seats:
        raise Refused("not_yours", f"{seat.side.name} is not your side; its player enters its units.")


def marked(sitting: Sitting, seat: Seat, draft: Draft) -> Draft:
    """The draft, marked where the host gives it for a side that he does not hold."""
    if seat.holder == sitting.actor:
        return draft
    return replace(draft, events=(*draft.events, ActedFor(seat.number, seat.side.name)))


def _of(sitting: Sitting, held: tuple[Seat, ...], side: str | None) -> Seat:
    if side is None:
        if len(held) != 1:
            sides = " or ".join(names.plain(seat.side.name) for seat in held or sitting.game.seats)
            which = "hold both sides" if held else "host this game"
            raise Refused("which_side", f"You {which}; say side: {sides}.")
        return held[0]
    seat = sitting.game.seat_named(side)
    if seat not in held:
        raise Refused("not_yours", f"{seat.side.name} is not your side; its player enters its units.")
    return seat
