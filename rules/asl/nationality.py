"""A nationality: its leaders, its Heat of Battle DRM, its traits, the lines of its counter tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.asl.modifier import Modifier
from rules.asl.numbers import Numbers
from rules.asl.tables import Table
from rules.asl.words import Nation, NationTrait, People, UnitType

LISTS = {"squads": UnitType.SQUAD, "half_squads": UnitType.HALF_SQUAD, "crews": UnitType.CREW}


class Nationality(Struct, frozen=True):
    """`kin` are the nations that count as one with it for leadership, `elr` the ELR it always has if any.

    `peoples` are those for whom its counters stand, where a rule tells them apart.

    `underlined_at_elr` is the ELR at which all its MMC count as underlined (R6.3), None for never.
    """

    nation: Nation
    kin: tuple[Nation, ...]
    grades: tuple[str, ...]
    commissars: tuple[str, ...]
    traits: tuple[NationTrait, ...]
    heat: tuple[Modifier, ...]
    elr: int | None
    underlined_at_elr: int | None
    cite: str
    peoples: tuple[People, ...] = ()

    def has(self, trait: NationTrait) -> bool:
        return trait in self.traits


class NationFile(Struct, frozen=True):
    """A nationality before its module: the lines of its tables are not yet joined."""

    nationality: Nationality
    rows: tuple[tuple[UnitType, Mapping[str, object]], ...]
    where: str


def read_nation(table: Table, name: Nation, known: tuple[Nation, ...], numbers: Numbers) -> NationFile:
    """The file of the nation `name`. Raises DataError for an unknown key, nation, trait or ladder."""
    ladders = dict(numbers.ladders)
    ladder = table.text("leaders")
    if ladder not in ladders:
        raise table.wrong("leaders", f"needs one of {', '.join(ladders)}, not {ladder!r}")
    found = Nationality(
        nation=table.one_of("nation", (name,)),
        kin=tuple(table.listed("kin", known)),
        grades=ladders[ladder].grades,
        commissars=numbers.commissars.grades if table.flag("commissars", False) else (),
        traits=table.words("traits", NationTrait),
        heat=tuple(_read_modifier(entry) for entry in table.tables("heat")),
        elr=table.integer("elr", numbers.elr.limits) if table.has("elr") else None,
        underlined_at_elr=None,
        cite=table.cite(),
        peoples=table.words("peoples", People),
    )
    rows = tuple(read_rows(table))
    table.done()
    return NationFile(found, rows, table.where)


def read_rows(table: Table) -> Iterator[tuple[UnitType, Mapping[str, object]]]:
    """The lines of the three counter tables, each with its type, not yet looked into."""
    for name, unit_type in LISTS.items():
        for row in table.tables(name):
            yield unit_type, row.content()


def _read_modifier(entry: Table) -> Modifier:
    found = Modifier(entry.text("what"), entry.integer("value"), entry.cite())
    entry.done()
    return found
