"""The keyboard: the JSON interface through which terminals, transcripts, tests and pages act as people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from bot.sandbox import lines
from bot.sandbox.acts import Acts
from bot.sandbox.commands import Commands
from bot.sandbox.errors import ApiError
from bot.sandbox.faults import Faults
from bot.sandbox.interaction import DEFER, Interaction
from bot.sandbox.interactions import Interactions
from bot.sandbox.messages import post
from bot.sandbox.parts import modal_inputs
from bot.sandbox.request import Act, Request, answer_json
from bot.sandbox.scenery import Scenery
from bot.sandbox.wire import EMPTY, Json, Object, as_list, as_object, child, children, encode, text, whole
from bot.sandbox.world import Person, World
from bot.sandbox.wrong import WrongUse

# A deferred answer may take 15 minutes; nobody waits at the keyboard so long.
LONG_PATIENCE = 60.0


class Keyboard:
    """What people type and press; one waits `patience` seconds for the first answer, 3 as on Discord."""

    def __init__(
        self,
        world: World,
        commands: Commands,
        interactions: Interactions,
        acts: Acts,
        faults: Faults,
        scenery: Scenery,
        patience: float,
    ) -> None:
        self._world = world
        self._commands = commands
        self._interactions = interactions
        self._acts = acts
        self._faults = faults
        self._scenery = scenery
        self._patience = patience

    def acts(self) -> dict[str, Act]:
        """What can be posted, by the last word of the path."""
        return {
            "slash": self.slash,
            "autocomplete": self.autocomplete,
            "click": self.click,
            "modal": self.modal,
            "menu": self.menu,
            "say": self.say,
            "line": self.line,
        }

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
                outcome = await self._scenery.people(
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
