"""/roster: entering units, and looking at them."""

from __future__ import annotations

from typing import Annotated

from discord import app_commands
from discord.ext import commands

from bot.catalogue import matching
from bot.client import Client
from bot.operations.roster import MOST_AT_ONCE, Recruits, add_units, fielded, roster
from bot.render.roster import pages
from cogs.game import sides_of_game
from cogs.params import Choice, Flags, Interaction, caller, choices


@app_commands.guild_only()
class RosterCog(commands.GroupCog, group_name="roster", group_description="The units of this channel's game"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Enter units on the roster of your side")
    @app_commands.describe(
        counter="such as 4-6-7, 9-1, 2-4-7 half_squad",
        location="such as G5, or G5/1",
        number="how many alike",
        name="of one unit, or what several are numbered after",
        flags="such as: broken dm",
        side="needed only if you hold both",
    )
    async def add(
        self,
        interaction: Interaction,
        counter: str,
        location: str,
        number: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        name: str | None = None,
        flags: Annotated[tuple[str, ...] | None, Flags] = None,
        side: str | None = None,
    ) -> None:
        recruits = Recruits(side, counter, flags or (), number, name, location)
        await self.client.trail.enter(interaction, caller(interaction), add_units(recruits))

    @app_commands.command(description="Who stands where, and in what state")
    @app_commands.describe(side="one side alone", location="one location alone, such as G5")
    async def show(
        self, interaction: Interaction, side: str | None = None, location: str | None = None
    ) -> None:
        view = await self.client.referee.look(caller(interaction), roster(side, location))
        await self.client.trail.whisper_pages(interaction, pages(view))

    @add.autocomplete("counter")
    async def counters(self, interaction: Interaction, typed: str) -> list[Choice]:
        side = getattr(interaction.namespace, "side", None)
        known = await self.client.referee.look(caller(interaction), lambda sitting: fielded(sitting, side))
        return choices(" ".join(found.words) for found in matching(typed, known))

    @add.autocomplete("side")
    @show.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(await sides_of_game(interaction, typed))


async def setup(client: Client) -> None:
    await client.add_cog(RosterCog(client))
