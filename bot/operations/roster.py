"""Entering units on the roster, and reading it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count, product
from string import ascii_uppercase

from bot import names
from bot.catalogue import Counter, counter, counters
from bot.events import UnitAdded
from bot.game import Game, Seat
from bot.ledger import Kind
from bot.referee import Draft, Operation, Sitting
from bot.store.rows import PieceRow
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit
from rules.asl.words import Module
from rules.refusal import Refused

MOST_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Recruits:
    """Units to add: `number` alike, the counter as a player wrote it."""

    side: str | None
    counter: str
    flags: tuple[str, ...]
    number: int
    name: str | None
    location: str


@dataclass(frozen=True, slots=True)
class RosterView:
    """The roster as it stands, of one side or location or of all."""

    game: Game
    rows: tuple[PieceRow, ...]


def add_units(recruits: Recruits) -> Operation:
    """Units come onto the roster of a side that the caller holds."""

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        seat = own_seat(sitting, recruits.side)
        if not 1 <= recruits.number <= MOST_AT_ONCE:
            raise Refused("bad_number", f"Add 1 to {MOST_AT_ONCE} units at once, not {recruits.number}.")
        location = names.place(recruits.location)
        unit = _recruit(game, seat, recruits)
        called = _names(recruits, {row.name for row in sitting.tx.pieces(game.id) if row.seat == seat.number})
        added = tuple(
            UnitAdded(piece, seat.number, next(called), location, replace(unit, id=piece))
            for piece in map(str, range(game.pieces + 1, game.pieces + 1 + recruits.number))
        )
        return Draft(Kind.ROSTER, added)

    return operation


def roster(side: str | None, location: str | None) -> Callable[[Sitting], RosterView]:
    """The units of a side, or in a location, or all."""

    def view(sitting: Sitting) -> RosterView:
        game = sitting.game
        seat = game.seat_named(side) if side else None
        rows = sitting.tx.pieces(game.id, location=names.place(location) if location else None)
        return RosterView(game, tuple(row for row in rows if seat is None or row.seat == seat.number))

    return view


def own_seat(sitting: Sitting, side: str | None) -> Seat:
    """The seat meant, which the caller must hold; it need not be named where he holds one.

    Raises Refused `no_player`, `unknown_side`, `which_side` or `not_yours`.
    """
    held = sitting.seats
    if side is None:
        if len(held) > 1:
            raise Refused(
                "which_side", f"You hold both sides; say side: {' or '.join(s.side.name for s in held)}."
            )
        return held[0]
    seat = sitting.game.seat_named(side)
    if seat not in held:
        raise Refused("not_yours", f"{seat.side.name} is not your side; its player enters its units.")
    return seat


def fielded(sitting: Sitting, side: str | None) -> list[Counter]:
    """The counters that the caller's side, or the side named, can field; none without a game."""
    if sitting.is_free:
        return []
    game = sitting.game
    held = game.seats_of(sitting.actor) or game.seats
    seats = [seat for seat in held if side is None or side.casefold() == seat.side.name.casefold()]
    return list(counters(game.module, [nation for seat in seats for nation in seat.side.nations]))


def _recruit(game: Game, seat: Seat, recruits: Recruits) -> Unit:
    found = counter(recruits.counter, list(counters(game.module, seat.side.nations)))
    return read_unit(
        {"id": found.name, **found.plain(), "is": list(recruits.flags)}, book(Module(game.module))
    )


def _names(recruits: Recruits, taken: set[str]) -> Iterator[str]:
    if recruits.name is None:
        free: Iterator[str] = (
            "".join(letters) for size in count(1) for letters in product(ascii_uppercase, repeat=size)
        )
    elif recruits.number == 1:
        free = iter([names.kept(recruits.name)])
        if names.kept(recruits.name) in taken:
            raise Refused("name_taken", f"{recruits.name} is on the roster of this side; take another name.")
    else:
        base = names.kept(recruits.name)
        free = (f"{base} {number}" for number in count(1))
    return (name for name in free if name not in taken)
