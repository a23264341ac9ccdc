"""Which units of the roster a command means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from bot.operations.departed import find_one_standing
from bot.operations.requiring import require_asl
from bot.play.finding import is_called, proposals, states
from bot.play.game import Game
from bot.play.sitting import Sitting
from bot.store.rows import PieceRow
from bot.words import names
from rules.asl.words import Flag, UnitType
from rules.refusal import Refused


class Target(Struct, frozen=True):
    """Everybody of one side in a location, or the units named, as a player wrote them."""

    location: str | None = None
    units: tuple[str, ...] = ()
    side: str | None = None


def targets(sitting: Sitting, target: Target) -> tuple[PieceRow, ...]:
    """At least one unit, all of one side and in one location.

    Raises Refused `no_asl_game`, `no_target`, `empty_location`, `no_unit`, `which_unit`, `twice`,
    `two_locations` or `which_side`.
    """
    require_asl(sitting)
    game = sitting.game
    if target.location is None and not target.units:
        raise Refused("no_target", "Name a location, or units.")
    place = None if target.location is None else names.place(target.location)
    rows = sitting.tx.pieces(game.id, location=place)
    if place is not None and not rows:
        where = names.spoken(place)
        raise Refused("empty_location", f"No unit stands in {where}. /roster show lists where they are.")
    if not target.units:
        return _of_one_side(game, rows, target.side)
    return _of_one_side(game, _named(sitting, rows, target), target.side)


def one_unit(
    sitting: Sitting,
    name: str,
    location: str | None = None,
    side: str | None = None,
    fit: Callable[[PieceRow], bool] = lambda row: True,
) -> PieceRow:
    """The one unit that a name means; where several bear it, the only one of them that is `fit`.

    Raises Refused as `targets` does.
    """
    require_asl(sitting)
    place = None if location is None else names.place(location)
    seat = sitting.game.seat_named(side) if side else None
    folded = names.kept(name).casefold()
    fitting = [
        row
        for row in sitting.tx.pieces(sitting.game.id, location=place)
        if is_called(row, folded) and seat in (None, sitting.game.seat(row.seat)) and fit(row)
    ]
    return fitting[0] if len(fitting) == 1 else targets(sitting, Target(location, (name,), side))[0]


def companions(sitting: Sitting, row: PieceRow) -> tuple[PieceRow, ...]:
    """All units of its side in its location, the unit itself among them, in the order of the stack."""
    rows = sitting.tx.pieces(sitting.game.id, location=row.location)
    return tuple(other for other in rows if other.seat == row.seat)


def locations(sitting: Sitting) -> list[str]:
    """Where units stand, in the order of the names; none without a game."""
    if sitting.is_free:
        return []
    return sorted({row.location for row in sitting.tx.pieces(sitting.game.id)})


def units_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """Units that a text may mean, best first: as they are shown, and as `targets` takes them."""
    return _proposed(sitting, typed, lambda row: True)


def leaders_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """As `units_proposed`, leaders alone."""
    return _proposed(sitting, typed, lambda row: row.state["type"] == UnitType.LEADER)


def rally_leaders_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """As `units_proposed`, unbroken leaders and Commissars alone."""
    ranks = (UnitType.LEADER, UnitType.COMMISSAR)
    return _proposed(sitting, typed, lambda row: row.state["type"] in ranks and not is_broken(row))


def broken_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """As `units_proposed`, broken units alone."""
    return _proposed(sitting, typed, is_broken)


def berserk_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """As `units_proposed`, berserk units alone."""
    return _proposed(sitting, typed, lambda row: Flag.BERSERK in states(row))


def heroes_proposed(sitting: Sitting, typed: str) -> list[tuple[str, str]]:
    """As `units_proposed`, heroes and heroic leaders alone."""
    return _proposed(
        sitting, typed, lambda row: row.state["type"] == UnitType.HERO or Flag.HEROIC in states(row)
    )


def is_broken(row: PieceRow) -> bool:
    return Flag.BROKEN in states(row)


def _proposed(sitting: Sitting, typed: str, fit: Callable[[PieceRow], bool]) -> list[tuple[str, str]]:
    if sitting.is_free or sitting.game.is_campaign:
        return []
    return proposals([row for row in sitting.tx.pieces(sitting.game.id) if fit(row)], typed)


def _named(sitting: Sitting, rows: Sequence[PieceRow], target: Target) -> tuple[PieceRow, ...]:
    found = tuple(_one(sitting, rows, wanted, target) for wanted in target.units)
    if len({row.id for row in found}) < len(found):
        raise Refused("twice", "A unit is named twice.")
    if len({row.location for row in found}) > 1:
        raise Refused("two_locations", "These units stand in different locations; one attack strikes one.")
    return found


def _one(sitting: Sitting, rows: Sequence[PieceRow], wanted: str, target: Target) -> PieceRow:
    seat = sitting.game.seat_named(target.side) if target.side else None
    mine = [row for row in rows if seat is None or row.seat == seat.number]
    where = f" in {names.spoken(target.location)}" if target.location else ""
    return find_one_standing(sitting, mine, wanted, where)


def _of_one_side(game: Game, rows: Sequence[PieceRow], side: str | None) -> tuple[PieceRow, ...]:
    if side is not None:
        seat = game.seat_named(side)
        mine = tuple(row for row in rows if row.seat == seat.number)
        if not mine:
            raise Refused("no_target", f"{seat.side.name} has no unit there.")
        return mine
    if len({row.seat for row in rows}) > 1:
        sides = " or ".join(f"side:{seat.side.name}" for seat in game.seats)
        raise Refused("which_side", f"Both sides are there; say {sides}.")
    return tuple(rows)
