"""Which consolidations can be planned (p5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.given import refuse
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
    across = settings.consolidate_across is ConsolidateAcross.ONE_SECTOR
    for name in (pair.first, pair.second):
        home = homes.get(name)
        if home is None:
            known = ", ".join(rsu.id for rsu in dsu.rsus)
            raise refuse("plan_names_gone", where, f"{name} is not in play; {dsu.id} has {known}")
        beside = across and home.side == dsu.side and home.sector == dsu.sector
        if home.id != dsu.id and not beside:
            right = f"one of {dsu.id}" if not across else f"one of {dsu.side} in {dsu.sector}"
            raise refuse(
                "not_same_dsu", where, f"needs an RSU, {right}; {name} is in {home.id} in {home.sector}"
            )
    if across and dsu.id not in (homes[pair.first].id, homes[pair.second].id):
        raise refuse("not_same_dsu", where, f"needs one RSU of {dsu.id} at least")
