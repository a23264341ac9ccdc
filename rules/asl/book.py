"""The rule book of a module: all counters and nationalities, joined from the data and checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.asl.book_checks import check_counters
from rules.asl.counter import Counter, Key, Rung, is_counter, read_counter
from rules.asl.module import ModuleFile, NationChange, read_module
from rules.asl.nationality import Nationality, NationFile, read_nation
from rules.asl.numbers import Numbers, read_numbers
from rules.asl.tables import Table, read_table
from rules.asl.unit import Unit
from rules.asl.words import (
    ASL,
    Circumstance,
    Flag,
    Module,
    Nation,
    NationTrait,
    People,
    Trait,
    UnitClass,
    UnitType,
)
from rules.refusal import DataError

DATA = files("rules").joinpath("data", "asl")
COMMON = "common"
"""The file of what all nationalities share."""
Name: TypeAlias = tuple[Nation, UnitType, str]


class Book(Struct, frozen=True, eq=False):
    """`by_name` holds the counters of one name, one a class, also under their other names (R6.21)."""

    module: Module
    numbers: Numbers
    nations: Mapping[Nation, Nationality]
    counters: Mapping[Key, Counter]
    by_name: Mapping[Name, tuple[Counter, ...]]
    assault_engineers_underlined: bool
    opponent_of_ss: Nation | None

    def counter(self, unit: Unit) -> Counter:
        """The counter of a squad, half-squad or crew."""
        key = (unit.nation, unit.type, unit.counter, unit.unit_class)
        return self.counters[key]  # type: ignore[index]  # a Key is the tuple of its parts

    def nation(self, unit: Unit) -> Nationality:
        return self.nations[unit.nation]

    def never_disrupts(self, unit: Unit) -> bool:
        """Whether it is only broken where others are Disrupted, whoever its enemy is (A19.12)."""
        never = self.nation(unit).has(NationTrait.NEVER_DISRUPTED)
        return never or unit.fanatic or unit.has(Flag.GURKHA) or unit.type is UnitType.COMMISSAR

    def named(self, nation: Nation, unit_type: UnitType, name: str) -> tuple[Counter, ...]:
        """Every counter of that name, one a class; other names count."""
        return self.by_name.get((nation, unit_type, name), ())

    def has_trait(self, nation: Nation, trait: Trait) -> bool:
        """Whether a counter of the nationality has another broken side with that trait."""
        return any(
            key.nation == nation and trait in dict(counter.broken_of)
            for key, counter in self.counters.items()
        )

    def counters_of(self, nation: Nation, unit_type: UnitType) -> tuple[str, ...]:
        """The names that a player may enter, best first, each once."""
        match unit_type:
            case UnitType.LEADER:
                return self.nations[nation].grades
            case UnitType.COMMISSAR:
                return self.nations[nation].commissars
            case UnitType.HERO:
                return (self.numbers.hero.counter, self.numbers.hero.wounded)
            case _:
                return tuple(
                    dict.fromkeys(key.name for key in self.counters if key[:2] == (nation, unit_type))
                )


def rung(usual: Rung, when: tuple[tuple[Circumstance, Rung], ...], now: tuple[Circumstance, ...]) -> Rung:
    """The step of a ladder that holds in the circumstances `now`."""
    return next((other for circumstance, other in when if circumstance in now), usual)


@cache
def book(module: Module) -> Book:
    """The book of a module, read once. Raises DataError where a file cannot be used."""
    return load_book(DATA, module)


@cache
def numbers() -> Numbers:
    """What common.toml says of every nationality and module, read once. Raises DataError."""
    return read_numbers(read_table(DATA, f"{COMMON}.toml"))


@cache
def nations() -> tuple[Nation, ...]:
    """Every nationality, one a file."""
    return nations_in(DATA)


@cache
def peoples() -> Mapping[People, Nation]:
    """The peoples whom a rule tells apart, each with the nationality whose counters stand for it."""
    return {people: name for name, nation in book(ASL).nations.items() for people in nation.peoples}


@cache
def modules() -> tuple[Module, ...]:
    """Every module, one a file; the rulebook itself comes first."""
    found = [Module(name) for name in _file_names(DATA.joinpath("modules"))]
    return tuple(sorted(found, key=lambda module: module != ASL))


def nations_in(folder: Traversable) -> tuple[Nation, ...]:
    """The nationalities that have a file in a folder of data."""
    return tuple(Nation(name) for name in _file_names(folder) if name != COMMON)


def load_book(folder: Traversable, module: Module) -> Book:
    """Joins common.toml, one file a nationality and modules/MODULE.toml. Raises DataError."""
    known = nations_in(folder)
    numbers = read_numbers(read_table(folder, f"{COMMON}.toml"))
    files_read = [read_nation(read_table(folder, f"{name}.toml"), name, known, numbers) for name in known]
    changed = read_module(read_table(folder, f"modules/{module}.toml"), module, known)
    return _join(numbers, files_read, changed)


def _file_names(folder: Traversable) -> list[str]:
    ending = ".toml"
    return sorted(file.name.removesuffix(ending) for file in folder.iterdir() if file.name.endswith(ending))


def _join(numbers: Numbers, read: list[NationFile], changed: ModuleFile) -> Book:
    changes = {change.nation: change for change in changed.changes}
    rows = [row for file in read for row in _changed_rows(file, changes.get(file.nationality.nation))]
    aliases = {
        (row.nation, row.type, row.name): row.printed
        for row in rows
        if row.printed and row.printed != row.name
    }
    _require_different(rows)
    known = tuple(file.nationality.nation for file in read)
    finder = _Finder(known, tuple(row.key for row in rows), aliases)
    counters = {row.key: read_counter(row.table, row.key, finder.find) for row in rows}
    check_counters(counters, numbers.morale.highest.value)
    return Book(
        module=changed.module,
        numbers=numbers,
        nations={file.nationality.nation: _changed_nation(file, changes) for file in read},
        counters=counters,
        by_name=_by_name(counters, aliases),
        assault_engineers_underlined=changed.assault_engineers_underlined,
        opponent_of_ss=changed.opponent_of_ss,
    )


def _require_different(rows: list[_Row]) -> None:
    seen: set[Key] = set()
    for row in rows:
        if row.key in seen:
            raise row.table.wrong("counter", f"{row.key.name} stands twice; needs a class of its own")
        seen.add(row.key)


def _by_name(
    counters: Mapping[Key, Counter], aliases: Mapping[Name, str]
) -> Mapping[Name, tuple[Counter, ...]]:
    found: defaultdict[Name, tuple[Counter, ...]] = defaultdict(tuple)
    for key, counter in counters.items():
        found[key[:3]] += (counter,)
    for (nation, unit_type, other), name in aliases.items():
        found[nation, unit_type, other] = found[nation, unit_type, name]
    return dict(found)


def _changed_nation(file: NationFile, changes: Mapping[Nation, NationChange]) -> Nationality:
    change = changes.get(file.nationality.nation)
    if change is None:
        return file.nationality
    return replace(file.nationality, underlined_at_elr=change.underlined_at_elr)


class _Row(Struct, frozen=True):
    """A line of a table with what it is found by."""

    nation: Nation
    type: UnitType
    name: str
    printed: str
    unit_class: UnitClass | None
    table: Table

    @property
    def key(self) -> Key:
        return Key(self.nation, self.type, self.printed or self.name, self.unit_class)


def _changed_rows(file: NationFile, change: NationChange | None) -> list[_Row]:
    """The lines of a nationality's file with what the module changes in them laid over."""
    joined = [(unit_type, dict(row), file.where) for unit_type, row in file.rows]
    for unit_type, override in change.rows if change else ():
        where = change.where if change else file.where
        fits = [
            row
            for other_type, row, _ in joined
            if other_type is unit_type
            and row.get("counter") == override.get("counter")
            and ("class" not in override or row.get("class") == override["class"])
        ]
        if len(fits) != 1:
            raise DataError(
                f"{where}: {override.get('counter')!r}: needs the counter and class of one {unit_type} "
                f"in {file.where}"
            )
        fits[0].update(override)
    return [_read_row(file.nationality.nation, unit_type, row, where) for unit_type, row, where in joined]


def _read_row(nation: Nation, unit_type: UnitType, row: Mapping[str, object], where: str) -> _Row:
    table = Table(row, f"{where}: {unit_type} {row.get('counter', '?')}")
    name = table.text("counter")
    printed = table.text("printed", "")
    for shown in (name, printed or name):
        if not is_counter(shown):
            raise table.wrong("counter", f"needs firepower-range-morale such as 4-6-7, not {shown!r}")
    unit_class = table.word("class", UnitClass) if table.has("class") else None
    return _Row(nation, unit_type, name, printed, unit_class, table)


class _Finder(Struct, frozen=True):
    """Finds the counter that a name in the data means: `4-6-7`, `ss 4-4-7`, `2-3-8 green`."""

    nations: tuple[Nation, ...]
    keys: tuple[Key, ...]
    aliases: Mapping[Name, str]

    def find(self, table: Table, name: str, of: Key, text: str) -> Key:
        nation, unit_class, counter = of.nation, None, ""
        for word in text.split():
            if word in self.nations:
                nation = Nation(word)
            elif word in UnitClass.__members__.values():
                unit_class = UnitClass(word)
            else:
                counter = word
        unit_type = UnitType.HALF_SQUAD if name == "half" else of.type
        counter = self.aliases.get((nation, unit_type, counter), counter)
        fits = [
            key
            for key in self.keys
            if key[:3] == (nation, unit_type, counter) and unit_class in (None, key.unit_class)
        ]
        if len(fits) != 1:
            problem = "is no counter" if not fits else "is more than one counter, needs a class"
            raise table.wrong(name, f"{text!r} {problem} among the {unit_type} of {nation}")
        return fits[0]
