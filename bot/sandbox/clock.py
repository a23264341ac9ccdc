"""What time it is on the loopback Discord."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """UTC, never going back; `advance` lets the 3 s, 15 min and 1 h limits pass without waiting."""

    def now(self) -> datetime: ...

    def advance(self, seconds: float) -> None: ...


class WallClock:
    """The time of the machine, plus what it was advanced by."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += timedelta(seconds=seconds)


class StillClock:
    """Stands still until it is advanced: the same keystrokes give the same times and ids."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
