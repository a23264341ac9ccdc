"""A roster pasted into a form or sent as a file."""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from discord import ui

from bot.channel.client import Client
from bot.operations.pasting import MOST_BYTES, paste_units
from bot.play.game import Game
from bot.play.notation import BadLines
from cogs.bad_lines import tell_bad_lines
from cogs.params import Interaction, caller
from rules.refusal import Refused

FORM_ID = r"v1:paste:(?P<seat>[0-9]+)"
FORM_MOST = 4000
"""characters that a field of a form takes"""
EXAMPLE = "3x 4-6-7 @G5\n8-1 Lt. Schmidt @G5 wounded\nH5: 2-3-7 HS, 9-1"


class PasteForm(ui.Modal, title="Units, a line each"):
    """Its text is taken by `filled`."""

    lines: ui.TextInput[ui.View] = ui.TextInput(
        label="Units",
        style=discord.TextStyle.paragraph,
        placeholder=EXAMPLE,
        max_length=FORM_MOST,
        custom_id="lines",
    )
    location: ui.TextInput[ui.View] = ui.TextInput(
        label="Location of lines that name none", required=False, max_length=100, custom_id="location"
    )

    def __init__(self, seat: int, location: str) -> None:
        super().__init__(custom_id=f"v1:paste:{seat}")
        self.location.default = location[:100] or None


async def filled(interaction: Interaction, form: re.Match[str], typed: Mapping[str, str]) -> None:
    """Enter the units of a form. Raises Refused."""
    interaction.client.require(interaction)
    side = await interaction.client.referee.look(
        caller(interaction), lambda sitting: side_of(sitting.game, int(form["seat"]))
    )
    text = typed.get("lines", "")
    await pasted(interaction, text, side, typed.get("location") or None, form=text)


def side_of(game: Game, seat: int) -> str | None:
    """The name of the side that a form was opened for."""
    return next((held.side.name for held in game.seats if held.number == seat), None)


async def pasted(
    interaction: Interaction, text: str, side: str | None, location: str | None, form: str = ""
) -> None:
    """Enter the units of a text; every line that is wrong is said to the asker alone, who gets back what
    stood in a form.
    """
    trail = interaction.client.trail
    try:
        await trail.enter(interaction, caller(interaction), paste_units(text, side, location))
    except BadLines as bad:
        await tell_bad_lines(interaction, bad, form)


async def text_of(file: discord.Attachment) -> str:
    """The text of a file of at most 1 MB. Raises Refused `too_long`, `no_text` or `file_gone`."""
    if file.size > MOST_BYTES:
        raise Refused("too_long", f"The file has {file.size} bytes; 1 MB is the most.")
    try:
        return (await file.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("no_text", "The file is no UTF-8 text; save it as plain text, UTF-8.") from None
    except discord.HTTPException as error:
        told = f"Discord does not give the file ({error.status}); attach it again."
        raise Refused("file_gone", told) from error


async def setup(client: Client) -> None:
    client.forms.add(FORM_ID, filled)
