"""Pieces that a step brings into play, told apart from those that stand there already."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.asl.events import Event, Split
from rules.asl.events_heat import HeroCreated
from rules.asl.unit import Unit

BRINGING = (HeroCreated, Split)


def set_apart(events: Iterable[Event], there: Iterable[Unit]) -> tuple[Event, ...]:
    """The events with `/2`, `/3` after the id of a newcomer whose id somebody there has: the second hero of
    one MMC is `a/hero/2`."""
    return tuple([_set_apart(event, there) if type(event) in BRINGING else event for event in events])


def _set_apart(event: Event, there: Iterable[Unit]) -> Event:
    match event:
        case HeroCreated(hero):
            return replace(event, unit=named_apart(hero, there))
        case Split(halves=halves):
            return replace(event, halves=tuple(named_apart(half, there) for half in halves))
        case _:
            return event


def named_apart(newcomer: Unit, there: Iterable[Unit]) -> Unit:
    """The newcomer, with `/2`, `/3` after its id where somebody there has it."""
    taken = {unit.id for unit in there}
    free, again = newcomer.id, 2
    while free in taken:
        free, again = f"{newcomer.id}/{again}", again + 1
    return newcomer if free == newcomer.id else replace(newcomer, id=free)
