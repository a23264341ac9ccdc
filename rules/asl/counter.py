"""A printed counter: its two sides, and the counters that it can be exchanged for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from rules.asl.modifier import Modifier
from rules.asl.tables import Table
from rules.asl.words import Circumstance, Nation, Trait, UnitClass, UnitType

NOTHING = "nothing"
"""Replaced by nothing lower: Disrupted instead (A19.12)."""
FANATIC = "fanatic"
"""Hardened into nothing better: Fanatic instead (A15.3)."""


class Key(NamedTuple):
    """What tells one counter from every other."""

    nation: Nation
    type: UnitType
    name: str
    unit_class: UnitClass | None


Rung: TypeAlias = "Key | None"


class Counter(Struct, frozen=True):
    """One line of a nationality's table.

    `printed` is the Morale Level of the unbroken side, `broken` that of the broken side, None where there is
    none. `replaced` and `hardened` are None at the ends of the ladders. `gains_range` allows the one
    Replacement by a counter of longer range (R6.2: the SS 8-3-8 falls to a 4-4-7). `reduced` is the next step
    of a Japanese squad or crew (G1.12).
    `cite` is where the line is printed; a Replacement or Battle Hardening names its own rule besides.
    """

    key: Key
    printed: Modifier
    broken: int | None
    broken_of: tuple[tuple[Trait, int], ...]
    underlined: bool
    self_rally: bool
    half: Rung
    replaced: Rung
    replaced_by_ssr: Rung
    gains_range: bool
    replaced_when: tuple[tuple[Circumstance, Rung], ...]
    hardened: Rung
    hardened_when: tuple[tuple[Circumstance, Rung], ...]
    reduced: Rung
    broken_as: Rung
    rallied_as: Rung
    cite: str

    @property
    def firepower(self) -> int:
        return factors(self.key.name)[0]

    @property
    def range(self) -> int:
        return factors(self.key.name)[1]

    @property
    def morale(self) -> int:
        """The Morale Level of the unbroken side."""
        return self.printed.value


@cache
def factors(name: str) -> tuple[int, int, int]:
    """Firepower, range and Morale Level of 4-6-7."""
    firepower, reach, morale = name.split("-")
    return int(firepower), int(reach), int(morale)


def is_counter(name: str) -> bool:
    parts = name.split("-")
    return len(parts) == 3 and all(part.isdigit() for part in parts)


def read_counter(row: Table, key: Key, find: Callable[[Table, str, Key, str], Key]) -> Counter:
    """One line of a table; `find` turns a name in it into the counter meant. Raises DataError."""
    fighting = key.type is not UnitType.CREW

    def rung(at: Table, name: str, end: str = "", required: bool = False) -> Rung:
        text = at.text(name, None if required else end)
        return None if text == end else find(at, name, key, text)

    def rungs(name: str, end: str) -> tuple[tuple[Circumstance, Rung], ...]:
        if not row.has(name):
            return ()
        table = row.table(name)
        return tuple((_circumstance(table, when), rung(table, when, end)) for when in table.names())

    cite = row.cite()
    counter = Counter(
        key=key,
        printed=Modifier("printed", factors(key.name)[2], cite),
        broken=row.integer("broken") if row.has("broken") else None,
        broken_of=_read_broken_of(row),
        underlined=row.flag("underlined", False),
        self_rally=row.flag("self_rally", False),
        half=rung(row, "half", required=key.type is UnitType.SQUAD),
        replaced=rung(row, "replaced", NOTHING, fighting),
        replaced_by_ssr=rung(row, "replaced_by_ssr"),
        gains_range=row.flag("gains_range", False),
        replaced_when=rungs("replaced_when", NOTHING),
        hardened=rung(row, "hardened", FANATIC, fighting),
        hardened_when=rungs("hardened_when", FANATIC),
        reduced=rung(row, "reduced"),
        broken_as=rung(row, "broken_as"),
        rallied_as=rung(row, "rallied_as"),
        cite=cite,
    )
    row.done()
    return counter


def _circumstance(table: Table, name: str) -> Circumstance:
    if name not in Circumstance.__members__.values():
        raise table.wrong(name, f"needs one of {', '.join(Circumstance)}")
    return Circumstance(name)


def _read_broken_of(row: Table) -> tuple[tuple[Trait, int], ...]:
    if not row.has("broken_of"):
        return ()
    table = row.table("broken_of")
    found = []
    for name in table.names():
        if name not in Trait.__members__.values():
            raise table.wrong(name, f"needs one of {', '.join(Trait)}")
        found.append((Trait(name), table.integer(name)))
    return tuple(found)
