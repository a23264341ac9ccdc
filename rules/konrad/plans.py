"""Which consolidations can be planned, and which fall away before Recovery (p5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules.given import refuse, said
from rules.konrad.book import Book
from rules.konrad.events_recovery import ConsolidationFellAway
from rules.konrad.formations import Dsu, Pair
from rules.konrad.settings import ConsolidateAcross, Settings


def require_plans(dsus: Sequence[Dsu], settings: Settings, where: str) -> None:
    """Refuse a consolidation that names a RSU that is gone, elsewhere, itself, or in two pairs."""
    homes = {rsu.id: dsu for dsu in dsus for rsu in dsu.rsus}
    paired: set[str] = set()
    for row, dsu in enumerate(dsus):
        for place, pair in enumerate(dsu.consolidations):
            at = f"{where}.dsus[{row}].consolidations[{place}]"
            require_pair(dsu, pair, homes, settings, at)
            for name in (pair.first, pair.second):
                if name in paired:
                    raise refuse("rsu_in_two_pairs", at, f"{name} is in a pair already; an RSU is in one")
                paired.add(name)


def require_pair(dsu: Dsu, pair: Pair, homes: Mapping[str, Dsu], settings: Settings, where: str) -> None:
    """Refuse a pair that cannot be consolidated; `homes` gives the DSU of every RSU in play."""
    if pair.first == pair.second:
        raise refuse("same_rsu", where, f"needs two RSUs, not {pair.first} twice")
    across = _across(settings)
    for name in (pair.first, pair.second):
        home = homes.get(name)
        if home is None:
            known = ", ".join(rsu.id for rsu in dsu.rsus) or "none"
            raise refuse("plan_names_gone", where, f"{said(name)} is not in play; {dsu.id} has {known}")
        if not _together(dsu, home, settings):
            right = f"one of {dsu.id}" if not across else f"one of {dsu.side} in {dsu.sector}"
            raise refuse(
                "not_same_dsu", where, f"needs an RSU, {right}; {name} is in {home.id} in {home.sector}"
            )
    if across and dsu.id not in (homes[pair.first].id, homes[pair.second].id):
        raise refuse("not_same_dsu", where, f"needs one RSU of {dsu.id} at least")


def with_plans_that_stand(dsus: Sequence[Dsu], settings: Settings) -> tuple[Dsu, ...]:
    """The DSUs without the plans of RSUs that have parted."""
    parted = set(_parted(dsus, settings))
    return tuple(
        replace(dsu, consolidations=tuple(pair for pair in dsu.consolidations if (dsu, pair) not in parted))
        for dsu in dsus
    )


def plans_that_fall_away(
    book: Book, dsus: Sequence[Dsu], settings: Settings
) -> tuple[ConsolidationFellAway, ...]:
    """The plans of RSUs that have parted since Orders, in list order."""
    cite = book.cites.consolidation
    return tuple(ConsolidationFellAway(dsu.id, pair, cite) for dsu, pair in _parted(dsus, settings))


def _parted(dsus: Sequence[Dsu], settings: Settings) -> Iterator[tuple[Dsu, Pair]]:
    homes = {rsu.id: dsu for dsu in dsus for rsu in dsu.rsus}
    for dsu in dsus:
        for pair in dsu.consolidations:
            if not all(_together(dsu, homes[name], settings) for name in (pair.first, pair.second)):
                yield dsu, pair


def _together(dsu: Dsu, home: Dsu, settings: Settings) -> bool:
    beside = home.side == dsu.side and home.sector == dsu.sector
    return home.id == dsu.id or (_across(settings) and beside)


def _across(settings: Settings) -> bool:
    return settings.consolidate_across is ConsolidateAcross.ONE_SECTOR
