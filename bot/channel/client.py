"""The Discord client: no privileged intent, cogs loaded by name, one handler for what goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager
from importlib import import_module
from types import ModuleType

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel import permissions
from bot.channel.bell import Bell
from bot.channel.check import ChannelCheck
from bot.channel.embeds import again_view
from bot.channel.errors import ALREADY_ACKNOWLEDGED
from bot.channel.forms import Forms
from bot.channel.limits import Limits
from bot.channel.pinboard import Pinboard
from bot.channel.privacy import Privacy
from bot.channel.reposts import Reposts
from bot.channel.syncing import sync
from bot.channel.trail import Trail
from bot.channel.watch import Watch
from bot.channel.whisper import whisper
from bot.operations.repeating import CalledAgain
from bot.referee import NOT_WRITTEN, Clock, Referee
from bot.store import NotWritten, Store
from bot.words import names
from rules.answers import Asks
from rules.refusal import Refused

log = logging.getLogger(__name__)

COGS = (
    "cogs.game",
    "cogs.roster",
    "cogs.pasting",
    "cogs.roster_pages",
    "cogs.turn",
    "cogs.mc",
    "cogs.unit",
    "cogs.roll",
    "cogs.odds",
    "cogs.help",
    "cogs.answers",
    "cogs.follow",
    "cogs.campaign",
    "cogs.campaign_forms",
    "cogs.remo",
    "cogs.trail",
    "cogs.menus",
    "cogs.corrections",
    "cogs.again",
    "cogs.privacy",
)
SELFTEST = "selftest"
"""the command that is answered whatever the bot lacks"""
SERVERS_SECONDS = 0.01
"""after the last server it is told of until it is ready; one told later is caught up with by itself"""
REFUSAL_MOST = 1800
"""UTF-16 units of a refusal without its citation; Discord takes 2,000"""


def load_cogs() -> list[ModuleType]:
    """The modules of the cogs. As extensions of discord.py, those that others import would run once more."""
    return [import_module(name) for name in COGS]


class Tree(app_commands.CommandTree["Client"]):
    """Checks limits and permissions before any command; what commands raise is told to the asker alone."""

    async def interaction_check(self, interaction: discord.Interaction[Client], /) -> bool:
        client = interaction.client
        if interaction.type is discord.InteractionType.autocomplete:
            return client.proposes(interaction)
        if interaction.command is not None and interaction.command.name == SELFTEST:
            return True
        try:
            client.require(interaction)
        except Refused as refused:
            await tell_failure(interaction, refused)
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[Client], error: app_commands.AppCommandError, /
    ) -> None:
        cause = error.__cause__ or error
        await tell_failure(interaction, cause if isinstance(cause, Exception) else error)


class Client(commands.Bot):
    """`referee` enters, `trail` tells; cogs are given this client and use nothing else of it."""

    def __init__(
        self,
        store: Store,
        referee: Referee,
        clock: Clock,
        *,
        limits: Limits | None = None,
        always_sync: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=Tree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=SERVERS_SECONDS,
        )
        self.referee = referee
        self._limits = limits or Limits()
        self.trail = Trail(self, store, referee, clock, self._limits.serves)
        self.watch = Watch(self, store, self.trail.edits, self.trail.settle)
        self.channel_check = ChannelCheck(self, store)
        self.reposts = Reposts(self, store)
        self.pinboard = Pinboard(self, store, clock)
        self.trail.listeners.append(self.pinboard.changed)
        self.bell = Bell(self, store, clock)
        self.forms = Forms()
        self.privacy = Privacy(store)
        self._store = store
        self._clock = clock
        self._always_sync = always_sync
        self._noticing: set[asyncio.Task[None]] = set()
        self._leaving = False

    async def setup_hook(self) -> None:
        for cog in load_cogs():
            await cog.setup(self)
        await sync(self.tree, self._store, always=self._always_sync)

    def require(self, interaction: discord.Interaction[Client]) -> None:
        """Raise Refused where the limits or the permissions here forbid what is asked."""
        self._limits.require(interaction.guild_id or 0, interaction.user.id, self._clock())
        permissions.require(interaction)

    def proposes(self, interaction: discord.Interaction[Client]) -> bool:
        """Whether what is being typed may be looked up."""
        return self._limits.allows_proposals(interaction.guild_id or 0, interaction.user.id, self._clock())

    async def close(self) -> None:
        self._leaving = True
        if self._noticing:
            await asyncio.wait(self._noticing)
        await self.bell.stop()
        await self.pinboard.stop()
        await self.watch.drain()
        await self.trail.close()
        await super().close()

    async def on_ready(self) -> None:
        log.info("ready as %s", self.user)
        self.trail.catch_up()
        # Before the first wait, in which the client may be closed and the bell with it.
        self.bell.start()
        await self.pinboard.catch_up()

    async def on_resumed(self) -> None:
        self.trail.catch_up()

    async def on_raw_message_edit(self, event: discord.RawMessageUpdateEvent, /) -> None:
        await self._notice(self.watch.edited(event.message))

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent, /) -> None:
        await self._notice(self._deleted(event.channel_id, (event.message_id,)))

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent, /) -> None:
        await self._notice(self._deleted(event.channel_id, event.message_ids))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.trail.catch_up()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.trail.catch_up()

    async def on_interaction(self, interaction: discord.Interaction[Client]) -> None:
        try:
            await self.forms.take(interaction)
        except Exception as error:
            await tell_failure(interaction, error)

    async def on_message(self, message: discord.Message, /) -> None:
        """Plain messages are no commands."""

    async def _deleted(self, channel: int, messages: Collection[int]) -> None:
        await self.watch.deleted(channel, messages)
        await self.pinboard.deleted(messages)

    async def _notice(self, happening: Coroutine[None, None, None]) -> None:
        """What happens to messages; what happens once the client closes, /trail check finds."""
        if self._leaving:
            happening.close()
            return
        task = asyncio.create_task(happening, name="noticing what happens to messages")
        self._noticing.add(task)
        task.add_done_callback(self._noticing.discard)
        await task


@asynccontextmanager
async def at_the_press(interaction: discord.Interaction[Client]) -> AsyncIterator[Client]:
    """What a button does, unless limits or permissions forbid it; what fails is told to the presser."""
    try:
        interaction.client.require(interaction)
        yield interaction.client
    except Exception as error:
        await tell_failure(interaction, error)


async def tell_failure(interaction: discord.Interaction[Client], error: Exception) -> None:
    """A refusal in its own words; anything else is a fault, which the log tells whole."""
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
        log.info("interaction %d was delivered twice", interaction.id)
        return
    text = refusal_text(error)
    if not text:
        log.error("interaction %d failed", interaction.id, exc_info=error)
        text = "The referee failed at this; its log says why. What was entered stands in the channel."
    buttons = again_view(interaction.id) if isinstance(error, CalledAgain) else None
    try:
        await whisper(interaction, text, buttons)
    except discord.HTTPException as unsaid:
        log.info("interaction %d could not be answered: %s", interaction.id, unsaid)


def refusal_text(error: Exception) -> str:
    """A refusal for people; "" for what is none."""
    match error:
        case CalledAgain():
            return error.message
        case Refused():
            cite = f" ({error.cite})" if error.cite else ""
            return names.cut(f"Refused: {error.message}", REFUSAL_MOST, REFUSAL_MOST) + cite
        case Asks():
            return f"Refused: this needs {error.question.what} of {error.question.of}."
        case NotWritten():
            return f"Refused: {NOT_WRITTEN.format(error)}"
        case _:
            return ""
