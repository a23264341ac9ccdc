"""The campaign map: square sectors, who owns them, and the edges that each side calls its own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from rules.konrad.settings import Adjacency


class Edge(StrEnum):
    """An edge of the map; row 1 lies north, the first column west."""

    NORTH = "north"
    SOUTH = "south"
    WEST = "west"
    EAST = "east"


SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class FriendlyEdges(Struct, frozen=True):
    side: str
    edges: tuple[Edge, ...]


class Held(Struct, frozen=True):
    """A sector and the side that owns it, whoever stands in it."""

    sector: str
    side: str


class CampaignMap(Struct, frozen=True):
    """`columns` holds one letter a column from west to east, `rows` counts from 1; every sector is held."""

    columns: str
    rows: int
    edges: tuple[FriendlyEdges, ...]
    held: tuple[Held, ...]

    def has(self, sector: str) -> bool:
        column, row = sector[:1], sector[1:]
        return (
            column != ""
            and column in self.columns
            and row.isascii()
            and row.isdecimal()
            and row == str(int(row))
            and 1 <= int(row) <= self.rows
        )

    def sectors(self) -> tuple[str, ...]:
        return tuple(f"{column}{row}" for column in self.columns for row in range(1, self.rows + 1))

    def owners(self) -> Mapping[str, str]:
        return {held.sector: held.side for held in self.held}

    def neighbours(self, sector: str, adjacency: Adjacency) -> tuple[str, ...]:
        """The sectors of the map that touch `sector`, by letter, then number."""
        steps = SIDES + CORNERS if adjacency is Adjacency.EIGHT else SIDES
        column, row = self.columns.index(sector[0]), int(sector[1:])
        return tuple(
            f"{self.columns[column + east]}{row + south}"
            for east, south in sorted(steps)
            if 0 <= column + east < len(self.columns) and 1 <= row + south <= self.rows
        )

    def towards(self, start: str, end: str, side: str) -> bool:
        """Whether the step from `start` to `end` brings a DSU nearer to an edge of its side."""
        east = self.columns.index(end[0]) - self.columns.index(start[0])
        south = int(end[1:]) - int(start[1:])
        nearer = {
            Edge.NORTH: south < 0,
            Edge.SOUTH: south > 0,
            Edge.WEST: east < 0,
            Edge.EAST: east > 0,
        }
        return any(
            nearer[edge] for friendly in self.edges if friendly.side == side for edge in friendly.edges
        )
