"""A module: what it changes in the nationalities' tables, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.asl.nationality import read_rows
from rules.asl.tables import Table
from rules.asl.words import Module, Nation, UnitType


class NationChange(Struct, frozen=True):
    """`rows` hold only the keys that differ."""

    nation: Nation
    underlined_at_elr: int | None
    rows: tuple[tuple[UnitType, Mapping[str, object]], ...]
    where: str


class ModuleFile(Struct, frozen=True):
    """`opponent_of_ss` answers the fact where the module leaves no doubt."""

    module: Module
    assault_engineers_underlined: bool
    opponent_of_ss: Nation | None
    changes: tuple[NationChange, ...]
    cite: str


def read_module(table: Table, name: Module, known: tuple[Nation, ...]) -> ModuleFile:
    """The file of the module `name`. Raises DataError for an unknown key or nation."""
    found = ModuleFile(
        module=table.one_of("module", (name,)),
        assault_engineers_underlined=table.flag("assault_engineers_underlined", False),
        opponent_of_ss=table.one_of("opponent_of_ss", known) if table.has("opponent_of_ss") else None,
        changes=tuple(_read_change(entry, known) for entry in table.tables("nation")),
        cite=table.cite(),
    )
    table.done()
    return found


def _read_change(table: Table, known: tuple[Nation, ...]) -> NationChange:
    nation = table.one_of("nation", known)
    table.cite()
    found = NationChange(
        nation=nation,
        underlined_at_elr=table.integer("underlined_at_elr") if table.has("underlined_at_elr") else None,
        rows=tuple(read_rows(table)),
        where=f"{table.where} {nation}",
    )
    table.done()
    return found
