"""Which DSUs are isolated: no sector of their own side beside them, wherever they stand (p6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.konrad.book import Book
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.events_retreat import DsuConnected, DsuIsolated
from rules.konrad.formations import Dsu
from rules.konrad.settings import Adjacency


def isolated(ground: CampaignMap, dsus: Sequence[Dsu], adjacency: Adjacency) -> frozenset[str]:
    owners = ground.owners()
    return frozenset(
        dsu.id
        for dsu in dsus
        if not any(owners[beside] == dsu.side for beside in ground.neighbours(dsu.sector, adjacency))
    )


def isolation(
    book: Book, ground: CampaignMap, dsus: Sequence[Dsu], adjacency: Adjacency
) -> tuple[DsuIsolated | DsuConnected, ...]:
    """One fact a DSU, in list order."""
    cut_off = isolated(ground, dsus, adjacency)
    cite = book.cites.isolation
    return tuple(
        DsuIsolated(dsu.id, dsu.sector, cite) if dsu.id in cut_off else DsuConnected(dsu.id, dsu.sector, cite)
        for dsu in dsus
    )
