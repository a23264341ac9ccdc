"""What the asker alone is told."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.channel.embeds import NO_PINGS


async def whisper(
    interaction: discord.Interaction,
    text: str,
    buttons: discord.ui.View | None = None,
    file: discord.File | None = None,
) -> None:
    """Say something to the asker alone. A second delivery of an interaction has been answered already."""
    shown = buttons or discord.utils.MISSING
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        await interaction.edit_original_response(
            content=text, allowed_mentions=NO_PINGS, view=buttons, attachments=[file] if file else []
        )
        return
    with suppress(discord.InteractionResponded):
        await interaction.response.send_message(
            text, ephemeral=True, allowed_mentions=NO_PINGS, view=shown, file=file or discord.utils.MISSING
        )
