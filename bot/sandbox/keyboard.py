"""The keyboard: the JSON interface through which terminals, transcripts, tests and pages act as people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from aiohttp import web

from bot.sandbox import lines
from bot.sandbox.acts import Acts
from bot.sandbox.board import Board
from bot.sandbox.commands import Commands
from bot.sandbox.errors import ApiError
from bot.sandbox.faults import Faults
from bot.sandbox.interaction import DEFER, Interaction
from bot.sandbox.interactions import Interactions
from bot.sandbox.messages import post
from bot.sandbox.parts import modal_inputs
from bot.sandbox.permissions import bits
from bot.sandbox.request import Request, answer_json
from bot.sandbox.roles import Roles
from bot.sandbox.strangers import Strangers
from bot.sandbox.threads import Threads
from bot.sandbox.uploads import Uploads
from bot.sandbox.wire import EMPTY, Json, Object, as_list, as_object, child, children, encode, text, whole
from bot.sandbox.world import Person
from bot.sandbox.wrong import WrongUse

Act: TypeAlias = Callable[[Request], Awaitable[Json]]
# A deferred answer may take 15 minutes; nobody waits at the keyboard so long.
LONG_PATIENCE = 60.0


class Keyboard:
    """`patience` is how many seconds a person waits for the first answer, 3 as on Discord."""

    def __init__(
        self,
        board: Board,
        threads: Threads,
        uploads: Uploads,
        commands: Commands,
        interactions: Interactions,
        acts: Acts,
        faults: Faults,
        strangers: Strangers,
        roles: Roles,
        patience: float,
    ) -> None:
        self._board = board
        self._world = board.world
        self._threads = threads
        self._uploads = uploads
        self._commands = commands
        self._interactions = interactions
        self._acts = acts
        self._faults = faults
        self._strangers = strangers
        self._roles = roles
        self._patience = patience

    def acts(self) -> Mapping[str, Act]:
        """What can be posted, by the last word of the path."""
        return {
            "people": self.people,
            "channels": self.channels,
            "threads": self.threads,
            "permissions": self.permissions,
            "slash": self.slash,
            "autocomplete": self.autocomplete,
            "click": self.click,
            "modal": self.modal,
            "menu": self.menu,
            "say": self.say,
            "line": self.line,
            "delete": self._strangers.delete,
            "webhook": self._strangers.webhook,
        }

    async def people(self, request: Request) -> Json:
        name = request.demand("name")
        person = self._world.person(name)
        if "permissions" in request.body:
            person.granted = bits(str(p) for p in as_list(request.body["permissions"]))
        if "roles" in request.body:
            self._roles.give(person, [str(name) for name in as_list(request.body["roles"])])
        held: list[Json] = [self._world.roles[role].name for role in person.roles]
        return {"id": str(person.id), "name": person.name, "roles": held}

    async def channels(self, request: Request) -> Json:
        channel = self._threads.open_channel(request.demand("name"))
        return {"id": str(channel.id), "name": channel.name}

    async def threads(self, request: Request) -> Json:
        thread = self._threads.open_thread(request.channel(), request.demand("name"), request.person())
        return {"id": str(thread.id), "name": thread.name}

    async def permissions(self, request: Request) -> Json:
        denied = [str(name) for name in as_list(request.body.get("deny"))]
        self._faults.deny(request.channel().name, denied, text(request.body, "who"))
        return {"channel": request.channel().name, "denied": denied}

    def _command(self, request: Request) -> tuple[str, Mapping[str, Json]]:
        if "line" in request.body:
            return lines.read_command(request.demand("line"), self._commands.option_names)
        return request.demand("command").removeprefix("/"), as_object(request.body.get("options", EMPTY))

    async def slash(self, request: Request) -> Json:
        name, options = self._command(request)
        begun = self._acts.slash(request.person(), request.channel(), name, options, twice=request.twice)
        return await self._outcome(begun, request)

    async def autocomplete(self, request: Request) -> Json:
        name, options = self._command(request)
        # The option being typed is the last one, unless it is named.
        focused = text(request.body, "focused") or next(reversed(list(options)), "")
        begun = self._acts.autocomplete(request.person(), request.channel(), name, options, focused)
        outcome = await self._outcome(begun, request)
        return dict(outcome) | {"choices": begun.choices}

    async def click(self, request: Request) -> Json:
        """Under `shown` may stand the message as this person's telephone still shows it."""
        person, channel = request.person(), request.channel()
        wanted = text(request.body, "custom_id") or request.demand("label")
        shown = child(request.body, "shown")
        message_id = whole(request.body, "message") or whole(shown, "id")
        named = self._acts.message(person, channel, message_id) if message_id else None
        stale = children(shown, "components")
        message, part = self._acts.find_part(person, channel, wanted, named, stale)
        values = [str(value) for value in as_list(request.body.get("values"))]
        begun = self._acts.click(person, channel, message, part, values, stale, twice=request.twice)
        return await self._outcome(begun, request)

    async def modal(self, request: Request) -> Json:
        opener = self._interactions.get(whole(request.body, "interaction"))
        fields = as_object(request.body.get("fields", EMPTY))
        begun = self._acts.submit(request.person(), opener, fields, twice=request.twice)
        return await self._outcome(begun, request)

    async def menu(self, request: Request) -> Json:
        person, channel = request.person(), request.channel()
        message_id = whole(request.body, "message")
        message = self._acts.message(person, channel, message_id) if message_id else None
        message = message or next(self._acts.seen(person, channel), None)
        if message is None:
            raise WrongUse(f"There is no message in #{channel.name}.")
        begun = self._acts.menu(person, channel, request.demand("command"), message, twice=request.twice)
        return await self._outcome(begun, request)

    async def say(self, request: Request) -> Json:
        content = request.demand("content")
        message = self._acts.say(request.person(), request.channel(), content)
        return {"posts": [post(self._world, message)]}

    async def line(self, request: Request) -> Json:
        """A typed line; `did` says what it was, `channel` where the next one happens."""
        line = lines.read_line(text(request.body, "line"), self._commands.option_names)
        channel = request.channel().name
        match line:
            case lines.Note():
                return {"did": "note", "channel": channel}
            case lines.Switch():
                return {"did": "switch", "channel": self._faults.place(line.channel).name}
            case lines.Upload():
                raise WrongUse("Files come through POST /keyboard/upload; then give the file's name.")
            case lines.Slash():
                options: dict[str, Json] = dict(line.options)
                outcome = await self.slash(request.also(line.person, command=line.name, options=options))
            case lines.Click():
                outcome = await self.click(
                    request.also(line.person, label=line.label, values=list(line.values))
                )
            case lines.Fill():
                fields = self._fields(self._world.person(line.person), line.pairs)
                outcome = await self.modal(request.also(line.person, fields=fields))
            case lines.Menu():
                outcome = await self.menu(request.also(line.person, command=line.name))
            case lines.Wear():
                outcome = await self.people(
                    request.also(line.person, name=line.person, roles=list(line.roles))
                )
            case lines.Say():
                outcome = await self.say(request.also(line.person, content=line.content))
        did = type(line).__name__.lower()
        return dict(as_object(outcome)) | {"did": did, "channel": channel, "as": line.person}

    def _fields(self, person: Person, pairs: str) -> dict[str, Json]:
        opener = self._interactions.open_forms.get(person.id)
        if opener is None or opener.modal is None:
            raise WrongUse(f"No form is open for {person.name}.")
        names = [
            name for part, label in modal_inputs(opener.modal) for name in (label, text(part, "custom_id"))
        ]
        return dict(lines.read_pairs(pairs, names, "field of the form"))

    async def _outcome(self, interaction: Interaction, request: Request) -> Object:
        """What came of it, once the bot has answered; without `wait` only the interaction's id."""
        if request.body.get("wait") is False:
            return {"interaction": str(interaction.id)}
        if not await _settled(interaction, self._patience) and interaction.answer == DEFER:
            await _settled(interaction, LONG_PATIENCE)
        if not interaction.answer:
            self._interactions.expire(interaction)
        posts = interaction.replies or ([interaction.original] if interaction.original else [])
        return {
            "interaction": str(interaction.id),
            "failed": None if interaction.answer else "The application did not respond",
            "posts": [post(self._world, message) for message in posts],
            "modal": interaction.modal,
        }

    def serve(self, act: Act) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """The act as a handler of the server: every wrong use is a 400 with a sentence."""

        async def serve(request: web.Request) -> web.StreamResponse:
            try:
                outcome = await act(await Request.read(request, self._world, self._faults))
            except WrongUse as wrong:
                return answer_json({"error": str(wrong)}, 400)
            except ApiError as refused:
                return answer_json({"error": f"Discord refuses it: {encode(refused.body)}"}, 400)
            return answer_json(outcome)

        return serve


async def _settled(interaction: Interaction, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await interaction.settled.wait()
    except TimeoutError:
        return False
    return True
