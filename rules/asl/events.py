"""What can happen in an ASL ruling: facts in the past tense, each with its result and its rule."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.asl.events_heat import (
    BecameFanatic,
    BecameHeroic,
    Hardened,
    HardeningRefused,
    HeatRolled,
    HeatTurned,
    HeroCreated,
    Steadied,
    Surrendered,
    WentBerserk,
)
from rules.asl.events_phase import MarkerTakenOff
from rules.asl.events_turn import (
    ChargeHadNoTarget,
    ChargeOrdered,
    Deployed,
    FpfFired,
    HeroCardShown,
    Recombined,
    ReturnedToNormal,
    SniperHit,
    SniperMissed,
    SniperNotDrawn,
)
from rules.asl.modifier import Modifier
from rules.asl.morale import Morale
from rules.asl.unit import Unit
from rules.dice import DR, OneDie


class CheckKind(StrEnum):
    """The checks, named as their dice are."""

    MC = "mc"
    PTC = "ptc"
    LLMC = "llmc"
    LLTC = "lltc"
    BERSERK = "berserk"
    RALLY = "rally"


class CheckPassed(Struct, frozen=True):
    """`need` is the highest Original DR that passes, `margin` the Final DR less the Morale Level."""

    tag: ClassVar[str] = "check_passed"
    piece: str
    check: CheckKind
    name: str
    roll: DR
    modifiers: tuple[Modifier, ...]
    final: int
    morale: Morale
    need: int
    margin: int
    cite: str


class CheckFailed(Struct, frozen=True):
    """As CheckPassed; `margin` may be 0 or less where an Original 12 failed.

    `elr` is the ELR that the margin is held against, None where it is held against none.
    """

    tag: ClassVar[str] = "check_failed"
    piece: str
    check: CheckKind
    name: str
    roll: DR
    modifiers: tuple[Modifier, ...]
    final: int
    morale: Morale
    need: int
    margin: int
    cite: str
    elr: int | None = None


class Pinned(Struct, frozen=True):
    tag: ClassVar[str] = "pinned"
    unit: Unit
    cite: str


class Broke(Struct, frozen=True):
    tag: ClassVar[str] = "broke"
    unit: Unit
    cite: str


class BecameDesperate(Struct, frozen=True):
    """A broken unit came under attack and is DM again."""

    tag: ClassVar[str] = "became_desperate"
    unit: Unit
    cite: str


class Replaced(Struct, frozen=True):
    """Exchanged for the next lower counter; `was` is the counter before."""

    tag: ClassVar[str] = "replaced"
    unit: Unit
    was: str
    cite: str


class Disrupted(Struct, frozen=True):
    tag: ClassVar[str] = "disrupted"
    unit: Unit
    cite: str


class Split(Struct, frozen=True):
    """A squad of underlined morale became two half-squads; `piece` is no more."""

    tag: ClassVar[str] = "split"
    piece: str
    was: str
    halves: tuple[Unit, ...]
    cite: str


class Reduced(Struct, frozen=True):
    """Casualty Reduction made a half-squad of a squad."""

    tag: ClassVar[str] = "reduced"
    unit: Unit
    was: str
    cite: str


class StepLost(Struct, frozen=True):
    """A unit of the Japanese lost a step instead of breaking."""

    tag: ClassVar[str] = "step_lost"
    unit: Unit
    was: str
    cite: str


class Wounded(Struct, frozen=True):
    """A minor wound, `total` the severity dr with its drm."""

    tag: ClassVar[str] = "wounded"
    unit: Unit
    roll: OneDie
    modifiers: tuple[Modifier, ...]
    total: int
    cite: str


class MortallyWounded(Struct, frozen=True):
    """`unit` is the SMC as he stood before the wound: so he counts as a lost leader."""

    tag: ClassVar[str] = "mortally_wounded"
    unit: Unit
    roll: OneDie
    modifiers: tuple[Modifier, ...]
    total: int
    cite: str


class Eliminated(Struct, frozen=True):
    """`unit` as it stood at its end."""

    tag: ClassVar[str] = "eliminated"
    unit: Unit
    cite: str


class RandomlySelected(Struct, frozen=True):
    """One die each in the order of `pieces`, `taken` those selected. No rolls where all had to go."""

    tag: ClassVar[str] = "randomly_selected"
    pieces: tuple[str, ...]
    rolls: tuple[OneDie, ...]
    taken: tuple[str, ...]
    cite: str


class LeaderLost(Struct, frozen=True):
    """A leader was eliminated (LLMC) or broke (LLTC); `takers` check because of it."""

    tag: ClassVar[str] = "leader_lost"
    piece: str
    check: CheckKind
    morale: Morale
    takers: tuple[str, ...]
    cite: str


class Rallied(Struct, frozen=True):
    tag: ClassVar[str] = "rallied"
    unit: Unit
    cite: str


class LeaderCreationDue(Struct, frozen=True):
    """An Original 2 on the first MMC attempt: the players create a leader (A18.2)."""

    tag: ClassVar[str] = "leader_creation_due"
    piece: str
    cite: str


Event: TypeAlias = (
    CheckPassed
    | CheckFailed
    | Pinned
    | Broke
    | BecameDesperate
    | Replaced
    | Disrupted
    | Split
    | Reduced
    | StepLost
    | Wounded
    | MortallyWounded
    | Eliminated
    | RandomlySelected
    | HeatRolled
    | HeatTurned
    | HeroCreated
    | BecameHeroic
    | Hardened
    | BecameFanatic
    | Steadied
    | HardeningRefused
    | WentBerserk
    | Surrendered
    | LeaderLost
    | Rallied
    | LeaderCreationDue
    | FpfFired
    | SniperHit
    | SniperMissed
    | SniperNotDrawn
    | Deployed
    | Recombined
    | ChargeOrdered
    | ChargeHadNoTarget
    | ReturnedToNormal
    | HeroCardShown
    | MarkerTakenOff
)
