"""The events that entries hold, of the table and of every rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard, get_args

from bot.events.codec import Codec
from bot.events.table import RulesEvent, TableEvent
from rules import konrad
from rules.asl.events import Event as AslEvent
from rules.event import Event
from rules.json import Json
from rules.konrad.events import Event as KonradEvent

_ASL: tuple[type[AslEvent], ...] = get_args(AslEvent)
_KINDS = frozenset(_ASL)

EVENTS = Codec(*get_args(TableEvent), *_ASL, *konrad.EVENTS)


def read_events(stored: Iterable[Json]) -> tuple[Event, ...]:
    """The events of an entry, from their stored forms in order. Raises DataError as `Codec.read` does."""
    return tuple([EVENTS.read(form) for form in stored])


def of_rules(events: Iterable[Event]) -> tuple[RulesEvent, ...]:
    """The events that a rulebook made, in order; one ruling is of one rulebook."""
    listed = tuple(events)
    return (*of_asl(listed), *of_konrad(listed))


def of_asl(events: Iterable[Event]) -> tuple[AslEvent, ...]:
    """The events of ASL rulings, in order."""
    return tuple([event for event in events if _is_asl(event)])


def of_konrad(events: Iterable[Event]) -> tuple[KonradEvent, ...]:
    """The events of Konrad rulings, in order."""
    return tuple(event for event in events if isinstance(event, konrad.EVENTS))


def _is_asl(event: Event) -> TypeGuard[AslEvent]:
    # One of so many kinds is found in a set far sooner than one by one.
    return type(event) in _KINDS
