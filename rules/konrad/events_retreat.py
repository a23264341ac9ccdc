"""What happens to DSUs and sectors: retreats, overstacks, losses, captures, isolation, night attacks."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct


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


class DsuObligedToRetreat(Struct, frozen=True):
    """It stands in `sector` and must leave it at once."""

    tag: ClassVar[str] = "dsu_obliged_to_retreat"
    dsu: str
    sector: str
    cause: Cause
    cite: str


class DsuRetreated(Struct, frozen=True):
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


class DsuOverstacked(Struct, frozen=True):
    """It moved one sector, found no room beside `residents` and must go on after the checks there."""

    tag: ClassVar[str] = "dsu_overstacked"
    dsu: str
    origin: str
    sector: str
    residents: tuple[str, ...]
    forced: bool
    by_gow: bool
    cite: str


class RetreatsOrdered(Struct, frozen=True):
    """DSUs that one passage sent back from a sector, in the order in which they retreat."""

    tag: ClassVar[str] = "retreats_ordered"
    sector: str
    dsus: tuple[str, ...]
    cite: str


class DsuDestroyed(Struct, frozen=True):
    """It had nowhere to retreat to from `sector`: gone with its RSUs and `lost` SP."""

    tag: ClassVar[str] = "dsu_destroyed"
    dsu: str
    sector: str
    rsus: tuple[str, ...]
    lost: int
    cite: str


class DsuEliminated(Struct, frozen=True):
    """It could not go on from the overstack in `sector`: gone with its RSUs and `lost` SP."""

    tag: ClassVar[str] = "dsu_eliminated"
    dsu: str
    sector: str
    rsus: tuple[str, ...]
    lost: int
    cite: str


class SectorTaken(Struct, frozen=True):
    """`side` owns it since its last defender left; `dsus` of that side stand in it and captured it."""

    tag: ClassVar[str] = "sector_taken"
    sector: str
    side: str
    dsus: tuple[str, ...]
    cite: str


class BattleFellAway(Struct, frozen=True):
    """No defender stays in the sector that an enemy DSU entered."""

    tag: ClassVar[str] = "battle_fell_away"
    sector: str
    side: str
    cite: str


class DsuIsolated(Struct, frozen=True):
    """No sector of its side lies beside the one it stands in."""

    tag: ClassVar[str] = "dsu_isolated"
    dsu: str
    sector: str
    cite: str


class DsuConnected(Struct, frozen=True):
    """A sector of its side lies beside the one it stands in."""

    tag: ClassVar[str] = "dsu_connected"
    dsu: str
    sector: str
    cite: str


class NightAttackAllowed(Struct, frozen=True):
    tag: ClassVar[str] = "night_attack_allowed"
    dsu: str
    sector: str
    cite: str


class NightAttackFellAway(Struct, frozen=True):
    tag: ClassVar[str] = "night_attack_fell_away"
    dsu: str
    sector: str
    reason: NightReason
    cite: str
