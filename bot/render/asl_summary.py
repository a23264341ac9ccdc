"""One event as the few words that a summary says of it, and a unit as one roster line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from bot.render.pages import COLUMNS
from bot.words.names import columns
from rules.asl.events import (
    BecameDesperate,
    Broke,
    CheckFailed,
    CheckKind,
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
from rules.asl.words import Flag

STATES = {
    Flag.BROKEN: ("▼ broken", "▼"),
    Flag.DM: ("DM", "DM"),
    Flag.DISRUPTED: ("Disrupted", "Dis"),
    Flag.SURRENDERED: ("surrendered", "surr"),
    Flag.PINNED: ("⊥ pinned", "⊥pin"),
    Flag.BERSERK: ("‡ berserk", "‡bsk"),
    Flag.WOUNDED: ("+ wounded", "+wd"),
    Flag.HEROIC: ("* heroic", "*hero"),
    Flag.FANATIC: ("! Fanatic", "!Fan"),
    Flag.ENCIRCLED: ("encircled", "enc"),
}
"""What a roster says of a state, in full and where room is short; the others are said as they are named."""


def unit_line(unit: Unit, name: str, width: int = COLUMNS) -> str:
    """A roster line of at most `width` columns: counter, name, states; the name gives way first."""
    for short in (0, 1):
        told = states(unit, short)
        room = width - len(unit.counter) - 1 - (len(told) + 1 if told else 0)
        if room >= 8 or short:
            break
    shown = columns(name, max(room, 1))
    return columns(" ".join(part for part in (unit.counter, shown, told) if part), width)


def states(unit: Unit, short: int = 0) -> str:
    """What has happened to a unit and its trait, in full (0) or where room is short (1); "" in Good Order."""
    trait = (unit.trait.spoken,) if unit.trait else ()
    return " ".join((*(_state(flag, short) for flag in _by_weight(unit.flags)), *trait))


def phrase(event: Event, names: Mapping[str, str]) -> str:
    """What the event did, after the unit's name; "" where another event of the same ruling says it."""
    match event:
        case CheckPassed():
            return "" if event.check in (CheckKind.BERSERK, CheckKind.RALLY) else "passes"
        case CheckFailed():
            return "fails to rally" if event.check is CheckKind.RALLY else ""
        case Pinned():
            return "is pinned"
        case Broke():
            return "breaks"
        case Replaced(unit):
            return f"is Replaced by {unit.counter}"
        case Disrupted():
            return "is Disrupted"
        case Split(_, _, halves) | Deployed(_, _, halves):
            verb = "splits" if isinstance(event, Split) else "deploys"
            return f"{verb} into {' and '.join(half.counter for half in halves)}"
        case Reduced(unit):
            return f"is Reduced to {unit.counter}"
        case StepLost(unit):
            return f"loses a step to {unit.counter}"
        case Wounded():
            return "is wounded"
        case MortallyWounded():
            return "dies of his wound"
        case Eliminated():
            return "is eliminated"
        case HeroCreated():
            return "brings forth a hero"
        case BecameHeroic():
            return "becomes heroic"
        case Hardened(unit):
            return f"hardens into {unit.counter}"
        case BecameFanatic():
            return "becomes Fanatic"
        case Steadied():
            return "is steady again"
        case HardeningRefused():
            return "refuses Battle Hardening"
        case WentBerserk():
            return "goes berserk"
        case Surrendered():
            return "surrenders"
        case Rallied():
            return "rallies"
        case LeaderCreationDue():
            return "creates a leader"
        case RandomlySelected():
            return f"takes {', '.join(names.get(piece, piece) for piece in event.taken)}"
        case Recombined(unit):
            return f"recombines to {unit.counter}"
        case ReturnedToNormal():
            return "is back to normal"
        case ChargeOrdered():
            return f"charges {names.get(event.target, event.target)}"
        case ChargeHadNoTarget():
            return "has nobody to charge"
        case SniperHit():
            return "is hit"
        case SniperMissed():
            return "is missed"
        case SniperNotDrawn():
            return "is not shot at"
        case HeroCardShown():
            return "shows his card"
        case MarkerTakenOff():
            return f"loses {marker(event.marker)}"
        case BecameDesperate() | HeatRolled() | HeatTurned() | LeaderLost() | FpfFired():
            return ""
        case _:
            assert_never(event)


def marker(flag: Flag) -> str:
    """A marker as players call it: `DM`, `pin`."""
    return "pin" if flag is Flag.PINNED else _state(flag, 0)


def _by_weight(flags: tuple[Flag, ...]) -> list[Flag]:
    order = list(STATES)
    return sorted(flags, key=lambda flag: order.index(flag) if flag in STATES else len(order))


def _state(flag: Flag, short: int) -> str:
    return STATES[flag][short] if flag in STATES else flag.spoken
