"""The buttons of a question, which work as long as it is open."""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from discord import ui

from bot.channel.client import Client, at_the_press
from bot.channel.embeds import ANSWER_ID, answer_id
from bot.operations.answering import answer, choose
from bot.play.sitting import Operation
from cogs.forms import open_form
from cogs.params import Interaction, caller, typed_dice

TYPED = -1


class AnswerButton(ui.DynamicItem[ui.Button[ui.View]], template=ANSWER_ID):
    """An answer, by its place among those the question allows; -1 opens a form for dice."""

    def __init__(self, button: ui.Button[ui.View], game: int, seq: int, choice: int) -> None:
        super().__init__(button)
        self.game, self.seq, self.choice = game, seq, choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> AnswerButton:
        button: ui.Button[ui.View] = ui.Button(
            custom_id=answer_id(*(int(match[k]) for k in ("game", "seq", "choice")))
        )
        return cls(button, int(match["game"]), int(match["seq"]), int(match["choice"]))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        if self.choice == TYPED:
            await open_form(interaction, DiceForm(self.game, self.seq))
            return
        await enter(interaction, choose(self.game, self.seq, self.choice))


class DiceForm(ui.Modal, title="Dice rolled elsewhere"):
    """Its answer is taken by `dice_typed`."""

    faces: ui.TextInput[ui.View] = ui.TextInput(
        label="In the order thrown", placeholder="5,6", max_length=200
    )

    def __init__(self, game: int, seq: int) -> None:
        super().__init__(custom_id=answer_id(game, seq, TYPED))


async def dice_typed(interaction: Interaction, form: re.Match[str], typed: Mapping[str, str]) -> None:
    """Answer with the dice of a form. Raises Refused `bad_dice`."""
    faces = typed_dice(" ".join(typed.values()))
    await enter(interaction, answer(int(form["game"]), int(form["seq"]), faces))


async def enter(interaction: Interaction, operation: Operation) -> None:
    """Enter an answer and tell it."""
    async with at_the_press(interaction) as client:
        await client.trail.enter(interaction, caller(interaction), operation)


async def setup(client: Client) -> None:
    client.add_dynamic_items(AnswerButton)
    client.forms.add(ANSWER_ID, dice_typed)
