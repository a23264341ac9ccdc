"""What happens outside an attack: volleys of FPF, snipers, deployment, charges, a hero's card."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from rules.asl.unit import Unit
from rules.dice import DR, OneDie


class FpfFired(Struct, frozen=True):
    """The firers' own IFT DR, which each of them then checks on (A8.31)."""

    tag: ClassVar[str] = "fpf_fired"
    pieces: tuple[str, ...]
    roll: DR
    cite: str


class SniperHit(Struct, frozen=True):
    tag: ClassVar[str] = "sniper_hit"
    piece: str
    san: int
    roll: OneDie
    cite: str


class SniperMissed(Struct, frozen=True):
    tag: ClassVar[str] = "sniper_missed"
    piece: str
    san: int
    roll: OneDie
    cite: str


class SniperNotDrawn(Struct, frozen=True):
    """The Original DR was not the SAN, or fell in a phase without snipers."""

    tag: ClassVar[str] = "sniper_not_drawn"
    piece: str
    san: int
    original: int
    reason: str
    cite: str


class Deployed(Struct, frozen=True):
    """A squad became two half-squads of its own will; `piece` is no more."""

    tag: ClassVar[str] = "deployed"
    piece: str
    was: str
    halves: tuple[Unit, ...]
    cite: str


class Recombined(Struct, frozen=True):
    """Two half-squads became a squad: `unit` keeps the id of the first, `joined` is the second's."""

    tag: ClassVar[str] = "recombined"
    unit: Unit
    joined: str
    cite: str


class Normal(StrEnum):
    """Why a berserk unit is itself again (A15.46)."""

    ELIMINATED_ALL = "eliminated_all"
    NONE_IN_LOS = "none_in_los"


class CardFact(Struct, frozen=True):
    """One thing that a unit must, may or may not do, with its rule."""

    subject: str
    says: str
    cite: str


class ChargeOrdered(Struct, frozen=True):
    """Whom a berserk unit must charge, with how many MF left, and what it leaves behind."""

    tag: ClassVar[str] = "charge_ordered"
    piece: str
    target: str
    distance: int
    mf: int
    enters: bool
    dropped: tuple[str, ...]
    kept: tuple[str, ...]
    facts: tuple[CardFact, ...]
    cite: str


class ChargeHadNoTarget(Struct, frozen=True):
    """No Known enemy that can be reached is in its LOS: it stays, or goes on to the hex last seen."""

    tag: ClassVar[str] = "charge_had_no_target"
    piece: str
    facts: tuple[CardFact, ...]
    cite: str


class ReturnedToNormal(Struct, frozen=True):
    tag: ClassVar[str] = "returned_to_normal"
    unit: Unit
    reason: Normal
    cite: str


class HeroCardShown(Struct, frozen=True):
    tag: ClassVar[str] = "hero_card_shown"
    piece: str
    facts: tuple[CardFact, ...]
    cite: str
