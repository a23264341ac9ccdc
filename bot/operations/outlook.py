"""Each unit as the roster tells it: its Morale Level at the moment, and who can help it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from bot.boards.units import unit_of
from bot.operations.circumstances import circumstances
from bot.play.finding import label
from bot.play.game import Game
from bot.store.rows import PieceRow
from rules.asl.book import book
from rules.asl.leadership import drm_for, may_help
from rules.asl.morale import morale_now
from rules.asl.rally import rally_leaders
from rules.asl.request import read_situation
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Module
from rules.given import Given


class Outlook(Struct, frozen=True):
    """`helpers` are those whose leadership counts for its checks, or who may rally it, best first."""

    row: PieceRow
    unit: Unit
    morale: int
    helpers: tuple[str, ...]


def outlooks(game: Game, rows: Iterable[PieceRow]) -> Iterator[Outlook]:
    """`rows` hold whole Locations: what is left out helps nobody."""
    stacks: dict[tuple[int, str], list[PieceRow]] = {}
    for row in rows:
        stacks.setdefault((row.seat, row.location), []).append(row)
    for (seat, _), stack in stacks.items():
        yield from _of_stack(stack, game, situation_of(game, seat))


def situation_of(game: Game, seat: int) -> Situation:
    """What the rules know of this game besides the units of a Location."""
    known = {key: held for key, held in circumstances(game, game.seat(seat), {}).items() if key != "module"}
    return read_situation(Given(known), book(Module(game.module)), (), needs_elr=False)


def only_leader(game: Game, row: PieceRow, stack: Iterable[PieceRow]) -> str:
    """The id of the one leader of its Location who may rally a unit, "" where there is none or a choice."""
    units = {other.id: unit_of(other, game.module) for other in stack}
    able = rally_leaders(units[row.id], tuple(units.values()), situation_of(game, row.seat))
    return able[0].id if len(able) == 1 else ""


def _of_stack(stack: list[PieceRow], game: Game, situation: Situation) -> Iterator[Outlook]:
    units = {row.id: unit_of(row, game.module) for row in stack}
    labels = {row.id: label(row) for row in stack}
    there = tuple(units.values())
    for row in stack:
        unit = units[row.id]
        if unit.broken:
            able = rally_leaders(unit, there, situation)
        else:
            able = tuple(other for other in there if may_help(other, unit, there, situation))
        best = sorted(able, key=lambda leader, unit=unit: drm_for(leader, unit, situation))  # type: ignore[misc]
        helpers = tuple(labels[leader.id] for leader in best)
        yield Outlook(row, unit, morale_now(unit, there, situation).value, helpers)
