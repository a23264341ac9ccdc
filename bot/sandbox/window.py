"""What is to be seen at the keyboard: the state of the table, posts and their stream, files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import islice

from aiohttp import BodyPartReader, web

from bot.sandbox import pages, payloads
from bot.sandbox.acts import Acts
from bot.sandbox.commands import Commands
from bot.sandbox.feed import Event, Feed
from bot.sandbox.gateway import Gateway
from bot.sandbox.messages import post
from bot.sandbox.offer import Offer
from bot.sandbox.permissions import VIEW
from bot.sandbox.request import answer_json
from bot.sandbox.uploads import File, Uploads, content_type
from bot.sandbox.wire import Json, encode
from bot.sandbox.world import Channel, Message, Person, World

PAGE = 50


class Window:
    """Reading only, and putting files on the table."""

    def __init__(
        self, world: World, gateway: Gateway, commands: Commands, uploads: Uploads, acts: Acts, offer: Offer
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._commands = commands
        self._uploads = uploads
        self._acts = acts
        self._offer = offer

    @property
    def feed(self) -> Feed:
        return self._world.feed

    async def state(self, request: web.Request) -> web.Response:
        return answer_json(self.table())

    def table(self) -> dict[str, Json]:
        """All that is not posts."""
        world = self._world
        channels: list[Json] = [
            {
                "id": str(channel.id),
                "name": channel.name,
                "thread_of": channel.parent.name if channel.parent else None,
                "archived": channel.archived,
                "locked": channel.locked,
            }
            for channel in world.channels.values()
        ]
        people: list[Json] = [{"id": str(p.id), "name": p.name} for p in world.people.values() if not p.bot]
        roles: list[Json] = [{"id": str(role.id), "name": role.name} for role in world.roles.values()]
        return {
            "bot": payloads.user(world.bot),
            "ready": self._gateway.ready,
            "guild": {"id": str(world.guild_id), "name": world.guild_name},
            "channels": channels,
            "people": people,
            "roles": roles,
            "commands": self._commands.usable(),
            "last": world.feed.last,
            **self._offer.told(),
        }

    async def posts(self, request: web.Request) -> web.Response:
        """With `wait`, holds the answer until there is something, at most so many seconds."""
        who, channel, after = self.view(request)
        seconds = _number(request, "wait")
        feed = self._world.feed
        try:
            async with asyncio.timeout(seconds):
                while seconds and not feed.closed and not self.seen(after, who, channel):
                    await feed.wait(max(after, feed.last))
        except TimeoutError:
            pass
        return answer_json([event.line() for event in self.seen(after, who, channel)])

    async def history(self, request: web.Request) -> web.Response:
        """The posts as they stand, oldest first: the newest, or those before the id `before`."""
        who, channel = self._place(request)
        before, limit = _whole(request, "before"), _whole(request, "limit") or PAGE
        older = (m for m in self._acts.seen(who, channel) if not before or m.id < before)
        found = list(islice(older, limit + 1))
        return answer_json({"posts": self._posts(reversed(found[:limit])), "more": len(found) > limit})

    async def pins(self, request: web.Request) -> web.Response:
        """The pinned posts, those pinned last first."""
        _, channel = self._place(request)
        pinned = [channel.messages[i] for i in reversed(channel.pins) if i in channel.messages]
        return answer_json({"posts": self._posts(pinned)})

    def _posts(self, messages: Iterable[Message]) -> list[Json]:
        return [post(self._world, message) for message in messages]

    def _place(self, request: web.Request) -> tuple[Person | None, Channel]:
        who, name, _ = self.view(request)
        channel = self._world.find_channel(name) if name else next(iter(self._world.channels.values()), None)
        if channel is None or not self._may_view(who, channel.id):
            raise _bad_request(f"There is no channel {name!r} that can be seen.")
        return who, channel

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """One JSON object a line, held open."""
        who, channel, after = self.view(request)
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        feed = self._world.feed
        while not feed.closed:
            last = feed.last
            lines = "".join(encode(event.line()) + "\n" for event in self.seen(after, who, channel))
            if lines:
                await response.write(lines.encode())
            after = last
            await feed.wait(after)
        return response

    def view(self, request: web.Request) -> tuple[Person | None, str, int]:
        """Who looks, at which channel ("" for all), from which event on."""
        name = request.query.get("as", "")
        return (
            self._world.find_person(name),
            request.query.get("channel", "").removeprefix("#"),
            _whole(request, "after"),
        )

    def seen(self, after: int, who: Person | None, channel: str) -> Sequence[Event]:
        """Without a person, what everyone sees."""
        return [
            event
            for event in self._world.feed.after(after)
            if event.only in (None, who.id if who else None)
            and (channel in ("", event.channel) or not event.channel)
            and self._may_view(who, event.channel_id)
        ]

    def _may_view(self, who: Person | None, channel_id: int) -> bool:
        channel = self._world.channels.get(channel_id)
        if channel is None or who is None:
            return True
        return bool(self._world.held(who, channel) & VIEW)

    async def upload(self, request: web.Request) -> web.Response:
        """A form with `as` and one file: the id that an attachment option takes."""
        if request.content_type != "multipart/form-data":
            return answer_json({"error": "A form is needed: 'as' and a file."}, 400)
        name, file = "", None
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            if part.filename:
                file = File(part.filename, bytes(await part.read()))
            elif part.name == "as":
                name = bytes(await part.read()).decode("utf-8", "replace").strip()
        if not name or file is None:
            return answer_json({"error": "The form must have 'as', a person's name, and a file."}, 400)
        upload = self._uploads.store(file, self._world.person(name).id)
        return answer_json({"attachment": str(upload.id), "filename": upload.file.filename})

    async def download(self, request: web.Request) -> web.Response:
        """An attachment under its address."""
        number = request.match_info["id"]
        upload = self._uploads.get(int(number)) if number.isdigit() else None
        if upload is None:
            return web.Response(status=404)
        headers = pages.ATTACHED | {"Content-Type": content_type(upload.file.filename)}
        return web.Response(body=upload.file.data, headers=headers)


def _number(request: web.Request, name: str) -> float:
    try:
        return max(float(request.query.get(name, "0")), 0.0)
    except ValueError:
        raise _bad_request(f"{name!r} must be a number.") from None


def _whole(request: web.Request, name: str) -> int:
    """An id has more digits than a float keeps."""
    try:
        return max(int(request.query.get(name, "0")), 0)
    except ValueError:
        raise _bad_request(f"{name!r} must be a whole number.") from None


def _bad_request(sentence: str) -> web.HTTPBadRequest:
    return web.HTTPBadRequest(text=encode({"error": sentence}), content_type="application/json")
