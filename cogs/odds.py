"""/odds: how a ruling can end, before its dice."""

from __future__ import annotations

import asyncio
import io
from typing import Annotated

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.operations.odds import ASKABLE, OddsAsked, chances, prepared
from bot.operations.single import Attempt
from bot.operations.targets import Target
from bot.render.odds import exactly, narrow
from bot.render.pages import paged
from bot.words import names
from cogs.params import Choice, Interaction, caller, choices, listed, options_said
from cogs.proposals import places_of_game, sides_of_game, units_of_game
from cogs.unit import Terrain
from rules.refusal import Refused

FILE = "odds.txt"
"""every end with its exact chance, where a phone has no room for them"""


class Rulings(app_commands.Transformer):
    """A result of the IFT or another ruling that rolls dice."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> str:
        if value not in ASKABLE:
            raise Refused(
                "unknown_ruling", f"{names.spoken(value)} has no odds; there are {', '.join(ASKABLE)}."
            )
        return value

    async def autocomplete(self, interaction: discord.Interaction, value: str | float, /) -> list[Choice]:
        return choices(ruling for ruling in ASKABLE if ruling.casefold().startswith(str(value).casefold()))


class OddsCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="How a ruling can end, with exact chances; for you alone, no die falls")
    @app_commands.guild_only()
    @app_commands.describe(
        ruling="a result of the IFT, rally, hob, wound, break, ammo, fpf, or remo in a campaign",
        location="everybody of one side there; at most six units",
        units="or only these: names or numbers, with commas between",
        side="whose, where both are there",
        leader="who leads a rally",
        terrain="where a rally is easier",
        first_mmc="a rally that is the first MMC attempt of its side",
        known_enemy_in_los="an open question, if not said",
        adjacent_enemy="an open question, if not said",
    )
    async def odds(
        self,
        interaction: Interaction,
        ruling: Annotated[str, Rulings],
        location: str | None = None,
        units: str | None = None,
        side: str | None = None,
        leader: str | None = None,
        terrain: Terrain | None = None,
        first_mmc: bool = False,
        known_enemy_in_los: bool | None = None,
        adjacent_enemy: bool | None = None,
    ) -> None:
        asked = OddsAsked(
            ruling,
            Target(location, listed(units), side),
            Attempt(leader, terrain, first_mmc),
            options_said(known_enemy_in_los=known_enemy_in_los, adjacent_enemy=adjacent_enemy),
        )
        found = await self.client.referee.look(caller(interaction), prepared(asked))
        # Up to six units can take longer than Discord waits for an answer.
        await interaction.response.defer(ephemeral=True)
        answer = await asyncio.to_thread(chances, found)
        lines = (found.title, *narrow(answer, found.names))
        exact = (found.title, *exactly(answer, found.names))
        data = io.BytesIO("\n".join((*exact, "")).encode())
        file = discord.File(data, FILE) if set(exact) - set(lines) else None
        await self.client.trail.whisper_pages(interaction, paged(map(names.fenced, lines)), file)

    @odds.autocomplete("location")
    async def places(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await places_of_game(interaction, typed)

    @odds.autocomplete("units")
    @odds.autocomplete("leader")
    async def proposed(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @odds.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(OddsCog(client))
