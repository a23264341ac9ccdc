"""/trail: the seeds of a game, its ledger looked at, and its channel compared with it."""

from __future__ import annotations

import asyncio
import io
import re
from contextlib import suppress
from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.archive.export import Form, export_here
from bot.channel.client import Client, at_the_press
from bot.channel.embeds import COLOUR, CUT_ID, NO_PINGS, cut_id, embed, files, under
from bot.channel.freeze import footers
from bot.channel.search_id import FIND_ID, find_id, read_find_id
from bot.operations.epochs import cut, reveal
from bot.operations.lookup import due_here, game_here, require_part_in
from bot.operations.search import Listed, Wanted, find, kinds, page, show, unit_names
from bot.render import comparison, ledger
from bot.render.post import mentions, posts_of
from bot.store.search import Search
from bot.verify.comparison import Comparison
from bot.words.wording import counted
from cogs.answers import enter
from cogs.params import Choice, Day, Interaction, caller, choices

PROGRESS_SECONDS = 3
MESSAGES_MOST = 4
"""pages after the first above which they come as one file"""
REPOST_ID = r"v1:repost:(?P<game>[0-9]+)"


@app_commands.guild_only()
class TrailCog(commands.GroupCog, group_name="trail", group_description="The record of this channel's game"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Reveal the seed of the dice; each side cuts the next epoch")
    async def reveal(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), reveal())

    @app_commands.command(description="This channel's game as a file, for you alone")
    @app_commands.describe(what="the ledger for `referee verify`, the rolls as CSV, or plain text")
    async def export(
        self, interaction: Interaction, what: Literal["ledger", "rolls", "transcript"] = "ledger"
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.client.trail.settle()
        most = interaction.filesize_limit
        parts = await self.client.referee.look(caller(interaction), export_here(Form(what), most))
        for number, part in enumerate(parts, 1):
            await interaction.followup.send(
                f"File {number} of {len(parts)}; together, in this order, they are one export."
                if len(parts) > 1
                else "The whole game.",
                file=discord.File(io.BytesIO(part.data), part.name),
                ephemeral=True,
                allowed_mentions=NO_PINGS,
            )

    @app_commands.command(description="The newest entries of this channel's game, and the ones before them")
    async def last(self, interaction: Interaction) -> None:
        await self._list(interaction, Wanted())

    @app_commands.command(description="The entries that fit: of a unit, a player, a kind, between two days")
    @app_commands.describe(
        unit="by its name, also one that is gone",
        player="who entered it",
        kind="such as ruling, asked, roster; or what a ruling is called, such as 1MC",
        since="a day in UTC, such as 2026-01-31",
        until="a day in UTC, itself included",
    )
    async def find(
        self,
        interaction: Interaction,
        unit: str | None = None,
        player: discord.Member | None = None,
        kind: str | None = None,
        since: app_commands.Transform[str, Day] | None = None,
        until: app_commands.Transform[str, Day] | None = None,
    ) -> None:
        account = 0 if player is None else player.id
        await self._list(interaction, Wanted(unit, account, kind, since or "", until or ""))

    async def _list(self, interaction: Interaction, wanted: Wanted) -> None:
        found = await self.client.referee.look(caller(interaction), find(wanted))
        await interaction.response.send_message(
            embed=ledger_page(found, interaction),
            view=earlier(found) or discord.utils.MISSING,
            ephemeral=True,
            allowed_mentions=NO_PINGS,
        )

    @app_commands.command(description="One entry: its post, its dice by name, its hash, where it stands")
    @app_commands.describe(entry="its number, as its post shows it after the #")
    async def show(self, interaction: Interaction, entry: app_commands.Range[int, 1]) -> None:
        found = await self.client.referee.look(caller(interaction), show(entry))
        text, *texts = ledger.shown(found, interaction.guild_id or 0)
        post, *posts = posts_of(found.link, mentions(found.people))
        more = interaction.followup
        await interaction.response.send_message(
            text, embed=embed(post), files=files(post), ephemeral=True, allowed_mentions=NO_PINGS
        )
        for text in texts:
            await more.send(text, ephemeral=True, allowed_mentions=NO_PINGS)
        for post in posts:
            await more.send(
                post.line, embed=embed(post), files=files(post), ephemeral=True, allowed_mentions=NO_PINGS
            )

    @find.autocomplete("unit")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = await self.client.referee.look(caller(interaction), unit_names)
        return choices(name for name in dict.fromkeys(known) if typed.casefold() in name.casefold())

    @find.autocomplete("kind")
    async def kinds(self, interaction: Interaction, typed: str) -> list[Choice]:
        known = await self.client.referee.look(caller(interaction), kinds)
        return choices(kind for kind in known if kind.casefold().startswith(typed.casefold()))

    @app_commands.command(description="Compare this channel with the ledger: deleted, edited, imitated posts")
    async def check(self, interaction: Interaction) -> None:
        game = await self.client.referee.look(caller(interaction), lambda sitting: game_here(sitting).id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.client.trail.settle()

        shown = asyncio.get_running_loop().time()

        async def progress(so_far: Comparison) -> None:
            nonlocal shown
            if asyncio.get_running_loop().time() < shown + PROGRESS_SECONDS:
                return
            shown = asyncio.get_running_loop().time()
            with suppress(discord.HTTPException):
                await interaction.edit_original_response(content=comparison.progress(so_far))

        found = await self.client.channel_check.compare(game, interaction.id, progress)
        due = await self.client.referee.look(caller(interaction), due_here)
        first, *rest = comparison.pages(found, interaction.guild_id or 0, due)
        buttons = under(RepostButton(game)) if found.finished and found.missing else None
        await interaction.edit_original_response(content=first, view=buttons, allowed_mentions=NO_PINGS)
        if len(rest) > MESSAGES_MOST:
            whole = io.BytesIO("\n".join((first, *rest)).encode())
            await interaction.followup.send(file=discord.File(whole, "check.txt"), ephemeral=True)
            return
        for text in rest:
            await interaction.followup.send(text, ephemeral=True, allowed_mentions=NO_PINGS)


class CutButton(ui.DynamicItem[ui.Button[ui.View]], template=CUT_ID):
    """The cut of one seat, under the entry that opened the epoch."""

    def __init__(self, button: ui.Button[ui.View], game: int, seq: int, seat: int) -> None:
        super().__init__(button)
        self.game, self.seq, self.seat = game, seq, seat

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> CutButton:
        game, seq, seat = (int(match[k]) for k in ("game", "seq", "seat"))
        button: ui.Button[ui.View] = ui.Button(custom_id=cut_id(game, seq, seat))
        return cls(button, game, seq, seat)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        under = footers(interaction.message) if interaction.message else ()
        await enter(interaction, cut(self.game, self.seq, self.seat, under))


class RepostButton(ui.DynamicItem[ui.Button[ui.View]], template=REPOST_ID):
    """Sends again what the last comparison of a game missed."""

    def __init__(self, game: int) -> None:
        super().__init__(ui.Button(label="Post again what is missing", custom_id=f"v1:repost:{game}"))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> RepostButton:
        return cls(int(match["game"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with at_the_press(interaction) as client:
            await client.referee.look(caller(interaction), require_part_in(self.game))
            await interaction.response.defer(ephemeral=True, thinking=True)
            count = await client.reposts.make_due(self.game, interaction.id)
            posts = counted(count, "post follows", "posts follow")
            text = f"{posts}, each marked as posted again." if count else "Nothing is missing any more."
            await interaction.followup.send(text, ephemeral=True)
            await client.trail.post_due()


class EarlierButton(ui.DynamicItem[ui.Button[ui.View]], template=FIND_ID):
    """Turns the page of a list to the entries before."""

    def __init__(self, button: ui.Button[ui.View], game: int, before: int, search: Search) -> None:
        super().__init__(button)
        self.game, self.before, self.search = game, before, search

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> EarlierButton:
        return cls(ui.Button(custom_id=match[0]), *read_find_id(match))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with at_the_press(interaction) as client:
            view = page(self.game, self.search, self.before)
            found = await client.referee.look(caller(interaction), view)
            await interaction.response.edit_message(
                embed=ledger_page(found, interaction), view=earlier(found), allowed_mentions=NO_PINGS
            )


def ledger_page(found: Listed, interaction: Interaction) -> discord.Embed:
    """The page of a list, which holds links to posts."""
    return discord.Embed(description=ledger.listed(found, interaction.guild_id or 0), colour=COLOUR)


def earlier(found: Listed) -> ui.View | None:
    """The button to the next page, where there is one."""
    custom_id = find_id(found.game, found.links[-1].entry.seq, found.search) if found.more else ""
    if not custom_id:
        return None
    return under(ui.Button(label="Earlier", custom_id=custom_id))


async def setup(client: Client) -> None:
    client.add_dynamic_items(CutButton, RepostButton, EarlierButton)
    await client.add_cog(TrailCog(client))
