"""Edits of the roster told again: what they found is taken from the roster, what they made from the entry."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.boards.units import unit_of
from bot.events.roster import ActedFor, RosterEvent, UnitMoved, UnitRemoved, UnitRenamed, UnitSet
from bot.events.table import UnitAdded
from bot.ledger.entry import Kind
from bot.operations.owning import marked, own_seat
from bot.operations.requiring import require_asl, require_free
from bot.play.catalogue import counters
from bot.play.game import Game, Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.store.rows import PieceRow
from bot.verify.acts.entry import Retold, no_act
from bot.words import names
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit, write_unit
from rules.asl.words import Module
from rules.event import Event


def on_the_roster(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    if told.all(UnitAdded):
        return _added(told)
    return _edited(told)


def _added(told: Retold) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        game = sitting.game
        seat = own_seat(sitting, game.seat(told.all(UnitAdded)[0].seat).side.name)
        taken = {row.name for row in sitting.tx.pieces(game.id) if row.seat == seat.number}
        added = []
        for piece, event in enumerate(told.all(UnitAdded), game.pieces + 1):
            _require_name(event.name, taken)
            taken.add(event.name)
            unit = replace(_fielded(game, seat, event.unit), id=str(piece))
            added.append(UnitAdded(str(piece), seat.number, event.name, names.place(event.location), unit))
        return marked(sitting, seat, Draft(Kind.ROSTER, tuple(added)))

    return operation


def _fielded(game: Game, seat: Seat, unit: Unit) -> Unit:
    """The unit, if a counter of the seat is one in that state."""
    rules = book(Module(game.module))
    flags = write_unit(unit)["is"]
    for counter in counters(game.module, seat.side.nations):
        if (counter.nation, counter.type, counter.name) == (unit.nation, unit.type, unit.counter):
            found = read_unit({"id": unit.id, **counter.plain(), "is": flags}, rules)
            if found == unit:
                return found
    raise no_act(f"{seat.side.name} fields no such {names.spoken(unit.counter)}")


def _edited(told: Retold) -> Operation:
    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        game, entry = sitting.game, told.entry
        require_free(sitting, entry.read)
        rows = {row.id: row for row in sitting.tx.pieces(game.id) if row.id in entry.read}
        if not rows or len({row.seat for row in rows.values()}) > 1:
            raise no_act("it edits units that are not of one side")
        seat = own_seat(sitting, game.seat(next(iter(rows.values())).seat).side.name)
        changes = [event for event in told.events if not isinstance(event, ActedFor)]
        events = tuple(_found(game, rows, event) for event in changes)
        counters_set = {event.unit.id: event.unit.counter for event in events if isinstance(event, UnitSet)}
        events = tuple(_called(event, rows, counters_set) for event in events)
        taken = {row.name for row in sitting.tx.pieces(game.id) if row.seat == seat.number}
        for event in events:
            if isinstance(event, UnitRenamed):
                _require_name(event.name, taken)
        read = tuple(dict.fromkeys(piece for piece in entry.read if piece in rows))
        why = names.kept(entry.reason, "reason") if entry.reason else ""
        return marked(sitting, seat, Draft(Kind.ROSTER, events, read=read, reason=why))

    return operation


def _found(game: Game, rows: Mapping[str, PieceRow], event: Event) -> RosterEvent:
    """The event, with what it says that it found as the roster has it."""
    match event:
        case UnitMoved():
            row = _row(rows, event.piece)
            to = names.place(event.location)
            if to == row.location:
                raise no_act(f"#{row.id} moves where it stands")
            return UnitMoved(row.id, str(row.state["counter"]), row.name, row.location, to)
        case UnitSet():
            row = _row(rows, event.was.id)
            was, rules = unit_of(row, game.module), book(Module(game.module))
            unit = replace(read_unit(write_unit(event.unit), rules), id=row.id)
            if unit == was:
                raise no_act(f"#{row.id} is set to what it was")
            return UnitSet(row.name, was, unit)
        case UnitRenamed():
            row = _row(rows, event.piece)
            return UnitRenamed(row.id, event.counter, row.name, names.kept(event.name))
        case UnitRemoved():
            row = _row(rows, event.unit.id)
            return UnitRemoved(row.name, row.location, unit_of(row, game.module))
        case _:
            raise no_act("it does to the roster what no command does")


def _called(event: RosterEvent, rows: Mapping[str, PieceRow], set_to: Mapping[str, str]) -> RosterEvent:
    """A unit that was renamed, with the counter that it has from here on."""
    if not isinstance(event, UnitRenamed):
        return event
    return replace(event, counter=set_to.get(event.piece, str(rows[event.piece].state["counter"])))


def _row(rows: Mapping[str, PieceRow], piece: str) -> PieceRow:
    if piece not in rows:
        raise no_act(f"it edits #{piece}, which it did not read")
    return rows[piece]


def _require_name(name: str, taken: set[str]) -> None:
    if names.kept(name) != name or name in taken:
        raise no_act(f"no unit can be called {names.spoken(name)} there")
