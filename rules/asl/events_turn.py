"""What happens outside an attack: volleys of FPF, snipers, deployment, charges, a hero's card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from rules.asl.unit import Unit
from rules.dice import DR, OneDie


@dataclass(frozen=True, slots=True)
class FpfFired:
    """The firers' own IFT DR, which each of them then checks on (A8.31)."""

    tag: ClassVar[str] = "fpf_fired"
    pieces: tuple[str, ...]
    roll: DR
    cite: str


@dataclass(frozen=True, slots=True)
class SniperHit:
    tag: ClassVar[str] = "sniper_hit"
    piece: str
    san: int
    roll: OneDie
    cite: str


@dataclass(frozen=True, slots=True)
class SniperMissed:
    tag: ClassVar[str] = "sniper_missed"
    piece: str
    san: int
    roll: OneDie
    cite: str


@dataclass(frozen=True, slots=True)
class SniperNotDrawn:
    """The Original DR was not the SAN, or fell in a phase without snipers."""

    tag: ClassVar[str] = "sniper_not_drawn"
    piece: str
    san: int
    original: int
    reason: str
    cite: str


@dataclass(frozen=True, slots=True)
class Deployed:
    """A squad became two half-squads of its own will; `piece` is no more."""

    tag: ClassVar[str] = "deployed"
    piece: str
    was: str
    halves: tuple[Unit, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class Recombined:
    """Two half-squads became a squad: `unit` keeps the id of the first, `joined` is the second's."""

    tag: ClassVar[str] = "recombined"
    unit: Unit
    joined: str
    cite: str


class Normal(StrEnum):
    """Why a berserk unit is itself again (A15.46)."""

    ELIMINATED_ALL = "eliminated_all"
    NONE_IN_LOS = "none_in_los"


@dataclass(frozen=True, slots=True)
class CardFact:
    """One thing that a unit must, may or may not do, with its rule."""

    subject: str
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class ChargeOrdered:
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


@dataclass(frozen=True, slots=True)
class ChargeHadNoTarget:
    """No Known enemy that can be reached is in its LOS: it stays, or goes on to the hex last seen."""

    tag: ClassVar[str] = "charge_had_no_target"
    piece: str
    facts: tuple[CardFact, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class ReturnedToNormal:
    tag: ClassVar[str] = "returned_to_normal"
    unit: Unit
    reason: Normal
    cite: str


@dataclass(frozen=True, slots=True)
class HeroCardShown:
    tag: ClassVar[str] = "hero_card_shown"
    piece: str
    facts: tuple[CardFact, ...]
    cite: str
