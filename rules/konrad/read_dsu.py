"""Reads the DSUs of a request with their RSUs and plans; every wrong value is refused with its row."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.given import Given, refuse, require_apart, show
from rules.konrad.book import Book
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.formations import Allowance, Dsu, Pair
from rules.konrad.read_map import read_sector
from rules.konrad.read_rsu import MOST_SP, read_rsu, read_scenario, read_side


def read_dsus(given: Given, book: Book, ground: CampaignMap) -> tuple[Dsu, ...]:
    """The DSUs under `dsus`, their plans unchecked.

    Raises Refused also for dsu_twice, rsu_twice, unknown_sector and ambiguous_id.
    """
    dsus: list[Dsu] = []
    at: dict[str, str] = {}
    for row in given.objects("dsus"):
        dsu = _dsu(row, book, ground)
        if any(known.id == dsu.id for known in dsus):
            raise refuse(
                "dsu_twice", f"{row.where}.id", f"needs an id of its own; {dsu.id} stands there twice"
            )
        for place, rsu in enumerate(dsu.rsus):
            if rsu.id in at:
                wrong = f"{rsu.id} is in {at[rsu.id]} already; an RSU is in one DSU, once"
                raise refuse("rsu_twice", f"{row.where}.rsus[{place}].id", wrong)
            at[rsu.id] = dsu.id
        dsus.append(dsu)
    for names in ([dsu.id for dsu in dsus], list(at)):
        require_apart(names, f"{given.where}.dsus")
    return tuple(dsus)


def _dsu(row: Given, book: Book, ground: CampaignMap) -> Dsu:
    name = row.name("id", "no_id")
    side = read_side(row, book)
    dsu = Dsu(
        name,
        side,
        read_sector(row, "sector", ground),
        tuple(read_rsu(rsu, book, side) for rsu in row.objects("rsus")),
        row.flag("moved", False),
        row.flag("fought", False),
        read_scenario(row),
        row.flag("captured", False),
        row.flag("armour_fought", False),
        row.flag("forced_retreat", False),
        row.flag("gow_refuses", False),
        consolidations=_pairs(row),
    )
    dsu = replace(dsu, gow_allows=_allowances(row, dsu))
    row.done()
    return dsu


def _pairs(row: Given) -> tuple[Pair, ...]:
    pairs: list[Pair] = []
    for place, item in enumerate(row.items("consolidations", ())):
        where = f"{row.where}.consolidations[{place}]"
        if isinstance(item, str) or not isinstance(item, Sequence):
            raise refuse("bad_value", where, f"needs a list of two RSUs, not {show(item)}")
        match tuple(item):
            case (str(first), str(second)):
                pairs.append(Pair(first, second))
            case _:
                raise refuse("bad_value", where, f"needs a list of two RSUs, not {show(item)}")
    return tuple(pairs)


def _allowances(row: Given, dsu: Dsu) -> tuple[Allowance, ...]:
    most = row.object("gow_allows", {})
    allowances: list[Allowance] = []
    for name in most.names():
        if all(rsu.id != name for rsu in dsu.rsus):
            known = ", ".join(rsu.id for rsu in dsu.rsus) or "it has none"
            raise refuse("unknown_rsu", f"{most.where}.{name}", f"needs an RSU of {dsu.id}: {known}")
        allowances.append(Allowance(name, most.integer(name, 0, MOST_SP)))
    return tuple(allowances)
