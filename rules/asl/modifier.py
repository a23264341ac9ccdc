"""A number of the book with its name and the rule that it comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Modifier:
    """A DRM, a change of Morale Level, a limit: `what` it is called, its value, the rule."""

    what: str
    value: int
    cite: str
