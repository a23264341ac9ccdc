"""/privacy: one's own data given out, and the link between account and pseudonyms forgotten."""

from __future__ import annotations

import io
import re

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.channel.client import Client, at_the_press
from bot.channel.embeds import NO_PINGS, under
from bot.channel.whisper import whisper
from bot.words.wording import counted
from cogs.params import Interaction

FORGET_ID = r"v1:forget"
BEFORE = (
    "**What is erased**: the only place where I keep which pseudonyms are yours, in {games}. From then on I "
    "cannot tell who made your entries, nor can my host from my database. It cannot be taken back.\n"
    "**What remains**: the entries under your pseudonyms, with the ids of your interactions and of my posts, "
    "which Discord can link to you; my posts in the channels, those that mention you among them; the files "
    "that others exported, and backups made before. None of it can change without breaking the proof of the "
    "dice for everybody.\n"
    "**What follows**: if you enter something again, you get another pseudonym. `/privacy export` gives you "
    "what there is, before."
)
AFTER = "Forgotten, in {games}. I do not know any more which pseudonyms were yours."
NOTHING = "I keep no pseudonym of yours; there is nothing to forget."


class ForgetButton(ui.DynamicItem[ui.Button[ui.View]], template=FORGET_ID):
    """Forgets whoever presses it."""

    def __init__(self) -> None:
        super().__init__(
            ui.Button(label="Forget me", style=discord.ButtonStyle.danger, custom_id="v1:forget")
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> ForgetButton:
        return cls()

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        async with at_the_press(interaction) as client:
            count = await client.privacy.forget(interaction.user.id)
            text = AFTER.format(games=counted(count, "game")) if count else NOTHING
            await interaction.response.edit_message(content=text, view=None, allowed_mentions=NO_PINGS)


@app_commands.guild_only()
class PrivacyCog(commands.GroupCog, group_name="privacy", group_description="What I keep of you"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="All that I keep of you, as a file, to you alone")
    async def export(self, interaction: Interaction) -> None:
        parts = await self.client.privacy.data(interaction.user.id)
        text = (
            "All that I keep of you, one JSON object a line: your pseudonyms, and the entries that name them."
        )
        for place, part in enumerate(parts, 1):
            file = discord.File(io.BytesIO(part), f"privacy-{place}.jsonl")
            if place == 1:
                await interaction.response.send_message(text, file=file, ephemeral=True)
            else:
                await interaction.followup.send(file=file, ephemeral=True)

    @app_commands.command(description="Erase which pseudonyms are yours; it is explained before it is done")
    async def forget(self, interaction: Interaction) -> None:
        count = await self.client.privacy.games(interaction.user.id)
        if not count:
            await whisper(interaction, NOTHING)
            return
        await interaction.response.send_message(
            BEFORE.format(games=counted(count, "game")),
            view=under(ForgetButton()),
            ephemeral=True,
            allowed_mentions=NO_PINGS,
        )


async def setup(client: Client) -> None:
    client.add_dynamic_items(ForgetButton)
    await client.add_cog(PrivacyCog(client))
