"""What an event does to the units: the same for a ruling that runs and for a record read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rules.asl.events import (
    BecameDesperate,
    Broke,
    CheckFailed,
    CheckPassed,
    Disrupted,
    Eliminated,
    Event,
    LeaderCreationDue,
    LeaderLost,
    MortallyWounded,
    Pinned,
    Rallied,
    RandomlySelected,
    Reduced,
    Replaced,
    Split,
    StepLost,
    Wounded,
)
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
from rules.asl.unit import Unit


def apply(units: Mapping[str, Unit], event: Event) -> dict[str, Unit]:
    """The units by id after the event, in the order of the stack: halves stand where their squad stood,
    a hero behind the unit that he came from."""
    match event:
        case (
            Pinned()
            | Broke()
            | Replaced()
            | BecameDesperate()
            | Disrupted()
            | Reduced()
            | StepLost()
            | Wounded()
            | BecameHeroic()
            | Hardened()
            | BecameFanatic()
            | Steadied()
            | WentBerserk()
            | Surrendered()
            | Rallied()
            | ReturnedToNormal()
            | MarkerTakenOff()
        ):
            return {**units, event.unit.id: event.unit}
        case MortallyWounded(unit) | Eliminated(unit):
            return {name: other for name, other in units.items() if name != unit.id}
        case HeroCreated(unit):
            return _insert(units, unit.origin, (unit,), keep=True)
        case Split(piece, _, halves) | Deployed(piece, _, halves):
            return _insert(units, piece, halves, keep=False)
        case Recombined(unit, joined):
            return {
                name: unit if name == unit.id else other for name, other in units.items() if name != joined
            }
        case (
            CheckPassed()
            | CheckFailed()
            | RandomlySelected()
            | HeatRolled()
            | HeatTurned()
            | HardeningRefused()
            | LeaderLost()
            | LeaderCreationDue()
            | FpfFired()
            | SniperHit()
            | SniperMissed()
            | SniperNotDrawn()
            | ChargeOrdered()
            | ChargeHadNoTarget()
            | HeroCardShown()
        ):
            return dict(units)
        case _:
            assert_never(event)


def _insert(units: Mapping[str, Unit], at: str, born: tuple[Unit, ...], *, keep: bool) -> dict[str, Unit]:
    after: dict[str, Unit] = {}
    for name, unit in units.items():
        if name != at or keep:
            after[name] = unit
        if name == at:
            after.update((newcomer.id, newcomer) for newcomer in born)
    for newcomer in born:
        after.setdefault(newcomer.id, newcomer)
    return after
