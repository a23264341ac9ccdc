"""The loopback Discord as a whole: the one place where its parts meet."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import TypeAlias

from aiohttp import web

from bot.sandbox import pages
from bot.sandbox.acts import Acts
from bot.sandbox.board import Board
from bot.sandbox.breakage import Breakage
from bot.sandbox.clock import Clock, WallClock
from bot.sandbox.commands import Commands
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.keyboard import Keyboard
from bot.sandbox.live import Live
from bot.sandbox.offer import Offer
from bot.sandbox.permissions import bits
from bot.sandbox.request import Request, answer_json
from bot.sandbox.rest import Observer, Rest
from bot.sandbox.rest_channels import ChannelRoutes
from bot.sandbox.rest_interactions import InteractionRoutes
from bot.sandbox.rest_messages import MessageRoutes
from bot.sandbox.roles import Roles
from bot.sandbox.scenery import Scenery
from bot.sandbox.strangers import Strangers
from bot.sandbox.threads import Threads
from bot.sandbox.uploads import Uploads
from bot.sandbox.window import Window
from bot.sandbox.wire import Json
from bot.sandbox.world import World
from bot.sandbox.wrong import WrongUse

HOST = "127.0.0.1"
MESSAGE_CONTENT = 1 << 15
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Sandbox:
    """An async context manager: serves from entering to leaving, on 127.0.0.1 alone.

    `port` 0 takes a free one. `key` is the first part of every address for people, random if not given:
    other programs of the machine do not know it. `bot_permissions` are those of the bot's role, beyond
    what everyone has. `patience` is how many seconds a person waits for the bot. `observe` is given every
    call of the API and its answer, and must not raise. A fault of the sandbox itself is raised on leaving.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        clock: Clock | None = None,
        token: str = "sandbox",
        guild: str = "The Table",
        bot: str = "Referee",
        channels: Sequence[str] = ("table",),
        bot_permissions: Sequence[str] = (),
        message_content: bool = False,
        patience: float = 3.0,
        observe: Observer | None = None,
        key: str = "",
        offer: Offer | None = None,
    ) -> None:
        self.token = token
        self._port = port
        self._key = key or secrets.token_urlsafe()
        self.offer = offer or Offer()
        self.world = World(clock or WallClock(), guild, bot, bits(bot_permissions))
        for name in channels:
            self.world.add_channel(name)
        self.gateway = Gateway(self.world, token, MESSAGE_CONTENT if message_content else 0)
        self.uploads = Uploads(self.world)
        self.commands = Commands(self.world)
        self.threads = Threads(self.world, self.gateway)
        self.board = Board(self.world, self.uploads, self.gateway, reads_content=message_content)
        self.strangers = Strangers(self.board)
        self.interactions = Interactions(self.board, self.threads)
        self.faults = Faults(self.world, self.threads, self.gateway, self.interactions)
        self.acts = Acts(
            self.board, self.threads, self.uploads, self.commands, self.interactions, self.gateway
        )
        groups = [
            ChannelRoutes(self.world, self.threads, self.gateway).routes(),
            MessageRoutes(self.board, self.threads, self.faults).routes(),
            InteractionRoutes(self.board, self.commands, self.interactions).routes(),
        ]
        self.rest = Rest(groups, self.faults, token, observe)
        self._patience = patience
        self._runner: web.AppRunner | None = None
        self._bugs: list[Exception] = []
        self.url = ""

    @property
    def keyboard(self) -> str:
        """The address of the JSON interface."""
        return f"{self.url}/{self._key}/keyboard"

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"{self.url}/{self._key}/"

    async def ready(self) -> None:
        """Returns once a bot is connected and has identified itself or resumed."""
        await self.gateway.until(True)

    async def left(self) -> None:
        """Returns once no bot is connected."""
        await self.gateway.until(False)

    async def __aenter__(self) -> Sandbox:
        runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=0.2)
        await runner.setup()
        self._runner = runner
        await web.TCPSite(runner, HOST, self._port).start()
        port = runner.addresses[0][1]
        self.url = f"http://{HOST}:{port}"
        self.uploads.url = f"{self.url}/{self._key}"
        self.gateway.url = f"ws://{HOST}:{port}/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.world.feed.close()
        self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()
        if self._bugs and error is None:
            raise ExceptionGroup("the sandbox itself failed", self._bugs)

    async def _again(self, request: Request) -> Json:
        if self.offer.again is None:
            raise WrongUse("This table is kept; only one that nothing keeps can be started again.")
        await self.offer.again()
        return {"last": self.world.feed.last}

    def empty(self) -> None:
        """Nothing was ever posted, uploaded or opened here; people and the first channel stay.

        Whoever looks on is told by `tell_emptied`, once there is somebody to answer.
        """
        first, *others = [channel for channel in self.world.channels.values() if not channel.is_thread]
        for channel in others:
            self.threads.delete(channel)
        for thread in [channel for channel in self.world.channels.values() if channel is not first]:
            self.threads.delete(thread)
        first.messages.clear()
        first.pins.clear()
        self.board.ephemeral.clear()
        self.interactions.open_forms.clear()
        self.uploads.clear()

    def tell_emptied(self) -> None:
        """Has every page begin anew."""
        self.world.feed.clear()

    @web.middleware
    async def _note_bugs(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Told on leaving: a client would only retry the 500."""
        try:
            return await handler(request)
        except (web.HTTPException, ConnectionError):
            raise
        except Exception as bug:
            self._bugs.append(bug)
            raise

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[_same_machine, self._note_bugs])
        scenery = Scenery(self.world, self.threads, self.faults, Roles(self.world, self.gateway))
        keyboard = Keyboard(
            self.world,
            self.commands,
            self.interactions,
            self.acts,
            self.faults,
            scenery,
            self._patience,
        )
        window = Window(self.world, self.gateway, self.commands, self.uploads, self.acts, self.offer)
        people = f"/{self._key}"
        words = f"{people}/keyboard"
        router = app.router
        self.rest.add_to(router)
        router.add_get("/", self.gateway.serve)
        router.add_get(people + "/{file:[a-z.]*}", pages.serve)
        router.add_get(people + "/attachments/{channel}/{id}/{filename}", window.download)
        router.add_get(words, window.state)
        router.add_get(f"{words}/posts", window.posts)
        router.add_get(f"{words}/stream", window.stream)
        router.add_get(f"{words}/live", Live(window).serve)
        router.add_get(f"{words}/history", window.history)
        router.add_get(f"{words}/pins", window.pins)
        router.add_post(f"{words}/upload", window.upload)
        acts = keyboard.acts() | scenery.acts() | self.strangers.acts()
        acts |= {"again": self._again, "faults": Breakage(self.faults).act}
        for word, act in acts.items():
            router.add_post(f"{words}/{word}", keyboard.serve(act))
        return app


@web.middleware
async def _same_machine(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A page of another site that the browser has open must not act here, nor one whose name points here."""
    host = request.host.rsplit(":", 1)[0]
    origin = request.headers.get("Origin")
    if host not in (HOST, "localhost") or (origin is not None and origin != f"http://{request.host}"):
        return answer_json({"error": f"Only requests from {HOST} itself are served."}, 403)
    return await handler(request)
