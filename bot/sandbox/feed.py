"""What can be seen in the channels, in the order in which it happened, numbered from 1."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from bot.sandbox.wire import EMPTY, Json, Object

Kind = Literal["created", "edited", "deleted", "modal", "emptied"]


class Event(Struct, frozen=True):
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
    """All events since the start; readers wait for what comes after the number they know.

    `stirred` counts the changes that are no post: people, channels, commands, whether the bot is there.
    """

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._forgotten = 0
        self._changed = asyncio.Event()
        self.stirred = 0
        self.closed = False

    def add(self, kind: Kind, channel_id: int, channel: str, only: int | None, post: Object) -> Event:
        event = Event(self.last + 1, kind, channel_id, channel, only, post)
        self._events.append(event)
        self._wake()
        return event

    def stir(self) -> None:
        """Something other than the posts has changed."""
        self.stirred += 1
        self._wake()

    def clear(self) -> None:
        """Forgets all events and goes on counting; the next one, `emptied`, says so."""
        self._forgotten = self.last
        self._events.clear()
        self.add("emptied", 0, "", None, EMPTY)

    def _wake(self) -> None:
        # Whoever waits holds the old one; the next waiter gets a fresh one.
        self._changed.set()
        self._changed = asyncio.Event()

    @property
    def last(self) -> int:
        """The number of the newest event, 0 before the first."""
        return self._forgotten + len(self._events)

    def after(self, n: int) -> Sequence[Event]:
        """The events with a higher number than `n`."""
        return self._events[max(n - self._forgotten, 0) :]

    async def wait(self, n: int) -> None:
        """Returns once there is an event after `n`, or the feed is closed."""
        while self.last <= n and not self.closed:
            await self._changed.wait()

    async def change(self, n: int, stirred: int) -> None:
        """Returns once there is an event after `n`, or a change after `stirred`, or the feed is closed."""
        while self.last <= n and self.stirred <= stirred and not self.closed:
            await self._changed.wait()

    def close(self) -> None:
        """Nothing will follow: whoever waits goes on."""
        self.closed = True
        self._changed.set()
