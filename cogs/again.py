"""The button of who calls a second time what he has just called, and means it."""

from __future__ import annotations

import re

import discord
from discord import ui
from msgspec.structs import replace

from bot.channel.client import Client, at_the_press
from bot.channel.embeds import AGAIN_ID, again_id
from cogs.params import Interaction


class AgainButton(ui.DynamicItem[ui.Button[ui.View]], template=AGAIN_ID):
    """Enters the call that was held back, under the id of this press."""

    def __init__(self, request: str) -> None:
        super().__init__(ui.Button(custom_id=again_id(request)))
        self.request = request

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> AgainButton:
        return cls(match["request"])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with at_the_press(interaction) as client:
            caller, operation = client.trail.held_calls.take(self.request, interaction.user.id)
            meant = replace(caller, request=str(interaction.id), again=True)
            await client.trail.enter(interaction, meant, operation)


async def setup(client: Client) -> None:
    client.add_dynamic_items(AgainButton)
