"""Reads a muster from a file: every fault of it is found before anything is changed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.muster.cells import Cells
from bot.muster.columns import FULL, Row
from bot.muster.muster import Division, Muster, Regiment
from bot.muster.rows import BadRows, Fault, Line, read_rows
from rules import konrad
from rules.konrad.campaign_map import Edge
from rules.konrad.formations import Order, Platoons, State
from rules.konrad.read_map import MOST_ROWS
from rules.konrad.read_rsu import MOST_LEVELS, MOST_SP

BOOK = konrad.BOOK
SIDES = tuple(side.id for side in BOOK.sides)
CATEGORIES = tuple(category.id for category in BOOK.categories)
SECTOR = re.compile(r"[A-Z][1-9][0-9]?")
NO_ORDER = ""


def read_muster(filename: str, data: bytes) -> Muster:
    """Raises BadRows with every fault of the file."""
    return _Reading(read_rows(filename, data)).muster()


class _Reading:
    def __init__(self, lines: Iterable[Line]) -> None:
        self.faults: list[Fault] = []
        self._edges: dict[str, list[Edge]] = {side: [] for side in SIDES}
        self._owners: dict[str, str] = {}
        self._named: dict[str, str] = {}
        self._divisions: dict[str, Division] = {}
        self._regiments: dict[str, list[Regiment]] = {}
        rows: dict[Row, list[Cells]] = {row: [] for row in Row}
        for line in lines:
            cells = Cells(line, self.faults)
            row = line.cells.get("row", "")
            if row in tuple(Row):
                cells.require_fitting(Row(row))
                rows[Row(row)].append(cells)
            else:
                cells.word("row", tuple(Row))
        # Whatever stands first in the file: a DSU needs its sector, an RSU its DSU.
        for cells in rows[Row.EDGE]:
            self._edge(cells)
        for cells in rows[Row.SECTOR]:
            self._sector(cells)
        self._require_map()
        for cells in rows[Row.DSU]:
            self._dsu(cells)
        for cells in rows[Row.RSU]:
            self._rsu(cells)
        self._require_dsus()

    def muster(self) -> Muster:
        if self.faults:
            raise BadRows(sorted(self.faults, key=_place))
        divisions = tuple(
            Division(d.name, d.side, d.sector, tuple(self._regiments[name]), d.where)
            for name, d in self._divisions.items()
        )
        return Muster({side: tuple(edges) for side, edges in self._edges.items()}, self._owners, divisions)

    def _edge(self, cells: Cells) -> None:
        edge = Edge(cells.word("name", [edge.value for edge in Edge]))
        side = cells.word("side", SIDES)
        taken = next((other for other in SIDES if edge in self._edges[other]), None)
        if taken is not None:
            cells.fault(
                "name", f"names {edge} again, which is friendly to {taken}; every edge stands there once"
            )
        self._edges[side].append(edge)

    def _sector(self, cells: Cells) -> None:
        sector, side = cells.text("name").upper(), cells.word("side", SIDES)
        if not SECTOR.fullmatch(sector) or int(sector[1:]) > MOST_ROWS:
            cells.fault("name", "needs a letter and a number, such as D5")
        elif sector in self._owners:
            cells.fault("name", f"names {sector} again; every sector stands there once")
        else:
            self._owners[sector] = side

    def _require_map(self) -> None:
        for side, edges in self._edges.items():
            if not edges:
                right = f"needs a row edge for {side}: its name is one of {', '.join(Edge)}"
                self.faults.append(Fault("the file", "", right))
        if not self._owners:
            self.faults.append(Fault("the file", "", "needs a row sector for every sector of the map"))
            return
        letters = [sector[0] for sector in self._owners]
        last = max(int(sector[1:]) for sector in self._owners)
        first_column, last_column = min(letters), max(letters)
        for column in map(chr, range(ord(first_column), ord(last_column) + 1)):
            for lacking in _runs(row for row in range(1, last + 1) if f"{column}{row}" not in self._owners):
                ends = [f"{column}{row}" for row in dict.fromkeys((lacking[0], lacking[-1]))]
                wrong = (
                    f"lacks a row for {'the sector' if len(ends) == 1 else 'each sector'} {' to '.join(ends)}"
                )
                whole = f"the map is whole from {first_column}1 to {last_column}{last}"
                self.faults.append(Fault("the file", "", f"{wrong}; {whole}"))

    def _dsu(self, cells: Cells) -> None:
        name, side, sector = self._name(cells), cells.word("side", SIDES), cells.text("sector").upper()
        if sector not in self._owners:
            known = f"{min(self._owners)} to {max(self._owners)}" if self._owners else "none is listed"
            cells.fault("sector", f"needs a sector of the map, {known}; not {sector or 'an empty cell'}")
        here = [d for d in self._divisions.values() if d.side == side and d.sector == sector]
        if len(here) >= BOOK.stacking.limit:
            wrong = (
                f"{sector} holds {' and '.join(d.name for d in here)}; {BOOK.stacking.limit} DSUs of a side"
            )
            cells.fault("sector", f"{wrong} have room ({BOOK.stacking.cite})")
        self._divisions[name.casefold()] = Division(name, side, sector, (), cells.where)
        self._regiments[name.casefold()] = []

    def _rsu(self, cells: Cells) -> None:
        home = cells.text("dsu").casefold()
        if home not in self._divisions:
            known = ", ".join(d.name for d in self._divisions.values()) or "none is listed"
            cells.fault("dsu", f"needs a DSU of this file: {known[:300]}")
        usable = cells.flag("usable", default=True)
        state = cells.choice("state", State, State.GOOD_ORDER)
        order = self._order(cells, usable=usable, state=state)
        regiment = Regiment(
            self._name(cells),
            cells.word("category", CATEGORIES),
            usable,
            cells.number("fatigue", MOST_LEVELS),
            state,
            order,
            tuple(_platoons(cells, kind) for kind in BOOK.kinds),
        )
        if not any(platoons.full for platoons in regiment.strength):
            cells.fault(f"{BOOK.kinds[0]}{FULL}", "needs a full strength of 1 SP at least, of one kind")
        self._regiments.setdefault(home, []).append(regiment)

    def _order(self, cells: Cells, *, usable: bool, state: State) -> Order | None:
        words = (NO_ORDER, *(order.value for order in Order))
        word = cells.text("order").upper()
        if word not in words:
            cells.fault("order", f"needs MOB, DEF, RES or nothing; not {word}")
            return None
        if word in (Order.MOB, Order.DEF) and (not usable or state is State.SHATTERED):
            why = "shattered" if state is State.SHATTERED else "not usable"
            cells.fault("order", f"needs RES or nothing: the RSU is {why}")
        return Order(word) if word else None

    def _name(self, cells: Cells) -> str:
        """A name that no other DSU or RSU has."""
        name = cells.name()
        taken = self._named.setdefault(name.casefold(), cells.where)
        if name and taken != cells.where:
            cells.fault("name", f"is that of {taken} too; every DSU and RSU needs one of its own")
        return name

    def _require_dsus(self) -> None:
        if not self._divisions:
            self.faults.append(Fault("the file", "", "needs a row dsu at least"))
        for name, division in self._divisions.items():
            if not self._regiments[name]:
                self.faults.append(Fault(division.where, "", f"{division.name} needs one row rsu at least"))


def _platoons(cells: Cells, kind: str) -> Platoons:
    now, full = cells.number(kind, MOST_SP), cells.number(f"{kind}{FULL}", MOST_SP)
    if now > full:
        cells.fault(kind, f"needs at most the full strength of {full}; not {now}")
    return Platoons(kind, now, full)


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers in rising order, those that follow on one another together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _place(fault: Fault) -> tuple[int, str, int]:
    """Faults of the file first, then by list and number."""
    digits = re.findall(r"[0-9]+", fault.where)
    return (1 if digits else 0, re.sub(r"[0-9]+", "", fault.where), int(digits[0]) if digits else 0)
