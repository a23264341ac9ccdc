"""/mc: what the IFT asks of the units in a location."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.operations.morale import Attack, morale_check
from cogs.params import Choice, Dice, Interaction, caller, listed, options_said
from cogs.proposals import places_of_game, sides_of_game, units_of_game

RESULTS = Literal[
    "NMC",
    "1MC",
    "2MC",
    "3MC",
    "4MC",
    "PTC",
    "K/1",
    "K/2",
    "K/3",
    "K/4",
    "1KIA",
    "2KIA",
    "3KIA",
    "4KIA",
    "5KIA",
    "6KIA",
    "7KIA",
]


class MoraleCheckCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="A morale check of everybody in a location, or of units named")
    @app_commands.guild_only()
    @app_commands.describe(
        result="what the IFT gives",
        location="everybody of one side there checks",
        units="or only these: names or numbers, with commas between",
        side="whose, where both are there",
        known_enemy_in_los="asked if it matters and is not said",
        adjacent_enemy="asked if it matters and is not said",
        harden="may the owner's units take Battle Hardening?",
        dice="rolled elsewhere, in the order asked: 2,3 5,6",
    )
    async def mc(
        self,
        interaction: Interaction,
        result: RESULTS,
        location: str | None = None,
        units: str | None = None,
        side: str | None = None,
        known_enemy_in_los: bool | None = None,
        adjacent_enemy: bool | None = None,
        harden: Literal["accept", "refuse", "ask"] = "accept",
        dice: app_commands.Transform[tuple[int, ...], Dice] | None = None,
    ) -> None:
        attack = Attack(
            result=result,
            location=location,
            units=listed(units),
            side=side,
            facts=options_said(known_enemy_in_los=known_enemy_in_los, adjacent_enemy=adjacent_enemy),
            harden=harden,
            typed=dice,
        )
        await self.client.trail.enter(interaction, caller(interaction), morale_check(attack))

    @mc.autocomplete("location")
    async def locations(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await places_of_game(interaction, typed)

    @mc.autocomplete("units")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @mc.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(MoraleCheckCog(client))
