"""/trail: the seeds of a game, its ledger looked at, and its channel compared with it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import Client, tell_failure
from bot.comparison import Comparison
from bot.embeds import CUT_ID, NO_PINGS, cut_id
from bot.operations.epochs import cut, reveal
from bot.operations.lookup import due_here, game_here, require_part_in
from bot.render import comparison
from cogs.answers import enter
from cogs.params import Interaction, caller

PROGRESS_SECONDS = 3
REPOST_ID = r"v1:repost:(?P<game>[0-9]+)"


@app_commands.guild_only()
class TrailCog(commands.GroupCog, group_name="trail", group_description="The record of this channel's game"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Reveal the seed of the dice; each side cuts the next epoch")
    async def reveal(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), reveal())

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
        buttons = ui.View(timeout=None)
        if found.finished and found.missing:
            buttons.add_item(RepostButton(game))
        await interaction.edit_original_response(content=first, view=buttons, allowed_mentions=NO_PINGS)
        for page in rest:
            await interaction.followup.send(page, ephemeral=True, allowed_mentions=NO_PINGS)


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
        await enter(interaction, cut(self.game, self.seq, self.seat))


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
        client = interaction.client
        try:
            client.require(interaction)
            await client.referee.look(caller(interaction), require_part_in(self.game))
            await interaction.response.defer(ephemeral=True, thinking=True)
            count = await client.reposts.make_due(self.game, interaction.id)
        except Exception as error:
            await tell_failure(interaction, error)
            return
        posts = "1 post follows" if count == 1 else f"{count} posts follow"
        text = f"{posts}, each marked as posted again." if count else "Nothing is missing any more."
        await interaction.followup.send(text, ephemeral=True)
        await client.trail.post_due()


async def setup(client: Client) -> None:
    client.add_dynamic_items(CutButton, RepostButton)
    await client.add_cog(TrailCog(client))
