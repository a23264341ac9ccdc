"""The roster of a side in one post: leaders, broken and berserk units, counts; all of it as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.operations.outlook import Outlook
from bot.operations.roster_view import Filter, RosterView
from bot.play.game import Game, Seat
from bot.render import roster
from bot.render.asl_summary import states, unit_line
from bot.render.pages import COLUMNS, block
from bot.words import names
from bot.words.wording import counted
from rules.asl.words import UnitType

MOST_LISTED = 25
"""units of a kind in the post; the file has the others"""
FILE_COLUMNS = 80


class Board(Struct, frozen=True):
    """A line, the detail, and the whole roster as a text file."""

    line: str
    body: str
    filename: str
    text: str


def board(game: Game, seat: Seat, seq: int, units: Sequence[Outlook]) -> Board:
    """`units` are all of the side, as they stand after entry `seq`."""
    mine = [unit for unit in units if unit.row.seat == seat.number]
    side = names.plain(seat.side.name)
    parts = [
        _counts(mine),
        _listed("Leaders", [unit for unit in mine if unit.unit.type in SMC]),
        _listed("Broken", [unit for unit in mine if unit.unit.broken]),
        _listed("Berserk", [unit for unit in mine if unit.unit.berserk]),
    ]
    view = RosterView(game, Filter(seat.number), tuple(mine))
    text = "\n".join((f"After entry #{seq}", *roster.lines(view, FILE_COLUMNS), ""))
    return Board(
        f"Roster of {side} after #{seq}: {counted(len(mine), 'unit')}",
        "\n".join(part for part in parts if part),
        f"roster-{seat.number}.txt",
        text,
    )


SMC = (UnitType.LEADER, UnitType.COMMISSAR, UnitType.HERO)


def _counts(units: Iterable[Outlook]) -> str:
    found = Counter(f"{unit.unit.counter} {unit.unit.type.spoken}" for unit in units)
    told = [f"{number}x {what}" for what, number in sorted(found.items())]
    left = len(told) - MOST_LISTED
    more = [f"{counted(left, 'other counter')}, in the file"] if left > 0 else []
    return ", ".join((*told[:MOST_LISTED], *more)) or "No unit is on the roster."


def _listed(title: str, units: Sequence[Outlook]) -> str:
    if not units:
        return ""
    lines = [_line(unit) for unit in units[:MOST_LISTED]]
    if len(units) > MOST_LISTED:
        lines.append(f"{len(units) - MOST_LISTED} more, in the file")
    return f"**{title}: {len(units)}**\n{block(lines)}"


def _line(unit: Outlook) -> str:
    place = names.columns(names.shown(unit.row.location), 8)
    told = states(unit.unit, 1)
    room = COLUMNS - len(place) - 2
    shown = (
        unit_line(unit.unit, names.shown(unit.row.name), room)
        if told
        else names.columns(f"{unit.unit.counter} {names.shown(unit.row.name)}", room)
    )
    return f"{shown} @{place}"
