"""What every event of every rulebook has."""

from __future__ import annotations

from typing import Protocol


class Event(Protocol):
    """One fact in the past tense, a frozen value with absolute results and the rule it comes from."""

    @property
    def cite(self) -> str: ...
