"""One event as one line: the dice, coloured then white, each modifier named, the result, the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from bot.render.asl_summary import marker
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
    HeatResult,
    HeatRolled,
    HeatTurned,
    HeroCreated,
    Steadied,
    Surrendered,
    WentBerserk,
)
from rules.asl.events_phase import MarkerTakenOff
from rules.asl.events_turn import (
    CardFact,
    ChargeHadNoTarget,
    ChargeOrdered,
    Deployed,
    FpfFired,
    HeroCardShown,
    Normal,
    Recombined,
    ReturnedToNormal,
    SniperHit,
    SniperMissed,
    SniperNotDrawn,
)
from rules.asl.modifier import Modifier
from rules.asl.morale import Morale
from rules.dice import DR
from rules.naming import nation_name

HEAT = {
    HeatResult.HERO: "a hero",
    HeatResult.HERO_HARDENED: "a hero and Battle Hardening",
    HeatResult.HARDENED: "Battle Hardening",
    HeatResult.BERSERK: "berserk",
    HeatResult.SURRENDER: "surrender",
}
ARMIES = ("german", "ss")
NORMAL = {
    Normal.ELIMINATED_ALL: "it eliminated every Known enemy of its Location",
    Normal.NONE_IN_LOS: "its charge ended with no Known enemy in LOS",
}


def line(event: Event, names: Mapping[str, str]) -> str:
    """The line of an event, its rule in brackets at the end; what a card says follows, a line each."""
    told = f"{_told(event, names)} ({event.cite})"
    facts: tuple[CardFact, ...] = getattr(event, "facts", ())
    for fact in facts:
        told += f"\n{fact.subject}: {fact.says} ({fact.cite})"
    return told


def _told(event: Event, names: Mapping[str, str]) -> str:
    match event:
        case CheckPassed() | CheckFailed():
            return _check(event)
        case Pinned():
            return "pinned"
        case Broke():
            return "broken, DM"
        case Replaced(unit, was):
            return f"{was} Replaced by {_counter(unit.nation, unit.counter)}"
        case Disrupted():
            return "Disrupted"
        case Split(_, was, halves) | Deployed(_, was, halves):
            done = "splits into" if isinstance(event, Split) else "deploys into"
            return f"{was} {done} {' and '.join(half.counter for half in halves)}"
        case Reduced(unit, was):
            return f"{was} Reduced to {unit.counter}"
        case StepLost(unit, was):
            return f"{was} loses a step, {unit.counter}"
        case Eliminated():
            return "eliminated"
        case BecameDesperate():
            return "DM again"
        case Surrendered():
            return "broken, surrenders; the opponent may refuse"
        case Rallied():
            return "rallied"
        case LeaderCreationDue():
            return "Leader Creation is due"
        case Recombined(unit):
            return f"recombined to {unit.counter}"
        case ReturnedToNormal():
            return f"back to normal, Good Order: {NORMAL[event.reason]}"
        case MarkerTakenOff():
            return f"{marker(event.marker)} comes off"
        case (
            HeroCreated()
            | BecameHeroic()
            | Hardened()
            | BecameFanatic()
            | Steadied()
            | HardeningRefused()
            | WentBerserk()
        ):
            return _inspired(event)
        case _:
            return _thrown(event, names)


def _inspired(
    event: HeroCreated | BecameHeroic | Hardened | BecameFanatic | Steadied | HardeningRefused | WentBerserk,
) -> str:
    """What Heat of Battle made of a unit."""
    match event:
        case HeroCreated(unit):
            return f"a hero {unit.counter} steps out"
        case BecameHeroic():
            return "heroic"
        case Hardened(unit, was):
            return f"{was} hardens into {_counter(unit.nation, unit.counter)}"
        case BecameFanatic():
            return "Fanatic"
        case Steadied():
            return "steady, unbroken and unpinned"
        case HardeningRefused():
            return "Battle Hardening refused"
        case WentBerserk():
            return "berserk"
        case _:
            assert_never(event)


def _thrown(
    event: HeatRolled
    | HeatTurned
    | Wounded
    | MortallyWounded
    | RandomlySelected
    | FpfFired
    | LeaderLost
    | SniperHit
    | SniperMissed
    | SniperNotDrawn
    | ChargeOrdered
    | ChargeHadNoTarget
    | HeroCardShown,
    names: Mapping[str, str],
) -> str:
    """Dice that are no check, and what follows from distances and numbers."""
    match event:
        case LeaderLost():
            done = "is lost" if event.check is CheckKind.LLMC else "is broken"
            check = event.check.upper()
            return f"{done} at morale {event.morale.value}: {check} for {_named(event.takers, names)}"
        case HeatRolled():
            sums = _sum(event.roll, event.modifiers, event.final)
            return f"Heat of Battle: {sums}: {HEAT[event.result]}"
        case HeatTurned():
            return f"{HEAT[event.was]} becomes {HEAT[event.result]}: {event.reason}"
        case Wounded() | MortallyWounded():
            dr = f"{event.roll.face}{_terms(event.modifiers)}"
            total = f" = {event.total}" if event.modifiers else ""
            return f"Wound severity: {dr}{total}: {'wounded' if isinstance(event, Wounded) else 'dies'}"
        case RandomlySelected():
            return _selected(event, names)
        case FpfFired():
            return f"{_roll(event.roll)} by {_named(event.pieces, names)}, each checks on it"
        case SniperHit():
            return f"Sniper on SAN {event.san}: {event.roll.face}: hits"
        case SniperMissed():
            return f"Sniper on SAN {event.san}: {event.roll.face}: misses"
        case SniperNotDrawn():
            return f"no sniper on SAN {event.san}, Original {event.original}: {event.reason}"
        case ChargeOrdered():
            return _charge(event, names)
        case ChargeHadNoTarget():
            return "no Known enemy to charge"
        case HeroCardShown():
            return "Hero"
        case _:
            assert_never(event)


def _check(event: CheckPassed | CheckFailed) -> str:
    head = f"{event.name}: {_sum(event.roll, event.modifiers, event.final)}"
    needs = f"needs {event.morale.value}{_morale(event.morale)}"
    if isinstance(event, CheckPassed):
        return f"{head}, {needs}: {'Original 2 passes' if event.margin > 0 else 'passes'}"
    elr = f", ELR {event.elr}" if event.elr is not None else ""
    by = f" by {event.margin}{elr}" if event.margin > 0 else ""
    fails = "Original 12 fails" if event.roll.original == 12 else "fails"
    return f"{head}, {needs}: {fails}{by}"


def _sum(roll: DR, modifiers: tuple[Modifier, ...], final: int) -> str:
    return f"{_roll(roll)}{_terms(modifiers)}{f' = {final}' if modifiers else ''}"


def _roll(roll: DR) -> str:
    return f"{roll.coloured},{roll.white} = {roll.original}"


def _terms(modifiers: Iterable[Modifier]) -> str:
    return "".join([f" {modifier.value:+} {modifier.what}" for modifier in modifiers])


def _morale(morale: Morale) -> str:
    """The parts of a Morale Level that is not simply the printed one."""
    first, *changes = morale.parts
    if not changes:
        return "" if first.what == "printed" else f" ({first.what})"
    return f" ({first.value} {first.what}{_terms(changes)})"


def _selected(event: RandomlySelected, names: Mapping[str, str]) -> str:
    taken = _named(event.taken, names)
    if not event.rolls:
        return f"no die, all go: {taken}"
    rolls = ", ".join(
        f"{names.get(piece, piece)} {roll.face}"
        for piece, roll in zip(event.pieces, event.rolls, strict=True)
    )
    return f"{rolls}: {taken}"


def _charge(event: ChargeOrdered, names: Mapping[str, str]) -> str:
    reach = "enters its Location if the MF allow" if event.enters else "may not enter its Location"
    dropped = f"; drops {', '.join(event.dropped)}" if event.dropped else ""
    head = f"charges {names.get(event.target, event.target)}, {event.distance} hexes, {event.mf} MF: {reach}"
    return f"{head}{dropped}"


def _named(pieces: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(names.get(piece, piece) for piece in pieces)


def _counter(nation: str, counter: str) -> str:
    """Only Germans and SS change into one another and share names of counters: there the nation is said."""
    return f"{nation_name(nation)} {counter}" if nation in ARMIES else counter
