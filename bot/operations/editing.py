"""Moving, setting and removing units by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.boards.units import unit_of
from bot.events.roster import RosterEvent, UnitMoved, UnitRemoved, UnitRenamed, UnitSet
from bot.ledger.entry import Kind
from bot.operations.departed import find_one_standing
from bot.operations.owning import marked, own_seat, require_owner
from bot.operations.requiring import require_asl, require_free
from bot.play.catalogue import counter, counters
from bot.play.finding import label
from bot.play.game import Game, Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.store.rows import PieceRow
from bot.words import names
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit, write_unit
from rules.asl.words import Module
from rules.refusal import Refused

KEPT = ("id", "is", "from", "trait")
"""what a unit keeps of its plain form with another counter"""


class Chosen(Struct, frozen=True):
    """Units of one side: those named, as players write them, or all in a location."""

    units: tuple[str, ...] = ()
    location: str | None = None
    side: str | None = None


class State(Struct, frozen=True):
    """What a unit is from here on, None where it stays: all its flags, its counter, its name."""

    flags: tuple[str, ...] | None = None
    counter: str | None = None
    name: str | None = None


def move_units(chosen: Chosen, to: str) -> Operation:
    """Units of the caller's side go to a location. Raises Refused `no_move` where all stand there."""

    def change(rows: Sequence[PieceRow]) -> Iterator[RosterEvent]:
        location = names.place(to)
        for row in rows:
            if row.location != location:
                yield UnitMoved(row.id, str(row.state["counter"]), row.name, row.location, location)

    return _edit(chosen, lambda game, seat, rows: change(rows), "", "no_move", "They stand there already.")


def set_units(chosen: Chosen, state: State, reason: str) -> Operation:
    """Any state that a unit can have, with a reason for the record.

    Raises Refused where the rules know no such unit, `no_change` where it is so already, `one_name` where
    several would be called alike.
    """

    def change(game: Game, seat: Seat, rows: Sequence[PieceRow]) -> Iterator[RosterEvent]:
        if state.name is not None and len(rows) > 1:
            raise Refused("one_name", "A name is one unit's; set it for each.")
        for row in rows:
            was = unit_of(row, game.module)
            unit = _as_set(game, seat, row, was, state)
            if unit != was:
                yield UnitSet(row.name, was, unit)
            if state.name is not None and names.kept(state.name) != row.name:
                yield UnitRenamed(row.id, unit.counter, row.name, names.kept(state.name))

    return _edit(chosen, change, reason, "no_change", "Nothing changes: say flags, counter or name.")


def remove_units(chosen: Chosen, reason: str) -> Operation:
    """Units leave the roster, with a reason for the record."""

    def change(game: Game, seat: Seat, rows: Sequence[PieceRow]) -> Iterator[RosterEvent]:
        for row in rows:
            yield UnitRemoved(row.name, row.location, unit_of(row, game.module))

    return _edit(chosen, change, reason, "no_unit", "No unit is named.")


Change = Callable[[Game, Seat, Sequence[PieceRow]], Iterator[RosterEvent]]


def _edit(chosen: Chosen, change: Change, reason: str, code: str, nothing: str) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        game = sitting.game
        kept = names.kept(reason, "reason") if reason else ""
        seat, rows = _chosen(sitting, chosen)
        read = tuple(row.id for row in rows)
        require_free(sitting, read)
        events = tuple(change(game, seat, rows))
        if not events:
            raise Refused(code, nothing)
        _require_names_apart(sitting, seat, events)
        return marked(sitting, seat, Draft(Kind.ROSTER, events, read=read, reason=kept))

    return operation


def _chosen(sitting: Sitting, chosen: Chosen) -> tuple[Seat, list[PieceRow]]:
    """The units, all of one side that the caller may change; a side is needed only where nothing tells it."""
    game = sitting.game
    place = None if chosen.location is None else names.place(chosen.location)
    if place is None and not chosen.units:
        raise Refused("no_unit", "Name units, or a location.")
    rows = sitting.tx.pieces(game.id, location=place)
    where = f" in {names.spoken(place)}" if place else ""
    if chosen.units and chosen.side is None and _may_change_all(sitting):
        found = [find_one_standing(sitting, rows, name, where) for name in chosen.units]
        seats = {row.seat for row in found}
        if len(seats) > 1:
            raise Refused("two_sides", "These units are of two sides; change one side's at once.")
        seat = game.seat(seats.pop())
        require_owner(sitting, seat)
    else:
        seat = own_seat(sitting, chosen.side)
        mine = [row for row in rows if row.seat == seat.number]
        found = (
            [find_one_standing(sitting, mine, name, where) for name in chosen.units] if chosen.units else mine
        )
    if not found:
        raise Refused("no_unit", f"{seat.side.name} has no unit{where}.")
    if len({row.id for row in found}) < len(found):
        raise Refused("twice", "A unit is named twice.")
    return seat, found


def _may_change_all(sitting: Sitting) -> bool:
    return len(sitting.game.seats_of(sitting.actor)) != 1


def _as_set(game: Game, seat: Seat, row: PieceRow, was: Unit, state: State) -> Unit:
    form = write_unit(was)
    if state.counter is not None:
        found = counter(state.counter, list(counters(game.module, seat.side.nations)))
        form = {**{key: form[key] for key in KEPT if key in form}, **found.plain()}
    if state.flags is not None:
        form["is"] = list(state.flags)
    # Refusals speak of a unit by what stands as its id.
    unit = read_unit({**form, "id": label(row)}, book(Module(game.module)))
    return replace(unit, id=row.id)


def _require_names_apart(sitting: Sitting, seat: Seat, events: Sequence[RosterEvent]) -> None:
    taken = {row.name for row in sitting.tx.pieces(sitting.game.id) if row.seat == seat.number}
    for event in events:
        if isinstance(event, UnitRenamed) and event.name in taken:
            raise Refused(
                "name_taken", f"{names.spoken(event.name)} is on the roster of this side; take another name."
            )
