"""Forms opened; what people send with them is taken by `bot.channel.forms`."""

from __future__ import annotations

import discord
from discord import ui

from bot.channel.client import tell_failure
from cogs.params import Interaction


async def open_form(interaction: Interaction, form: ui.Modal) -> None:
    """Open a form, once for an interaction that comes twice."""
    # The library keeps every form that has not ended until it is sent, and many are closed instead.
    form.stop()
    try:
        await interaction.response.send_modal(form)
    except discord.HTTPException as error:
        await tell_failure(interaction, error)
