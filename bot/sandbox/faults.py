"""What goes wrong on demand: answers refused, lost, late or limited, sockets dropped, time that jumps."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bot.sandbox import payloads
from bot.sandbox.board import GUILDS
from bot.sandbox.errors import MESSAGES, ApiError
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.permissions import bits
from bot.sandbox.threads import Threads
from bot.sandbox.wire import Json
from bot.sandbox.world import Channel, World
from bot.sandbox.wrong import WrongUse, known

Deed = Literal["refuse", "lose", "limit", "delay", "hold"]


@dataclass(slots=True)
class Fault:
    """One thing that goes wrong the next `times` times that the route is called."""

    route: str
    deed: Deed
    times: int
    status: int | None = None
    seconds: float = 0.0
    via: bool = True
    everywhere: bool = False


class Faults:
    """`route` is a method and a path as the specification writes it, "" any.

    For example `POST /channels/{channel_id}/messages`.
    """

    def __init__(self, world: World, threads: Threads, gateway: Gateway, interactions: Interactions) -> None:
        self._world = world
        self._threads = threads
        self._gateway = gateway
        self._interactions = interactions
        self._planned: list[Fault] = []
        self.routes: frozenset[str] = frozenset()
        self._bucket: tuple[int, float] | None = None
        self._sent: dict[int, deque[float]] = {}

    def _plan(self, fault: Fault) -> None:
        if fault.route and fault.route not in self.routes:
            raise WrongUse(f"There is no route {fault.route!r}. {known(sorted(self.routes), 'There are')}")
        self._planned.append(fault)

    def refuse(self, route: str = "", *, status: int = 500, times: int = 1) -> None:
        """Answered with this status, nothing done."""
        self._plan(Fault(route, "refuse", times, status=status))

    def lose(self, route: str = "", *, status: int | None = 500, times: int = 1) -> None:
        """Done, and then answered with this status; None breaks the connection instead."""
        self._plan(Fault(route, "lose", times, status=status))

    def limit(
        self,
        route: str = "",
        *,
        seconds: float = 0.01,
        via: bool = True,
        everywhere: bool = False,
        times: int = 1,
    ) -> None:
        """429 and try again after `seconds`. Without Via the client takes it for a ban and gives up."""
        self._plan(Fault(route, "limit", times, seconds=seconds, via=via, everywhere=everywhere))

    def delay(self, route: str = "", *, seconds: float, times: int = 1) -> None:
        """Taken up only after `seconds`."""
        self._plan(Fault(route, "delay", times, seconds=seconds))

    def hold(self, route: str = "", *, seconds: float, times: int = 1) -> None:
        """Done at once, so that everybody sees it, and answered only after `seconds`."""
        self._plan(Fault(route, "hold", times, seconds=seconds))

    def clear(self) -> None:
        """Nothing goes wrong any more; the gateway takes connections again."""
        self._planned.clear()
        self._bucket = None
        self._gateway.down = False

    def bucket(self, limit: int = 5, seconds: float = 5.0) -> None:
        """Holds each channel to `limit` messages in `seconds`, with the headers of Discord's rate limits."""
        self._bucket = (limit, seconds)
        self._sent.clear()

    def advance(self, seconds: float) -> None:
        """Lets time pass: the 3 s and 15 min of interactions, the hour after which edits are limited."""
        self._world.clock.advance(seconds)
        self._interactions.expire_due()

    def drop_sockets(self, code: int | None = None) -> None:
        """Cuts the gateway's connections, or closes them with this code."""
        self._gateway.drop(code)

    def ask_to_reconnect(self) -> None:
        """Opcode 7: the client is told to come again and resume."""
        self._gateway.ask_to_reconnect()

    def forget_sessions(self) -> None:
        """Cuts the connections, and no session can be resumed."""
        self._gateway.forget_sessions()

    def close_gateway(self) -> None:
        """Cuts the connections and takes none until `open_gateway`; events wait in the sessions."""
        self._gateway.down = True
        self._gateway.drop()

    def open_gateway(self) -> None:
        self._gateway.down = False

    def change_thread(
        self, channel: str, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archives, reopens, locks or unlocks a thread, as a moderator would."""
        self._threads.change(self.place(channel), archived=archived, locked=locked)

    def delete_channel(self, channel: str) -> None:
        """Deletes a channel or thread, as a moderator would."""
        self._threads.delete(self.place(channel))

    def put_out(self) -> None:
        """Puts the bot out of the server, as who manages it may; its messages stay."""
        self._world.bot_is_member = False
        self._gateway.dispatch("GUILD_DELETE", GUILDS, {"id": str(self._world.guild_id)})

    def invite(self) -> None:
        """Invites the bot into the server again."""
        self._world.bot_is_member = True
        joined = payloads.guild_create(self._world)
        # A server that is joined was never unavailable, and Discord leaves the word out.
        del joined["unavailable"]
        self._gateway.dispatch("GUILD_CREATE", GUILDS, joined)

    def deny(self, channel: str, names: Iterable[str], who: str = "") -> None:
        """Takes these permissions there and gives back all others.

        `who` is a person's name, "everyone", or "" for the bot.
        """
        place = self.place(channel)
        if place.parent is not None:
            raise WrongUse(f"A thread has the permissions of its channel: name #{place.parent.name}.")
        subject = self._world.bot.id
        if who:
            subject = self._world.guild_id if who == "everyone" else self._world.person(who).id
        place.denied[subject] = bits(names)
        self._threads.tell(place)

    def place(self, name: str) -> Channel:
        """The channel or thread of this name. Raises WrongUse."""
        channel = self._world.find_channel(name.removeprefix("#"))
        if channel is None:
            names = [c.name for c in self._world.channels.values()]
            raise WrongUse(f"There is no channel {name!r}. {known(names, 'There are')}")
        return channel

    def deliver_again(self, interaction_id: int) -> None:
        """Sends the bot an interaction that it has had before. Raises WrongUse where there was none."""
        interaction = self._interactions.get(interaction_id)
        if interaction is None:
            raise WrongUse(f"There was no interaction {interaction_id}.")
        self._gateway.dispatch("INTERACTION_CREATE", 0, self._interactions.event(interaction))

    def take(self, route: str) -> Fault | None:
        """The fault due for a call of this route, counted down."""
        for fault in self._planned:
            if fault.route in ("", route):
                fault.times -= 1
                if fault.times <= 0:
                    self._planned.remove(fault)
                return fault
        return None

    def count_message(self, channel_id: int) -> dict[str, str]:
        """The rate limit headers for one more message there; {} while no bucket is set. Raises the 429."""
        if self._bucket is None:
            return {}
        limit, seconds = self._bucket
        # The client waits by the machine's time, whatever clock the loopback has.
        now = asyncio.get_running_loop().time()
        sent = self._sent.setdefault(channel_id, deque())
        while sent and sent[0] <= now - seconds:
            sent.popleft()
        if len(sent) < limit:
            sent.append(now)
            return _bucket_headers(limit, limit - len(sent), sent[0] + seconds - now)
        left = sent[0] + seconds - now
        raise limited(left, headers=_bucket_headers(limit, 0, left))


def _bucket_headers(limit: int, remaining: int, reset_after: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        "X-RateLimit-Bucket": "messages",
    }


def limited(
    seconds: float,
    *,
    code: int = 0,
    via: bool = True,
    everywhere: bool = False,
    headers: dict[str, str] | None = None,
) -> ApiError:
    """A 429 as Discord's API gives it; Via is what tells it from one of Cloudflare's."""
    body: dict[str, Json] = {"message": "You are being rate limited.", "retry_after": round(seconds, 3)}
    body |= {"global": everywhere, "code": code}
    if code:
        body["message"] = MESSAGES[code][1]
    sent = {"Retry-After": str(max(1, round(seconds))), **(headers or {})}
    return ApiError(429, body, sent | ({"Via": "1.1 google"} if via else {}))
