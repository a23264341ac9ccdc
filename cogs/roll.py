"""/roll, /dr and /select: dice for a side of the channel's game outside any ruling."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.events.dice import Category
from bot.operations.dr import MOST_HEROES, Thrown, roll_dr
from bot.operations.rolling import read_dice, roll
from bot.operations.selecting import random_selection
from bot.operations.targets import Target, leaders_proposed
from cogs.params import Choice, Dice, Interaction, caller, choices, listed
from cogs.proposals import places_of_game, sides_of_game, units_of_game

MOST_SELECTED = 50


class RollCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Free dice for your side, such as 3d6+1; at most 100")
    @app_commands.guild_only()
    @app_commands.describe(
        dice="3d6, d10, 2d6+1",
        purpose="what they are for",
        side="needed only if you hold both",
        entered="faces rolled elsewhere, in their order; the other side agrees to them",
    )
    async def roll(
        self,
        interaction: Interaction,
        dice: str,
        purpose: str | None = None,
        side: str | None = None,
        entered: app_commands.Transform[tuple[int, ...], Dice] | None = None,
    ) -> None:
        operation = roll(read_dice(dice), purpose, side, entered)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="A DR for your side, the coloured die first; or a dr")
    @app_commands.guild_only()
    @app_commands.describe(
        purpose="IFT, TH, TK, MC, TC, CC, Rally, or what else it is for",
        dice="2 for a DR, 1 for a dr",
        drm="each with its sign and name: +2 stone building, -1 FFMO",
        leader="who directs: a leader on the roster, or a counter such as 9-1",
        heroes="how many heroes add their DRM (IFT and CC)",
        side="needed only if you hold both",
        entered="faces rolled elsewhere, coloured before white; the other side agrees to them",
    )
    async def dr(
        self,
        interaction: Interaction,
        purpose: str | None = None,
        dice: Literal[1, 2] = 2,
        drm: str | None = None,
        leader: str | None = None,
        heroes: app_commands.Range[int, 0, MOST_HEROES] = 0,
        side: str | None = None,
        entered: app_commands.Transform[tuple[int, ...], Dice] | None = None,
    ) -> None:
        thrown = Thrown(purpose, dice, drm or "", leader, heroes, side, entered)
        await self.client.trail.enter(interaction, caller(interaction), roll_dr(thrown))

    @app_commands.command(description="Random Selection: a die each, the highest are taken, ties and all")
    @app_commands.guild_only()
    @app_commands.describe(
        units="names or numbers, with commas between",
        location="or everybody of one side there",
        number="how many are to be taken",
        side="whose, where both are there",
        dice="rolled elsewhere, one for each in the order of the stack",
    )
    async def select(
        self,
        interaction: Interaction,
        units: str | None = None,
        location: str | None = None,
        number: app_commands.Range[int, 1, MOST_SELECTED] = 1,
        side: str | None = None,
        dice: app_commands.Transform[tuple[int, ...], Dice] | None = None,
    ) -> None:
        target = Target(location, listed(units), side)
        await self.client.trail.enter(
            interaction, caller(interaction), random_selection(target, number, dice)
        )

    @dr.autocomplete("purpose")
    async def purposes(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(category for category in Category if category.casefold().startswith(typed.casefold()))

    @dr.autocomplete("leader")
    async def leaders(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed, leaders_proposed)

    @select.autocomplete("location")
    async def places(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await places_of_game(interaction, typed)

    @select.autocomplete("units")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @roll.autocomplete("side")
    @dr.autocomplete("side")
    @select.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(RollCog(client))
