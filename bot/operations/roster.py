"""Entering units on the roster."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from string import ascii_uppercase

from msgspec import Struct
from msgspec.structs import replace

from bot.events.table import UnitAdded
from bot.ledger.entry import Kind
from bot.operations.owning import marked, own_seat
from bot.operations.requiring import require_asl
from bot.play.catalogue import Counter, counter, counters
from bot.play.game import Game, Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit
from rules.asl.words import Module
from rules.refusal import Refused

MOST_AT_ONCE = 50


class Recruits(Struct, frozen=True):
    """Units to add: `number` alike, the counter as a player wrote it."""

    side: str | None
    counter: str
    flags: tuple[str, ...]
    number: int
    name: str | None
    location: str


def add_units(recruits: Recruits) -> Operation:
    """Units come onto the roster of a side that the caller holds, or hosts."""

    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        game = sitting.game
        seat = own_seat(sitting, recruits.side)
        if not 1 <= recruits.number <= MOST_AT_ONCE:
            raise Refused("bad_number", f"Add 1 to {MOST_AT_ONCE} units at once, not {recruits.number}.")
        location = names.place(recruits.location)
        unit = _recruit(game, seat, recruits)
        taken = {row.name for row in sitting.tx.pieces(game.id) if row.seat == seat.number}
        called = names_for(recruits.name, recruits.number, taken)
        added = tuple(
            UnitAdded(piece, seat.number, next(called), location, replace(unit, id=piece))
            for piece in map(str, range(game.pieces + 1, game.pieces + 1 + recruits.number))
        )
        return marked(sitting, seat, Draft(Kind.ROSTER, added))

    return operation


def fielded(sitting: Sitting, side: str | None) -> list[Counter]:
    """The counters that the caller's side, or the side named, can field; none without an ASL game."""
    if sitting.is_free or sitting.game.is_campaign:
        return []
    game = sitting.game
    held = game.seats_of(sitting.actor) or game.seats
    seats = [seat for seat in held if side is None or side.casefold() == seat.side.name.casefold()]
    nations = dict.fromkeys(nation for seat in seats for nation in seat.side.nations)
    return list(counters(game.module, list(nations)))


def _recruit(game: Game, seat: Seat, recruits: Recruits) -> Unit:
    found = counter(recruits.counter, list(counters(game.module, seat.side.nations)))
    return read_unit(
        {"id": found.name, **found.plain(), "is": list(recruits.flags)}, book(Module(game.module))
    )


def names_for(wanted: str | None, number: int, taken: set[str]) -> Iterator[str]:
    """Names for `number` units alike: letters, the name wanted, or that name numbered.

    Raises Refused `name_taken` where the one name wanted is taken.
    """
    if wanted is None:
        free: Iterator[str] = (
            "".join(letters) for size in count(1) for letters in product(ascii_uppercase, repeat=size)
        )
    elif number == 1:
        free = iter([names.kept(wanted)])
        if names.kept(wanted) in taken:
            raise Refused(
                "name_taken", f"{names.spoken(wanted)} is on the roster of this side; take another name."
            )
    else:
        base = names.kept(wanted)
        # A long name gives way to its number.
        free = (f"{base[: names.LONGEST - len(str(number)) - 1]} {number}" for number in count(1))
    return (name for name in free if name not in taken)
