"""What happens to DSUs and sectors: retreats, overstacks, losses, captures, isolation, night attacks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class Cause(StrEnum):
    """Why a DSU must retreat."""

    COMBAT = "combat"
    """its last usable RSU shattered after Combat"""
    OVERSTACK = "overstack"
    """its last usable RSU shattered in an overstack"""
    MOVEMENT = "movement"
    """all its RSUs are shattered and an enemy DSU entered its sector"""


class NightReason(StrEnum):
    """Why a night attack falls away (p6)."""

    SECTOR_FOUGHT = "sector_fought"
    ATTACKED_FIRST = "attacked_first"


@dataclass(frozen=True, slots=True)
class DsuObligedToRetreat:
    """It stands in `sector` and must leave it at once."""

    tag: ClassVar[str] = "dsu_obliged_to_retreat"
    dsu: str
    sector: str
    cause: Cause
    cite: str


@dataclass(frozen=True, slots=True)
class DsuRetreated:
    """It moved one sector, found room and stays.

    `forced` tells whether that counts as forced to retreat by today's combat, `by_gow` whether the GoW
    named the sector.
    """

    tag: ClassVar[str] = "dsu_retreated"
    dsu: str
    origin: str
    sector: str
    forced: bool
    by_gow: bool
    cite: str


@dataclass(frozen=True, slots=True)
class DsuOverstacked:
    """It moved one sector, found no room beside `residents` and must go on after the checks there."""

    tag: ClassVar[str] = "dsu_overstacked"
    dsu: str
    origin: str
    sector: str
    residents: tuple[str, ...]
    forced: bool
    by_gow: bool
    cite: str


@dataclass(frozen=True, slots=True)
class RetreatsOrdered:
    """DSUs that one passage sent back from a sector, in the order in which they retreat."""

    tag: ClassVar[str] = "retreats_ordered"
    sector: str
    dsus: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class DsuDestroyed:
    """It had nowhere to retreat to from `sector`: gone with its RSUs and `lost` SP."""

    tag: ClassVar[str] = "dsu_destroyed"
    dsu: str
    sector: str
    rsus: tuple[str, ...]
    lost: int
    cite: str


@dataclass(frozen=True, slots=True)
class DsuEliminated:
    """It could not go on from the overstack in `sector`: gone with its RSUs and `lost` SP."""

    tag: ClassVar[str] = "dsu_eliminated"
    dsu: str
    sector: str
    rsus: tuple[str, ...]
    lost: int
    cite: str


@dataclass(frozen=True, slots=True)
class SectorTaken:
    """`side` owns it since its last defender left; `dsus` of that side stand in it and captured it."""

    tag: ClassVar[str] = "sector_taken"
    sector: str
    side: str
    dsus: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class BattleFellAway:
    """No defender stays in the sector that an enemy DSU entered."""

    tag: ClassVar[str] = "battle_fell_away"
    sector: str
    side: str
    cite: str


@dataclass(frozen=True, slots=True)
class DsuIsolated:
    """No sector of its side lies beside the one it stands in."""

    tag: ClassVar[str] = "dsu_isolated"
    dsu: str
    sector: str
    cite: str


@dataclass(frozen=True, slots=True)
class DsuConnected:
    """A sector of its side lies beside the one it stands in."""

    tag: ClassVar[str] = "dsu_connected"
    dsu: str
    sector: str
    cite: str


@dataclass(frozen=True, slots=True)
class NightAttackAllowed:
    tag: ClassVar[str] = "night_attack_allowed"
    dsu: str
    sector: str
    cite: str


@dataclass(frozen=True, slots=True)
class NightAttackFellAway:
    tag: ClassVar[str] = "night_attack_fell_away"
    dsu: str
    sector: str
    reason: NightReason
    cite: str
