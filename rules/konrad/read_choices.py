"""Reads what the GoW chose for a batch of retreats, and refuses what no step could ever take."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.given import Given, refuse, show
from rules.json import Json
from rules.konrad.choices import ORDER, SECTOR, Choice
from rules.konrad.formations import Dsu
from rules.konrad.read_map import known_sector
from rules.konrad.table import Table
from rules.refusal import Refused


def read_choices(given: Given, table: Table, cite: str) -> dict[str, Choice]:
    """The answers under `choices`: `sector:DSU`, `sector:DSU#2`, `order:SECTOR`, also with a small letter.

    Raises Refused: unknown_choice, unknown_dsu, unknown_sector, illegal_choice for a sector that the DSU
    cannot come to through friendly ones (by `cite`), bad_value.
    """
    row = given.object("choices", {})
    choices: dict[str, Choice] = {}
    for key in row.names():
        where = f"{row.where}.{key}"
        what, _, of = key.partition(":")
        name = of if table.has(of) else _without_number(of)
        if what == SECTOR:
            choices[key] = _sector(row.text(key), name, where, table, cite)
        elif what == ORDER:
            known_sector(name.upper(), where, table.ground)
            choices[f"{ORDER}:{of.upper()}"] = _order(row.raw(key), where, table)
        else:
            raise refuse("unknown_choice", where, "needs sector:DSU or order:SECTOR")
    return choices


def _without_number(of: str) -> str:
    """`X` of `X#2`."""
    name, mark, number = of.rpartition("#")
    return name if mark and number.isdecimal() else of


def _sector(sector: str, dsu: str, where: str, table: Table, cite: str) -> str:
    known_sector(sector, where, table.ground)
    for known in table.dsus:
        if known.id == dsu:
            if sector not in _reachable(known, table):
                wrong = f"{known.id} in {known.sector} cannot come to {sector}"
                raise Refused("illegal_choice", f"{where}: {wrong} through sectors of {known.side}.", cite)
            return sector
    raise refuse(
        "unknown_dsu", where, f"needs a DSU in play: {', '.join(d.id for d in table.dsus)}; not {dsu}"
    )


def _reachable(dsu: Dsu, table: Table) -> Collection[str]:
    """Where a retreat of the DSU could lead at all: friendly sectors, or such as may become friendly."""
    owners = table.ground.owners()
    allies = {ally.sector for ally in table.dsus if ally.side == dsu.side}
    reached: set[str] = set()
    edge = [dsu.sector]
    while edge:
        for beside in table.ground.neighbours(edge.pop(), table.settings.adjacency):
            if beside not in reached and (owners[beside] == dsu.side or beside in allies):
                reached.add(beside)
                edge.append(beside)
    return reached


def _order(answer: Json, where: str, table: Table) -> Choice:
    if isinstance(answer, str):
        names: tuple[Json, ...] = (answer,)
    elif isinstance(answer, Sequence) and answer:
        names = tuple(answer)
    else:
        raise refuse("bad_value", where, f"needs a list of DSUs, not {show(answer)}")
    dsus: list[str] = []
    for name in names:
        if not isinstance(name, str) or not table.has(name):
            raise refuse("unknown_dsu", where, f"needs DSUs in play, not {show(name)}")
        if name in dsus:
            raise refuse("dsu_twice", where, f"needs every DSU once; {name} stands there twice")
        dsus.append(name)
    return tuple(dsus)
