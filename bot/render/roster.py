"""The roster in pages that a phone shows."""

from __future__ import annotations

from itertools import groupby

from bot import names
from bot.boards.units import unit_of
from bot.operations.roster import RosterView
from bot.render.asl_summary import unit_line
from bot.render.pages import COLUMNS, paged
from bot.store.rows import PieceRow

INDENT = "  "


def pages(view: RosterView) -> tuple[str, ...]:
    """Each side's units by location, a line each."""
    lines: list[str] = []
    for seat in view.game.seats:
        mine = sorted((row for row in view.rows if row.seat == seat.number), key=lambda row: row.location)
        lines.append(f"{seat.side.name}: {len(mine)}")
        for location, rows in groupby(mine, key=lambda row: row.location):
            lines.append(f" {location}")
            lines += (INDENT + _line(row, view.game.module) for row in rows)
    return paged(names.fenced(names.columns(line, COLUMNS)) for line in lines)


def _line(row: PieceRow, module: str) -> str:
    return unit_line(unit_of(row, module), names.shown(row.name), COLUMNS - len(INDENT))
