"""Pieces as the events of an entry leave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.events.codecs import of_asl
from bot.events.roster import UnitMoved, UnitRemoved, UnitRenamed, UnitSet
from bot.events.table import PieceNamed, UnitAdded
from bot.store.rows import PieceRow
from rules.asl.apply import apply
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit, write_unit
from rules.asl.words import Module
from rules.event import Event

UNIT = "unit"


class Change(Struct, frozen=True):
    """What an entry does to the pieces: rows to put, ids to drop, pieces within the row of a campaign."""

    put: tuple[PieceRow, ...]
    dropped: tuple[str, ...]
    within: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """The ids of all pieces that stand otherwise."""
        return (*(row.id for row in self.put), *self.dropped, *self.within)


def change(rows: Iterable[PieceRow], events: Sequence[Event], seq: int, module: str) -> Change:
    """What `events` of entry `seq` do to `rows`, which hold at least the pieces that the events name."""
    before = {row.id: row for row in rows}
    whose = dict(before)
    found = {row.id: unit_of(row, module) for row in before.values()}
    units = units_after(found, events)
    for event in events:
        if isinstance(event, UnitAdded | PieceNamed):
            whose[event.piece] = PieceRow(
                event.piece, UNIT, event.seat, event.name, event.location, state={}, seq=seq
            )
        elif isinstance(event, UnitMoved):
            whose[event.piece] = replace(whose[event.piece], location=event.location)
        elif isinstance(event, UnitRenamed):
            whose[event.piece] = replace(whose[event.piece], name=event.name)
    changed = [
        piece
        for piece, unit in units.items()
        if unit is not found.get(piece) or whose[piece] is not before.get(piece)
    ]
    after = [replace(whose[piece], state=write_unit(units[piece]), seq=seq) for piece in changed]
    put = tuple(row for row in after if differs(before.get(row.id), row))
    return Change(put, tuple(piece for piece in before if piece not in units))


def units_after(units: Mapping[str, Unit], events: Sequence[Event]) -> dict[str, Unit]:
    """Units by id after the events of one entry, in the order of the stack."""
    after = {**units, **{event.piece: event.unit for event in events if isinstance(event, UnitAdded)}}
    after |= {event.unit.id: event.unit for event in events if isinstance(event, UnitSet)}
    removed = {event.unit.id for event in events if isinstance(event, UnitRemoved)}
    after = {piece: unit for piece, unit in after.items() if piece not in removed}
    for event in of_asl(events):
        after = apply(after, event)
    return after


def unit_of(row: PieceRow, module: str) -> Unit:
    """The unit of a row. Raises Refused where the state is none that the module knows."""
    return read_unit(row.state, book(Module(module)), f"piece {row.id}")


def differs(before: PieceRow | None, after: PieceRow | None) -> bool:
    """Whether a piece stands otherwise, whichever entry left it so; None where it is not in play."""
    if before is None or after is None:
        return before is not after
    return replace(before, seq=after.seq) != after
