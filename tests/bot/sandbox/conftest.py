"""A sandbox with a small stock bot in it, driven through the keyboard over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.sandbox.contract import Contract
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox


class Toggle(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"v1:toggle:(?P<n>\d+)"):
    """A button that outlives the process: what it does stands in its custom_id."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Toggle {n}", custom_id=f"v1:toggle:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any) -> Toggle:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Toggle(self.n + 1))
        await interaction.response.edit_message(content=f"toggled {self.n}", view=view)


class Picker(discord.ui.Select[discord.ui.View]):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Squad {n}", value=f"s{n}") for n in range(1, 4)]
        super().__init__(placeholder="Choose squads", min_values=1, max_values=2, options=options)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"picked {','.join(self.values)}", ephemeral=True)


class Form(discord.ui.Modal, title="Losses"):
    taken = discord.ui.TextInput[Any](label="Taken", max_length=3)
    remark = discord.ui.TextInput[Any](label="Remark", required=False)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"{self.taken.value} taken, {self.remark.value or 'no remark'}"
        )


class StockBot(discord.Client):
    """An unpatched client; `heard` gathers the plain messages it hears of."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.heard: asyncio.Queue[discord.Message] = asyncio.Queue()
        self.events: asyncio.Queue[str] = asyncio.Queue()
        self.received: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.errors: list[Exception] = []
        self.failed = asyncio.Event()
        self.begun = asyncio.Event()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Toggle)
        add_commands(self.tree)
        await self.tree.sync()

        @self.tree.error
        async def note(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
            self.errors.append(error.__cause__ if isinstance(error.__cause__, Exception) else error)
            self.failed.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that the library waits before it identifies itself again."""

    async def on_ready(self) -> None:
        if not any(guild.unavailable for guild in self.guilds):
            self.begun.set()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A slow line brings the server only after the client calls itself ready."""
        if self.is_ready():
            self.begun.set()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.put_nowait(message)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.received.put_nowait(interaction)

    async def on_resumed(self) -> None:
        self.events.put_nowait("resumed")


def add_commands(tree: app_commands.CommandTree[StockBot]) -> None:
    @tree.command(description="Says what it was given")
    async def echo(
        interaction: discord.Interaction,
        words: str,
        times: app_commands.Range[int, 1, 5] = 1,
        loud: bool = False,
        ratio: float = 0.5,
        who: discord.Member | None = None,
        where: discord.TextChannel | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        read = (await file.read()).decode() if file else ""
        said = " ".join([words.upper() if loud else words] * times)
        place = where.name if where else "-"
        person = who.display_name if who else "-"
        await interaction.response.send_message(f"{said} {ratio} {person} {place} {read}".strip())

    @tree.command(description="Tells whose the roles are")
    async def worn(
        interaction: discord.Interaction,
        role: discord.Role | None = None,
        whom: discord.Member | discord.Role | None = None,
    ) -> None:
        asker = interaction.user
        worn = [each.name for each in asker.roles[1:]] if isinstance(asker, discord.Member) else []
        has = isinstance(asker, discord.Member) and role in asker.roles
        named = type(whom).__name__
        await interaction.response.send_message(f"{role.mention if role else '-'} {has} {worn} {named}")

    @tree.command(description="Answers to the asker alone")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("for your eyes", ephemeral=True)

    @tree.command(description="Thinks first")
    async def think(interaction: discord.Interaction, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret, thinking=True)
        await interaction.followup.send("thought")
        await interaction.followup.send("and more")

    @tree.command(description="Edits and deletes its own answer")
    async def change(interaction: discord.Interaction, delete: bool = False) -> None:
        await interaction.response.send_message("first")
        await interaction.edit_original_response(content="second")
        if delete:
            await interaction.delete_original_response()

    @tree.command(description="Buttons and a list")
    async def parts(interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Toggle(1))
        view.add_item(Picker())
        await interaction.response.send_message("parts", view=view)

    @tree.command(description="A form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @tree.command(description="An embed with a file")
    async def report(interaction: discord.Interaction) -> None:
        embed = discord.Embed(title="Report", description="**Bold** news", color=0x336699)
        embed.add_field(name="2nd SS", value="broken\n```\n8-3-8  x2\n```")
        embed.set_footer(text="#7")
        file = discord.File(io.BytesIO(b"8-3-8"), filename="the report.txt")
        await interaction.response.send_message("one line", embed=embed, file=file)

    @tree.command(description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        return None

    game = app_commands.Group(name="game", description="Games")

    @game.command(name="new", description="A game")
    async def game_new(interaction: discord.Interaction, module: str, elr: int) -> None:
        await interaction.response.send_message(f"game of {module}, ELR {elr}")

    @game_new.autocomplete("module")
    async def modules(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = ["A Bridge Too Far", "Beyond Valor", "Yanks"]
        return [app_commands.Choice(name=n, value=n[:4]) for n in names if current.lower() in n.lower()]

    tree.add_command(game)

    @tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}")


@dataclass
class Table:
    """The keyboard, as a person's program holds it, and the bot at the other end."""

    sandbox: Sandbox
    bot: StockBot
    session: aiohttp.ClientSession

    async def post(self, word: str, **body: Any) -> Any:
        """The outcome; a 400 is an AssertionError."""
        async with self.session.post(f"{self.sandbox.keyboard}/{word}", json=body) as response:
            answer = await response.json()
        assert response.status == 200, answer
        return answer

    async def wrong(self, word: str, **body: Any) -> str:
        """The sentence of the 400 that is expected."""
        async with self.session.post(f"{self.sandbox.keyboard}/{word}", json=body) as response:
            answer = await response.json()
        assert response.status == 400, answer
        assert isinstance(answer["error"], str)
        return answer["error"]

    async def type(self, line: str) -> Any:
        return await self.post("line", line=line)

    async def said(self, line: str) -> list[str]:
        """The contents of the posts that answer the line."""
        return [post["content"] for post in (await self.type(line))["posts"]]

    async def get(self, path: str, **query: str) -> Any:
        async with self.session.get(f"{self.sandbox.keyboard}{path}", params=query) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def api(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A call as a client makes it that checks nothing itself."""
        headers = {"Authorization": f"Bot {self.sandbox.token}"}
        url = f"{self.sandbox.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, headers=headers) as response:
            assert response.content_type == "application/json" or response.status == 204
            return response.status, await response.json() if response.status != 204 else None

    def channel(self, name: str = "table") -> discord.TextChannel | discord.Thread:
        """The bot's view of a channel."""
        guild = self.bot.guilds[0]
        found = next(c for c in [*guild.text_channels, *guild.threads] if c.name == name)
        assert isinstance(found, discord.TextChannel | discord.Thread)
        return found


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox, bot: StockBot) -> AsyncIterator[None]:
    """The bot from login to a clean close."""
    point_discord_at(sandbox.url)
    async with bot:
        task = asyncio.create_task(bot.start(sandbox.token))
        begun = asyncio.create_task(bot.begun.wait())
        await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            begun.cancel()
            await task
        yield
        await bot.close()
        await task


SPECIFICATION = Path(__file__).parents[4] / "shared/discord/openapi.json"


@pytest.fixture(scope="session")
def specification() -> Contract | None:
    """None where Discord's specification is not beside the project."""
    return Contract.load(SPECIFICATION) if SPECIFICATION.exists() else None


MakeTable = Callable[..., Awaitable[Table]]


@pytest.fixture
async def make_table(specification: Contract | None) -> AsyncIterator[MakeTable]:
    """Every call of every table is held against the specification."""
    if specification is not None:
        specification.violations.clear()
    async with contextlib.AsyncExitStack() as stack:

        async def make(**settings: Any) -> Table:
            observe = specification.observe if specification else None
            sandbox = await stack.enter_async_context(Sandbox(observe=observe, **settings))
            session = await stack.enter_async_context(aiohttp.ClientSession())
            bot = StockBot()
            await stack.enter_async_context(running(sandbox, bot))
            return Table(sandbox, bot, session)

        yield make
    if specification is not None:
        specification.check()


@pytest.fixture
async def table(make_table: MakeTable) -> Table:
    return await make_table()
