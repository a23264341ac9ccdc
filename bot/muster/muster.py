"""A muster: everyone on the map by name, as a file lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.konrad.campaign_map import Edge
from rules.konrad.formations import Order, Platoons, State


class Regiment(Struct, frozen=True):
    """An RSU by its name; `strength` holds every kind of platoons."""

    name: str
    category: str
    usable: bool
    fatigue: int
    state: State
    order: Order | None
    strength: tuple[Platoons, ...]


class Division(Struct, frozen=True):
    """A DSU by its name; `where` is its row."""

    name: str
    side: str
    sector: str
    regiments: tuple[Regiment, ...]
    where: str


class Muster(Struct, frozen=True):
    """Every sector is owned; `edges` are those that each side calls its own."""

    edges: Mapping[str, tuple[Edge, ...]]
    owners: Mapping[str, str]
    divisions: Sequence[Division]

    @property
    def columns(self) -> str:
        """The letters of the columns from west to east."""
        return "".join(sorted({sector[0] for sector in self.owners}))

    @property
    def rows(self) -> int:
        return max(int(sector[1:]) for sector in self.owners)
