"""What can be seen in the channels, in the order in which it happened, numbered from 1."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.sandbox.wire import Json, Object

Kind = Literal["created", "edited", "deleted", "modal"]


@dataclass(frozen=True, slots=True)
class Event:
    """`only` is the id of the one person who sees it, None for all who may view the channel."""

    n: int
    kind: Kind
    channel_id: int
    channel: str
    only: int | None
    post: Object

    def line(self) -> dict[str, Json]:
        """The event as the keyboard gives it."""
        return {"n": self.n, "event": self.kind, "channel": self.channel, "post": self.post}


class Feed:
    """All events since the start; readers wait for what comes after the number they know."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._changed = asyncio.Event()
        self.closed = False

    def add(self, kind: Kind, channel_id: int, channel: str, only: int | None, post: Object) -> Event:
        event = Event(len(self._events) + 1, kind, channel_id, channel, only, post)
        self._events.append(event)
        # Whoever waits holds the old one; the next waiter gets a fresh one.
        self._changed.set()
        self._changed = asyncio.Event()
        return event

    @property
    def last(self) -> int:
        """The number of the newest event, 0 before the first."""
        return len(self._events)

    def after(self, n: int) -> Sequence[Event]:
        """The events with a higher number than `n`."""
        return self._events[max(n, 0) :]

    async def wait(self, n: int) -> None:
        """Returns once there is an event after `n`, or the feed is closed."""
        while len(self._events) <= n and not self.closed:
            await self._changed.wait()

    def close(self) -> None:
        """Nothing will follow: whoever waits goes on."""
        self.closed = True
        self._changed.set()
