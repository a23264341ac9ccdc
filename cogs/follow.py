"""The buttons of what follows a ruling, and the forms that two of them open."""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from discord import ui
from msgspec.structs import replace

from bot.channel.client import Client, at_the_press
from bot.channel.embeds import FOLLOW_ID, follow_id
from bot.operations.follow_ups import Verb
from bot.operations.pressing import press
from bot.words.names import place
from cogs.forms import open_form
from cogs.params import Interaction, caller

FORMS = {
    Verb.NEXT: ("The same attack on another location", "Location", "G6", True),
    Verb.CHARGE: (
        "Known enemies in LOS",
        "With their hexes; empty for none",
        "4-4-7 A 3, 9-1 5 concealed",
        False,
    ),
}
"""title, label and example of a form, and whether something must be written"""


class FollowButton(ui.DynamicItem[ui.Button[ui.View]], template=FOLLOW_ID):
    """A ruling that follows another, which it names; it works as long as the game is open."""

    def __init__(self, button: ui.Button[ui.View], verb: Verb, game: int, seq: int, choice: int) -> None:
        super().__init__(button)
        self.verb, self.game, self.seq, self.choice = verb, game, seq, choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> FollowButton:
        pressed = read(match)
        return cls(ui.Button(custom_id=follow_id(*pressed)), *pressed)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        pressed = (self.verb, self.game, self.seq, self.choice)
        if self.verb in FORMS:
            await open_form(interaction, Form(*pressed))
        else:
            await follow(interaction, *pressed)


class Form(ui.Modal):
    """Its answer is taken by `written`."""

    def __init__(self, verb: Verb, game: int, seq: int, choice: int) -> None:
        title, label, example, required = FORMS[verb]
        super().__init__(title=title, custom_id=follow_id(verb, game, seq, choice))
        self.add_item(ui.TextInput(label=label, placeholder=example, required=required, max_length=400))


async def written(interaction: Interaction, form: re.Match[str], typed: Mapping[str, str]) -> None:
    """Enter what follows by a form."""
    await follow(interaction, *read(form), " ".join(typed.values()))


def read(match: re.Match[str]) -> tuple[Verb, int, int, int]:
    """What a custom id asks for: verb, game, entry, choice."""
    return Verb(match["verb"]), int(match["game"]), int(match["seq"]), int(match["choice"])


async def follow(
    interaction: Interaction, verb: Verb, game: int, seq: int, choice: int, text: str = ""
) -> None:
    """Enter what follows and tell it; what was written into a form is part of what was asked."""
    async with at_the_press(interaction) as client:
        asker = caller(interaction)
        if verb is Verb.NEXT:
            text = place(text)
            asker = replace(asker, command=f"{asker.command} {text}")
        await client.trail.enter(interaction, asker, press(verb, game, seq, choice, text))


async def setup(client: Client) -> None:
    client.add_dynamic_items(FollowButton)
    client.forms.add(FOLLOW_ID, written)
