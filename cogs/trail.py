"""/trail: the seed of an epoch and the cuts of the next."""

from __future__ import annotations

import re

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import Client
from bot.embeds import CUT_ID, cut_id
from bot.operations.epochs import cut, reveal
from cogs.answers import enter
from cogs.params import Interaction, caller


@app_commands.guild_only()
class TrailCog(commands.GroupCog, group_name="trail", group_description="The record of this channel's game"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Reveal the seed of the dice; each side cuts the next epoch")
    async def reveal(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), reveal())


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


async def setup(client: Client) -> None:
    client.add_dynamic_items(CutButton)
    await client.add_cog(TrailCog(client))
