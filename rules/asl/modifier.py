"""A number of the book with its name and the rule that it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Modifier(Struct, frozen=True):
    """A DRM, a change of Morale Level, a limit: `what` it is called, its value, the rule."""

    what: str
    value: int
    cite: str


def total(modifiers: Iterable[Modifier]) -> int:
    added = 0
    for modifier in modifiers:
        added += modifier.value
    return added
