"""What naturally follows a ruling on units, each for a button under its post."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from bot.boards.units import units_after
from bot.events.dice import SanThrown
from bot.events.play import PhaseBegun
from rules.asl.events_heat import BecameFanatic, BecameHeroic, Hardened, HeroCreated
from rules.asl.unit import Unit
from rules.asl.words import Flag
from rules.event import Event

ATTACK = "asl.attack"
MOST_IN_A_PHASE = 20
"""buttons under the post of a phase, which may also have those of the cuts"""
MOST_OF_A_KIND = 7
"""buttons of one kind under a post; Discord takes 25 in all, and the commands serve everybody else"""


class Verb(StrEnum):
    """What a button asks for; the first two open a form."""

    NEXT = "next"
    CHARGE = "charge"
    RALLY = "rally"
    SNIPER = "sniper"
    CARD = "card"
    REFUSE = "refuse"


class FollowUp(Struct, frozen=True):
    """`choice` is a piece, of SNIPER the place of the DR among those that hit the SAN, of NEXT 0."""

    verb: Verb
    choice: int
    label: str


def follow_ups(
    rule: str, events: Iterable[Event], units: dict[str, Unit], names: dict[str, str]
) -> Iterator[FollowUp]:
    """`units` are those that the ruling found, `names` how a button speaks of a piece."""
    listed = tuple(events)
    after = units_after(units, listed)
    yield from snipers(listed)
    broken = [unit for unit in after.values() if _may_rally(unit) and _changed(units, unit)]
    for unit in broken[:MOST_OF_A_KIND]:
        yield FollowUp(Verb.RALLY, int(unit.id), f"Rally {_name(unit, names)}")
    berserk = [unit for unit in after.values() if unit.berserk and _changed(units, unit)]
    for unit in berserk[:MOST_OF_A_KIND]:
        yield FollowUp(Verb.CHARGE, int(unit.id), f"Charge of {_name(unit, names)}")
    hardened = [event.unit for event in listed if isinstance(event, Hardened | BecameFanatic)]
    for unit in hardened[:MOST_OF_A_KIND]:
        if after.get(unit.id) == unit:
            yield FollowUp(Verb.REFUSE, int(unit.id), f"Refuse hardening of {_name(unit, names)}")
    heroes = [event.unit for event in listed if isinstance(event, HeroCreated | BecameHeroic)]
    for unit in heroes[:MOST_OF_A_KIND]:
        yield FollowUp(Verb.CARD, int(unit.id), f"Card of {_name(unit, names)}")
    if rule == ATTACK:
        yield FollowUp(Verb.NEXT, 0, "Same attack, next location")


def of_phase(events: Iterable[Event]) -> Iterator[FollowUp]:
    """What a phase that begins asks for: rallies, charges."""
    for event in events:
        if isinstance(event, PhaseBegun):
            for one in event.rallying[:MOST_IN_A_PHASE]:
                yield FollowUp(Verb.RALLY, int(one.piece), f"Rally {one.label}")
            for one in event.charging[:MOST_IN_A_PHASE]:
                yield FollowUp(Verb.CHARGE, int(one.piece), f"Charge of {one.label}")


def snipers(events: Iterable[Event]) -> Iterator[FollowUp]:
    """A button for each DR on the other side's SAN whose sniper has not been drawn with it."""
    thrown = [event for event in events if isinstance(event, SanThrown)]
    for place, hit in enumerate(thrown[:MOST_OF_A_KIND]):
        yield FollowUp(Verb.SNIPER, place, f"Sniper, SAN {hit.san}")


def _may_rally(unit: Unit) -> bool:
    return unit.broken and not unit.has(Flag.SURRENDERED)


def _changed(before: dict[str, Unit], unit: Unit) -> bool:
    return before.get(unit.id) != unit


def _name(unit: Unit, names: dict[str, str]) -> str:
    return f"{unit.counter} {names[unit.id]}" if unit.id in names else unit.counter
