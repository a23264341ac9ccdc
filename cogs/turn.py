"""/turn: on to the next phase, with what ends on the way."""

from __future__ import annotations

from typing import Annotated

from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.operations.turns import MOST_TURNS, Onward, move_on
from cogs.params import Choice, Interaction, Phases, caller, listed
from cogs.proposals import sides_of_game, units_of_game
from rules.asl.phase import Phase


class TurnCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="On to the next phase; takes off DM and pins and tells who may rally")
    @app_commands.guild_only()
    @app_commands.describe(
        phase="the next one, if not said",
        side="whose Player Turn it is; said once, where play begins",
        turn="the Game Turn; said once, where play begins, 1 if not said",
        keep="units that stay DM at the end of the Rally Phase: names or numbers, with commas between",
    )
    async def turn(
        self,
        interaction: Interaction,
        phase: Annotated[Phase | None, Phases] = None,
        side: str | None = None,
        turn: app_commands.Range[int, 1, MOST_TURNS] | None = None,
        keep: str | None = None,
    ) -> None:
        onward = Onward(phase, side, turn, listed(keep))
        await self.client.trail.enter(interaction, caller(interaction), move_on(onward))

    @turn.autocomplete("keep")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @turn.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(TurnCog(client))
