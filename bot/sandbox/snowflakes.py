"""Discord's ids: 42 bits of milliseconds since 2015, then a counter."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

from bot.sandbox.clock import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)


# Ids by name lie in 2016 and 2017, before all that are drawn.
NAMED = 1 << 57


class Snowflakes:
    """Ids that never repeat: drawn ones only grow, those of one millisecond in a row."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._named: set[int] = set()

    def draw(self) -> int:
        """The id of something made at this moment."""
        milliseconds = (self._clock.now() - EPOCH) // timedelta(milliseconds=1)
        self._last = max(self._last + 1, milliseconds << 22)
        return self._last

    def pass_by(self, snowflake: int) -> None:
        """Ids that are drawn are higher than this one."""
        self._last = max(self._last, snowflake)

    def named(self, name: str) -> int:
        """The id of what keeps its id when the sandbox starts again: server, people, channels.

        A database that outlives the sandbox finds them by it. A name used again gets another id.
        """
        times = 0
        while True:
            digest = hashlib.sha256(f"{name} {times}".encode("utf-8", "surrogatepass")).digest()
            snowflake = NAMED + int.from_bytes(digest[:8]) % NAMED
            if snowflake not in self._named:
                self._named.add(snowflake)
                return snowflake
            times += 1


def moment(snowflake: int) -> datetime:
    """When the id was drawn, in milliseconds, UTC."""
    return EPOCH + timedelta(milliseconds=snowflake >> 22)
