"""Who stands where while retreats are resolved."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.konrad.book import Book
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.combat import shatter
from rules.konrad.events_retreat import SectorTaken
from rules.konrad.formations import Dsu
from rules.konrad.settings import Settings


class Way(Struct, frozen=True):
    """A sector that a DSU may retreat to: whether it has room, and lies towards a friendly edge."""

    sector: str
    room: bool
    towards: bool

    @property
    def rank(self) -> int:
        """0 is proposed first: room before overstack, then towards the edge before elsewhere (p5)."""
        return (0 if self.room else 2) + (0 if self.towards else 1)


class Field:
    """The DSUs in play, in list order, and the owners of the sectors, as retreats change them.

    `allowed` are friendly sectors that the GoW open to a retreat although an enemy stands in them.
    """

    def __init__(
        self,
        book: Book,
        settings: Settings,
        ground: CampaignMap,
        dsus: Sequence[Dsu],
        allowed: Collection[str],
    ) -> None:
        self.book = book
        self.settings = settings
        self.dsus: dict[str, Dsu] = {dsu.id: dsu for dsu in dsus}
        self.sectors: dict[str, str] = {dsu.id: dsu.sector for dsu in dsus}
        self._ground = ground
        self._owners = dict(ground.owners())
        self._allowed = allowed

    def standing(self, sector: str, side: str) -> list[Dsu]:
        return [
            self.dsus[dsu] for dsu, at in self.sectors.items() if at == sector and self.dsus[dsu].side == side
        ]

    def beside(self, sector: str) -> tuple[str, ...]:
        return self._ground.neighbours(sector, self.settings.adjacency)

    def ways(self, dsu: Dsu, left: Collection[str]) -> tuple[Way, ...]:
        """The legal sectors of a DSU that has already left some in this retreat, by letter and number."""
        start, enemy = self.sectors[dsu.id], self.book.enemy(dsu.side)
        return tuple(
            Way(
                sector,
                len(self.standing(sector, dsu.side)) < self.book.stacking.limit,
                self._ground.towards(start, sector, dsu.side),
            )
            for sector in self.beside(start)
            if self._owners[sector] == dsu.side
            and sector not in left
            and (sector in self._allowed or not self.standing(sector, enemy))
        )

    def shatter(self, rsus: Collection[str]) -> None:
        for dsu in list(self.dsus.values()):
            if any(rsu.id in rsus for rsu in dsu.rsus):
                self.dsus[dsu.id] = shatter(dsu, rsus)

    def move(self, dsu: Dsu, sector: str) -> tuple[SectorTaken, ...]:
        """Put a DSU into a sector; the one it leaves may fall to the enemy in it."""
        start = self.sectors[dsu.id]
        self.sectors[dsu.id] = sector
        return self._taken(start, dsu.side)

    def remove(self, dsu: Dsu) -> tuple[SectorTaken, ...]:
        start = self.sectors.pop(dsu.id)
        del self.dsus[dsu.id]
        return self._taken(start, dsu.side)

    def _taken(self, sector: str, side: str) -> tuple[SectorTaken, ...]:
        """A sector whose last defender left goes to an enemy in it; vacated without one it stays (p5)."""
        enemies = self.standing(sector, self.book.enemy(side))
        if self._owners[sector] != side or not enemies or self.standing(sector, side):
            return ()
        self._owners[sector] = self.book.enemy(side)
        captors = tuple(dsu.id for dsu in enemies)
        return (SectorTaken(sector, self.book.enemy(side), captors, self.book.cites.capture),)
