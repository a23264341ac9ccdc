"""Reads the map of a request; every wrong value is refused with its row."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.given import Given, refuse, show
from rules.json import Json
from rules.konrad.book import Book
from rules.konrad.campaign_map import CampaignMap, Edge, FriendlyEdges, Held

MOST_ROWS = 99


def read_map(given: Given, book: Book) -> CampaignMap:
    """The map under `map`; the first side's sectors are listed, the other side owns the rest.

    Raises Refused also for side_without_edge, unknown_edge, unknown_sector.
    """
    row = given.object("map")
    columns = row.text("columns")
    if not columns or len(set(columns)) != len(columns) or not (columns.isascii() and columns.isalpha()):
        wrong = f"needs the letters of the columns, each once, not {show(columns)}"
        raise refuse("bad_columns", f"{row.where}.columns", wrong)
    first, second = (side.id for side in book.sides)
    ground = CampaignMap(columns, row.integer("rows", 1, MOST_ROWS), _edges(row, book), ())
    listed = row.texts(first)
    for place, sector in enumerate(listed):
        known_sector(sector, f"{row.where}.{first}[{place}]", ground)
        if sector in listed[:place]:
            wrong = f"needs every sector once; {sector} stands there twice"
            raise refuse("sector_twice", f"{row.where}.{first}[{place}]", wrong)
    row.done()
    own = frozenset(listed)
    held = tuple(Held(sector, first if sector in own else second) for sector in ground.sectors())
    return replace(ground, held=held)


def _edges(row: Given, book: Book) -> tuple[FriendlyEdges, ...]:
    edges = row.object("edges")
    friendly: list[FriendlyEdges] = []
    for side in book.sides:
        named = _edge_names(edges, side.id)
        if not named:
            right = f"needs an edge of the map for {side.id}: {', '.join(Edge)}"
            raise refuse("side_without_edge", edges.where, right)
        friendly.append(FriendlyEdges(side.id, named))
    edges.done()
    return tuple(friendly)


def _edge_names(edges: Given, side: str) -> tuple[Edge, ...]:
    named: Json = edges.raw(side)
    if named is None:
        return ()
    words = (named,) if isinstance(named, str) or not isinstance(named, Sequence) else tuple(named)
    for word in words:
        if word not in tuple(Edge):
            wrong = f"needs {', '.join(Edge)}, or a list of them, not {show(word)}"
            raise refuse("unknown_edge", f"{edges.where}.{side}", wrong)
    return tuple(edge for edge in Edge if edge.value in words)


def read_sector(given: Given, key: str, ground: CampaignMap) -> str:
    return known_sector(given.text(key), f"{given.where}.{key}", ground)


def known_sector(sector: str, where: str, ground: CampaignMap) -> str:
    if not ground.has(sector):
        last = f"{ground.columns[-1]}{ground.rows}"
        wrong = f"needs a sector of the map, {ground.columns[0]}1 to {last}, not {show(sector)}"
        raise refuse("unknown_sector", where, wrong)
    return sector
