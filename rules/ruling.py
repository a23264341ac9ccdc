"""What a rule answers, and how it names the pieces it brings into play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from rules.dice import Dice
from rules.event import Event
from rules.json import Object

Births: TypeAlias = Callable[[str, str], str]
"""Gives the id of a piece that a ruling brings into play, from its origin's id and its part."""


def named_after_origin(origin: str, part: str) -> str:
    """`a/1` and `a/2` for the halves of a split, `a/hero` for a hero."""
    return f"{origin}/{part}"


class Ruling(Struct, frozen=True):
    """The events of a ruling in order; `end` works out what stands at its end, which games do without."""

    events: tuple[Event, ...]
    end: Callable[[], Object]

    @classmethod
    def of(cls, events: tuple[Event, ...], result: Object) -> Ruling:
        """One whose result is at hand."""
        return cls(events, lambda: result)

    @property
    def result(self) -> Object:
        """What stands at the end, as a request's `expect` would name it."""
        return self.end()


class Rule(Protocol):
    """One ruling of a rulebook, from the plain request to events.

    Raises Refused before the first die, Asks where a fact or choice is missing.
    """

    def __call__(self, given: Object, dice: Dice, births: Births = ...) -> Ruling: ...
