"""What Heat of Battle does: heroes, Battle Hardening, berserk units, surrender."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from rules.asl.modifier import Modifier
from rules.asl.unit import Unit
from rules.dice import DR


class HeatResult(StrEnum):
    """The results of Heat of Battle (A15.1)."""

    HERO = "hero"
    HERO_HARDENED = "hero_hardened"
    HARDENED = "hardened"
    BERSERK = "berserk"
    SURRENDER = "surrender"


class HeatRolled(Struct, frozen=True):
    tag: ClassVar[str] = "heat_rolled"
    piece: str
    roll: DR
    modifiers: tuple[Modifier, ...]
    final: int
    result: HeatResult
    cite: str


class HeatTurned(Struct, frozen=True):
    """A result that the unit or its surroundings do not allow turned into another."""

    tag: ClassVar[str] = "heat_turned"
    piece: str
    was: HeatResult
    result: HeatResult
    reason: str
    cite: str


class HeroCreated(Struct, frozen=True):
    """`unit` is the hero, its origin the MMC that he stepped out of."""

    tag: ClassVar[str] = "hero_created"
    unit: Unit
    cite: str


class BecameHeroic(Struct, frozen=True):
    tag: ClassVar[str] = "became_heroic"
    unit: Unit
    cite: str


class Hardened(Struct, frozen=True):
    """Battle Hardening exchanged the unit for a better counter; `was` is the counter before."""

    tag: ClassVar[str] = "hardened"
    unit: Unit
    was: str
    cite: str


class BecameFanatic(Struct, frozen=True):
    tag: ClassVar[str] = "became_fanatic"
    unit: Unit
    cite: str


class Steadied(Struct, frozen=True):
    """Battle Hardening found nothing to better and left the unit unbroken and unpinned."""

    tag: ClassVar[str] = "steadied"
    unit: Unit
    cite: str


class HardeningRefused(Struct, frozen=True):
    tag: ClassVar[str] = "hardening_refused"
    piece: str
    cite: str


class WentBerserk(Struct, frozen=True):
    tag: ClassVar[str] = "went_berserk"
    unit: Unit
    cite: str


class Surrendered(Struct, frozen=True):
    tag: ClassVar[str] = "surrendered"
    unit: Unit
    cite: str
