"""The roster in pages that a phone shows."""

from __future__ import annotations

from itertools import groupby

from bot import names
from bot.board import unit_of
from bot.operations.roster import RosterView
from bot.render.asl_summary import unit_line

COLUMNS = 38
PAGE_MOST = 1800
"""characters of a page; Discord takes 2,000"""


def pages(view: RosterView) -> tuple[str, ...]:
    """Each side's units by location, a line each."""
    lines: list[str] = []
    for seat in view.game.seats:
        mine = sorted((row for row in view.rows if row.seat == seat.number), key=lambda row: row.location)
        lines.append(f"{seat.side.name}: {len(mine)}")
        for location, rows in groupby(mine, key=lambda row: row.location):
            lines.append(f" {location}")
            lines += ("  " + unit_line(unit_of(row, view.game.module), names.shown(row.name)) for row in rows)
    return tuple(_paged([names.fenced(names.columns(line, COLUMNS)) for line in lines]))


def _paged(lines: list[str]) -> list[str]:
    found, page = [], ""
    for line in lines:
        if len(page) + len(line) > PAGE_MOST:
            found.append(page)
            page = ""
        page += line + "\n"
    return [f"```\n{page}```" for page in (*found, page)]
