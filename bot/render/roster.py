"""The roster in pages that a phone shows: each unit, its Morale Level at the moment, who can help it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.operations.outlook import Outlook
from bot.operations.roster_view import RosterView
from bot.render.asl_summary import unit_line
from bot.render.pages import COLUMNS, paged
from bot.words import names

INDENT = "  "
MORALE = 6
"""columns of ` ML 10`"""


def pages(view: RosterView) -> tuple[str, ...]:
    """Each side's units by location, a line each, and a line for who can help it."""
    return paged(names.fenced(names.columns(line, COLUMNS)) for line in lines(view))


def lines(view: RosterView, width: int = COLUMNS) -> Iterator[str]:
    """The roster in plain lines of at most `width` columns."""
    for seat in view.game.seats:
        if view.chosen.seat in (0, seat.number):
            mine = [unit for unit in view.units if unit.row.seat == seat.number]
            yield f"{seat.side.name}: {len(mine)}"
            yield from _by_location(mine, width)


def _by_location(units: Iterable[Outlook], width: int) -> Iterator[str]:
    ordered = sorted(units, key=lambda unit: unit.row.location)
    for location, there in groupby(ordered, key=lambda unit: unit.row.location):
        yield f" {location}"
        for unit in there:
            told = unit_line(unit.unit, names.shown(unit.row.name), width - len(INDENT) - MORALE)
            yield f"{INDENT}{told} ML {unit.morale}"
            if unit.helpers:
                yield f"{INDENT}  < {', '.join(unit.helpers)}"
