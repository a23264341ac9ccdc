"""Discord's ids: 42 bits of milliseconds since 2015, then a counter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.sandbox.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


class Snowflakes:
    """Ids that only grow and never repeat, those of one millisecond in a row."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def draw(self) -> int:
        """The id of something made at this moment."""
        milliseconds = (self._clock.now() - EPOCH) // timedelta(milliseconds=1)
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last


def moment(snowflake: int) -> datetime:
    """When the id was drawn, in milliseconds, UTC."""
    return EPOCH + timedelta(milliseconds=snowflake >> 22)
