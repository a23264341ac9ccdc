"""Forms to paste into: orders and losses, a line each."""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from discord import ui

from bot.channel.client import Client
from bot.operations.battles import enter_losses
from bot.operations.orders import seal_orders
from bot.operations.understanding import understood
from bot.play.notation import BadLines
from bot.render.orders import sealed_pages
from cogs.bad_lines import tell_bad_lines
from cogs.params import Interaction, caller, said

FORM_ID = r"v1:campaign:(?P<what>orders|losses)"
FORM_MOST = 4000
"""characters that a field of a form takes"""


class OrdersForm(ui.Modal, title="Orders, a line each"):
    """Its text is taken by `filled`."""

    lines: ui.TextInput[ui.View] = ui.TextInput(
        label="Sealed until Movement",
        style=discord.TextStyle.paragraph,
        placeholder="GR 283 DEF\nconsolidate GR 283 + GR 284\nnight 96. Infanterie D4",
        max_length=FORM_MOST,
        custom_id="lines",
    )

    def __init__(self) -> None:
        super().__init__(custom_id="v1:campaign:orders")


class LossesForm(ui.Modal, title="SP lost, a line an RSU"):
    """Its text is taken by `filled`."""

    lines: ui.TextInput[ui.View] = ui.TextInput(
        label="By kind",
        style=discord.TextStyle.paragraph,
        placeholder="GR 283: leg 30, heavy 5\nGR 284: leg 10",
        max_length=FORM_MOST,
        custom_id="lines",
    )
    reason: ui.TextInput[ui.View] = ui.TextInput(
        label="What they were lost in", required=False, max_length=300, custom_id="reason"
    )

    def __init__(self) -> None:
        super().__init__(custom_id="v1:campaign:losses")


async def filled(interaction: Interaction, form: re.Match[str], typed: Mapping[str, str]) -> None:
    """Enter what stood in a form. Raises Refused."""
    interaction.client.require(interaction)
    text = typed.get("lines", "")
    if form["what"] == "orders":
        await sealed(interaction, text, form=text)
    else:
        await lost(interaction, text, said(typed.get("reason", "")), form=text)


async def sealed(interaction: Interaction, text: str, form: str = "") -> None:
    """Seal orders; their sender alone is answered, with every line that is wrong and what stood in a form."""
    trail = interaction.client.trail
    try:
        seen = await interaction.client.referee.look(caller(interaction), understood(text))
        await trail.enter_sealed(interaction, caller(interaction), seal_orders(text), sealed_pages(seen))
    except BadLines as bad:
        await tell_bad_lines(interaction, bad, form)


async def lost(interaction: Interaction, text: str, reason: str, form: str = "") -> None:
    """Enter losses; every line that is wrong is said to the asker alone, and what stood in a form."""
    trail = interaction.client.trail
    try:
        await trail.enter(interaction, caller(interaction), enter_losses(text, reason))
    except BadLines as bad:
        await tell_bad_lines(interaction, bad, form)


async def setup(client: Client) -> None:
    client.forms.add(FORM_ID, filled)
