"""/roll and /dr: free rolls for a side of the channel's game."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.client import Client
from bot.operations.rolling import read_dice, roll, roll_dr
from cogs.params import Interaction, caller


class RollCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Free dice for your side, such as 3d6+1; at most 100")
    @app_commands.guild_only()
    @app_commands.describe(dice="3d6, d10, 2d6+1", purpose="what they are for")
    async def roll(self, interaction: Interaction, dice: str, purpose: str | None = None) -> None:
        await self.client.trail.enter(interaction, caller(interaction), roll(read_dice(dice), purpose))

    @app_commands.command(description="A free DR for your side: the coloured die, then the white one")
    @app_commands.guild_only()
    @app_commands.describe(purpose="what it is for")
    async def dr(self, interaction: Interaction, purpose: str | None = None) -> None:
        await self.client.trail.enter(interaction, caller(interaction), roll_dr(purpose))


async def setup(client: Client) -> None:
    await client.add_cog(RollCog(client))
