"""The columns of a muster: which row fills which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules import konrad


class Row(StrEnum):
    """What a row of a muster is."""

    EDGE = "edge"
    SECTOR = "sector"
    DSU = "dsu"
    RSU = "rsu"


FULL = "_full"
STRENGTH = tuple(column for kind in konrad.BOOK.kinds for column in (kind, f"{kind}{FULL}"))
COLUMNS = (
    "row",
    "name",
    "side",
    "sector",
    "dsu",
    "category",
    "usable",
    "fatigue",
    "state",
    "order",
    *STRENGTH,
)

FILLS: Mapping[Row, tuple[str, ...]] = {
    Row.EDGE: ("row", "name", "side"),
    Row.SECTOR: ("row", "name", "side"),
    Row.DSU: ("row", "name", "side", "sector"),
    Row.RSU: ("row", "name", "dsu", "category", "usable", "fatigue", "state", "order", *STRENGTH),
}

LISTS: Mapping[str, Row] = {"edges": Row.EDGE, "sectors": Row.SECTOR, "dsus": Row.DSU, "rsus": Row.RSU}
"""the lists of a JSON file; its objects have the columns as keys"""
