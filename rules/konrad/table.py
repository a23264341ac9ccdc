"""What a ruling about the whole table starts from: the map, the settings and everyone on the map."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.given import Given, refuse, said
from rules.konrad.book import Book
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.combat import Sheet
from rules.konrad.formations import Dsu
from rules.konrad.plans import require_plans
from rules.konrad.read_dsu import read_dsus
from rules.konrad.read_map import read_map
from rules.konrad.read_settings import read_settings
from rules.konrad.settings import Settings


class Table(Struct, frozen=True):
    ground: CampaignMap
    settings: Settings
    dsus: tuple[Dsu, ...]

    def has(self, dsu: str) -> bool:
        return any(known.id == dsu for known in self.dsus)


def read_table(given: Given, book: Book) -> Table:
    settings = read_settings(given, book.settings)
    ground = read_map(given, book)
    dsus = read_dsus(given, book, ground)
    require_plans(dsus, settings, given.where)
    return Table(ground, settings, dsus)


def read_dsu_ids(
    given: Given, key: str, table: Table, default: Sequence[str] | None = None
) -> tuple[str, ...]:
    """A list of DSUs in play, each once."""
    ids = given.texts(key, default)
    for place, name in enumerate(ids):
        where = f"{given.where}.{key}[{place}]"
        if not table.has(name):
            known = ", ".join(dsu.id for dsu in table.dsus) or "there is none"
            raise refuse("unknown_dsu", where, f"needs a DSU in play: {known}; not {said(name)}")
        if name in ids[:place]:
            raise refuse("dsu_twice", where, f"needs every DSU once; {name} stands there twice")
    return ids


def read_sheet(given: Given, table: Table) -> Sheet:
    """`battle` (the DSUs of one battle), `added` and `struck` (RSUs); all may be missing."""
    battle = read_dsu_ids(given, "battle", table) if given.has("battle") else None
    if battle is None:
        given.raw("battle")
    sheet = Sheet(battle, given.texts("added", ()), given.texts("struck", ()))
    rsus = {rsu.id: rsu for dsu in table.dsus for rsu in dsu.rsus}
    for key, names in (("added", sheet.added), ("struck", sheet.struck)):
        _require_rsus(names, rsus, f"{given.where}.{key}")
    for place, name in enumerate(sheet.added):
        where = f"{given.where}.added[{place}]"
        if rsus[name].shattered:
            raise refuse("already_shattered", where, f"needs an RSU in good order; {name} is shattered")
        if name in sheet.struck:
            raise refuse("added_and_struck", where, f"needs {name} added or struck, not both")
    return sheet


def _require_rsus(names: Sequence[str], rsus: Collection[str], where: str) -> None:
    for place, name in enumerate(names):
        if name not in rsus:
            raise refuse("unknown_rsu", f"{where}[{place}]", f"needs an RSU in play, not {said(name)}")
        if name in names[:place]:
            raise refuse("rsu_twice", f"{where}[{place}]", f"needs every RSU once; {name} stands there twice")
