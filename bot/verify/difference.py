"""Where what an entry records parts from what follows again, in a sentence to quote."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

from bot.events.codecs import EVENTS
from bot.ledger.canonical import canonical
from rules.event import Event

SHOWN = 300
"""characters of what a failure quotes"""


def first_difference(recorded: Iterable[Event], follows: Iterable[Event], given_by: str) -> str:
    """The first event that is another, `given_by` naming what the events follow from; "" where none is."""
    for has, gives in zip_longest(recorded, follows):
        if has != gives:
            return f"has {_event(has)}, where its {given_by} {_event(gives)}"
    return ""


def quoted(value: object) -> str:
    return _cut(repr(value))


def _event(event: Event | None) -> str:
    return "no more" if event is None else _cut(canonical(EVENTS.write(event)).decode())


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
