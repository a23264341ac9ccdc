"""The numbers that all nationalities share, as the data names them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import fields

from rules.asl.modifier import Modifier
from rules.asl.phase import PhaseRow, read_phases
from rules.asl.tables import Table


class MoraleNumbers(Struct, frozen=True):
    """Changes of the Morale Level, and the levels that a rule sets (A10, A15.2, A15.42)."""

    fanatic: Modifier
    encircled: Modifier
    wounded: Modifier
    inspired: Modifier
    inspired_by_leader: Modifier
    human_wave: Modifier
    banzai: Modifier
    hungarian: Modifier
    heroic: Modifier
    berserk: Modifier
    highest: Modifier


class LeadershipNumbers(Struct, frozen=True):
    """By how much a leader's DRM is worse."""

    wounded: Modifier
    ally: Modifier


class WoundNumbers(Struct, frozen=True):
    """The highest dr of a minor wound, and the drm to it (A17.1)."""

    minor: Modifier
    again: Modifier
    casualty: Modifier


class ElrNumbers(Struct, frozen=True):
    lowest: Modifier
    highest: Modifier
    underlined: Modifier

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and the highest ELR."""
        return self.lowest.value, self.highest.value


class HeatNumbers(Struct, frozen=True):
    """DRM of the Heat of Battle DR, and the highest Final DR of each result (A15.1)."""

    elite: Modifier
    broken: Modifier
    inexperienced: Modifier
    hero: Modifier
    hero_hardened: Modifier
    hardened: Modifier
    berserk: Modifier
    early_surrender: Modifier


class RallyNumbers(Struct, frozen=True):
    """DRM of a rally (A10.6)."""

    desperation: Modifier
    terrain: Modifier
    self_rally: Modifier


class YearNumbers(Struct, frozen=True):
    early: Modifier
    first: Modifier
    last: Modifier


class SniperNumbers(Struct, frozen=True):
    """The SAN allowed, and the highest dr that hits (A14.1)."""

    lowest: Modifier
    highest: Modifier
    hits: Modifier


class ChargeNumbers(Struct, frozen=True):
    """MF and PP of a berserk charge (A15.43)."""

    mf: Modifier
    wounded_mf: Modifier
    heaviest: Modifier
    mmc_ipc: Modifier
    smc_ipc: Modifier


class HeroCardNumbers(Struct, frozen=True):
    """What a hero's card says (A15.22 to A15.24)."""

    drm: Modifier
    two_man_sw: Modifier
    wound_stops_from: Modifier
    large_gun: Modifier
    turning_m: Modifier


class Ladder(Struct, frozen=True):
    """Grades of leaders, best first."""

    grades: tuple[str, ...]
    cite: str


class HeroSides(Struct, frozen=True):
    """The names of a hero's two sides (A15.2)."""

    counter: str
    wounded: str
    cite: str


class Numbers(Struct, frozen=True):
    morale: MoraleNumbers
    leadership: LeadershipNumbers
    wound: WoundNumbers
    elr: ElrNumbers
    heat: HeatNumbers
    rally: RallyNumbers
    years: YearNumbers
    sniper: SniperNumbers
    charge: ChargeNumbers
    hero_card: HeroCardNumbers
    ladders: tuple[tuple[str, Ladder], ...]
    commissars: Ladder
    hero: HeroSides
    phases: tuple[PhaseRow, ...]
    cite: str


def read_numbers(table: Table) -> Numbers:
    """Raises DataError for a missing or unknown key, a ladder that does not fall, bands that do not rise."""
    numbers = Numbers(
        morale=table.group("morale", MoraleNumbers, _names(MoraleNumbers)),
        leadership=table.group("leadership", LeadershipNumbers, _names(LeadershipNumbers)),
        wound=table.group("wound", WoundNumbers, _names(WoundNumbers)),
        elr=table.group("elr", ElrNumbers, _names(ElrNumbers)),
        heat=table.group("heat", HeatNumbers, _names(HeatNumbers)),
        rally=table.group("rally", RallyNumbers, _names(RallyNumbers)),
        years=table.group("years", YearNumbers, _names(YearNumbers)),
        sniper=table.group("sniper", SniperNumbers, _names(SniperNumbers)),
        charge=table.group("charge", ChargeNumbers, _names(ChargeNumbers)),
        hero_card=table.group("hero_card", HeroCardNumbers, _names(HeroCardNumbers)),
        ladders=_read_ladders(table.table("ladders")),
        commissars=_read_ladder(table.table("commissars"), "counters"),
        hero=_read_hero(table.table("hero")),
        phases=read_phases(table),
        cite=table.cite(),
    )
    table.done()
    heat, years, sniper = numbers.heat, numbers.years, numbers.sniper
    bands = (heat.hero, heat.hero_hardened, heat.hardened, heat.berserk)
    _require_rising(table, "heat", bands)
    _require_rising(table, "elr", (numbers.elr.lowest, numbers.elr.highest))
    _require_rising(table, "sniper", (sniper.lowest, sniper.highest))
    _require_rising(table, "years", (years.first, years.early, years.last))
    return numbers


def _require_rising(table: Table, key: str, numbers: tuple[Modifier, ...]) -> None:
    """Else a band between two of them would be empty."""
    for lower, higher in pairwise(numbers):
        if lower.value >= higher.value:
            raise table.wrong(
                key, f"{higher.what} {higher.value} needs to be above {lower.what} {lower.value}"
            )


@cache
def leadership_of(grade: str) -> int:
    """The DRM of a leader counter: -1 for 9-1, 1 for 6+1."""
    return int(grade.partition("+")[2]) if "+" in grade else -int(grade.partition("-")[2])


@cache
def morale_of(grade: str) -> int:
    """The Morale Level of a leader counter: 9 for 9-1."""
    return int(grade.replace("+", "-").split("-")[0])


def _names(kind: type[object]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))  # type: ignore[arg-type]  # each group is a dataclass


def _read_ladders(table: Table) -> tuple[tuple[str, Ladder], ...]:
    return tuple((name, _read_ladder(table.table(name), "grades")) for name in table.names())


def _read_ladder(table: Table, key: str) -> Ladder:
    ladder = Ladder(table.texts(key), table.cite())
    table.done()
    for grade in ladder.grades:
        if not _is_grade(grade):
            raise table.wrong(key, f"needs leaders such as 9-1 or 6+1, not {grade!r}")
    if len(set(ladder.grades)) != len(ladder.grades) or not ladder.grades:
        raise table.wrong(key, "needs each grade once")
    for better, worse in zip(ladder.grades, ladder.grades[1:], strict=False):
        # A Finnish 10-0 falls to a 9-1: the Morale Level decides, leadership only between equals.
        if (morale_of(worse), -leadership_of(worse)) >= (morale_of(better), -leadership_of(better)):
            raise table.wrong(key, f"{worse} below {better} gains by Replacement; needs best first")
    return ladder


def _is_grade(grade: str) -> bool:
    parts = grade.replace("+", "-").split("-")
    return len(parts) == 2 and all(part.isdigit() for part in parts)


def _read_hero(table: Table) -> HeroSides:
    hero = HeroSides(table.text("counter"), table.text("wounded"), table.cite())
    table.done()
    return hero
