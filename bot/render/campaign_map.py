"""The map of a campaign as text that lines up on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.render.pages import COLUMNS, paged
from bot.words import names
from rules import konrad
from rules.konrad.campaign import Campaign
from rules.konrad.formations import Dsu

MARKS = {side.id: mark for side, mark in zip(konrad.BOOK.sides, ("o", "x"), strict=True)}
"""a DSU of the side; a capital letter where an RSU of it is shattered"""
CELL = 6
LABEL = 2
ACROSS = (COLUMNS - LABEL) // CELL
"""columns of the map beside one another"""


def map_pages(campaign: Campaign, called: Mapping[str, str]) -> tuple[str, ...]:
    """Owners and DSUs by sector, then who they are."""
    first, second = (side.id for side in konrad.BOOK.sides)
    key = [
        f"{first[0]}, {second[0]}: owner {first}, {second}",
        f"o, x: a DSU of {first}, {second}",
        "O, X: with shattered RSUs",
    ]
    return paged((*_grid(campaign), "", *key, "", *_standing(campaign, called)))


def _grid(campaign: Campaign) -> Iterator[str]:
    ground = campaign.ground
    for start in range(0, len(ground.columns), ACROSS):
        columns = ground.columns[start : start + ACROSS]
        if start:
            yield ""
        yield (" " * LABEL + "".join(f"{column:<{CELL}}" for column in columns)).rstrip()
        for row in range(1, ground.rows + 1):
            cells = "".join(f"{_cell(campaign, f'{column}{row}'):<{CELL}}" for column in columns)
            yield f"{row:<{LABEL}}{cells}".rstrip()


def _cell(campaign: Campaign, sector: str) -> str:
    there = "".join(_mark(dsu) for dsu in campaign.dsus if dsu.sector == sector)
    return f"{campaign.ground.owners()[sector][0]}{there}"


def _mark(dsu: Dsu) -> str:
    mark = MARKS[dsu.side]
    return mark.upper() if any(rsu.shattered for rsu in dsu.rsus) else mark


def _standing(campaign: Campaign, called: Mapping[str, str]) -> Iterator[str]:
    by_sector = sorted(campaign.dsus, key=lambda dsu: (dsu.sector[0], int(dsu.sector[1:])))
    for dsu in by_sector:
        shattered = sum(rsu.shattered for rsu in dsu.rsus)
        mark = f" {shattered}/{len(dsu.rsus)} shat" if shattered else ""
        name = names.fenced(names.shown(called.get(dsu.id, dsu.id)))
        room = COLUMNS - len(dsu.sector) - 1 - len(mark)
        yield f"{dsu.sector} {names.columns(name, room)}{mark}"
