"""One request at the keyboard, and the answers it gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from aiohttp import web
from msgspec import Struct
from msgspec.structs import replace

from bot.sandbox.faults import Faults
from bot.sandbox.wire import EMPTY, Json, Object, decode, encode, text, yes
from bot.sandbox.world import Channel, Person, World
from bot.sandbox.wrong import WrongUse


class Request(Struct, frozen=True):
    """`body` is what was posted. Whatever is missing or wrong raises WrongUse."""

    body: Object
    world: World
    faults: Faults

    @classmethod
    async def read(cls, request: web.Request, world: World, faults: Faults) -> Request:
        try:
            body = decode(await request.read() or b"{}")
        except ValueError:
            raise WrongUse("The body must be JSON in UTF-8, without half a surrogate pair.") from None
        if not isinstance(body, dict):
            raise WrongUse("The body must be a JSON object.")
        return cls(body, world, faults)

    def demand(self, key: str) -> str:
        """The text under `key`, which must be there."""
        value = text(self.body, key)
        if not value:
            raise WrongUse(f"{key!r} is missing: a text is needed there.")
        return value

    def person(self) -> Person:
        """Who acts: `as`."""
        person = self.world.person(self.demand("as"))
        if person.bot:
            raise WrongUse(f"{person.name} is the bot; 'as' must name a person.")
        return person

    def channel(self) -> Channel:
        """Where: `channel`, else the first there is."""
        name = text(self.body, "channel")
        first = next(iter(self.world.channels.values()), None)
        return first if first is not None and not name else self.faults.place(name)

    @property
    def twice(self) -> bool:
        """Whether the interaction shall reach the bot twice."""
        return yes(self.body, "twice")

    def also(self, person: str, **fields: Json) -> Request:
        """The typed line as the request it stands for."""
        rest = {key: value for key, value in self.body.items() if key != "line"}
        return replace(self, body={**rest, "as": person, **fields})


Act: TypeAlias = Callable[[Request], Awaitable[Json]]
"""What a person does at the keyboard, and what came of it. Raises WrongUse."""


def answer_json(body: Json, status: int = 200) -> web.Response:
    return web.Response(
        status=status,
        body=encode(body if body is not None else EMPTY).encode(),
        content_type="application/json",
    )
