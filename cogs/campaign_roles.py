"""/campaign role: who is GoW, who commands which DSU, who stands in for whom."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.channel.client import Client
from bot.events.desk import Office
from bot.operations.offices import appoint, appoint_gow, dismiss, name_gow_role
from cogs.campaign_params import dsus_proposed
from cogs.params import Choice, Interaction, caller


class Roles(app_commands.Group):
    def __init__(self, client: Client) -> None:
        super().__init__(name="role", description="Who is GoW, commander or deputy")
        self.client = client

    @app_commands.command(description="Make a person a GoW of this campaign")
    @app_commands.describe(who="the person")
    async def gow(self, interaction: Interaction, who: discord.Member) -> None:
        await self.client.trail.enter(interaction, caller(interaction), appoint_gow(who.id))

    @app_commands.command(description="Make everyone with a role of this server a GoW; without one, nobody")
    @app_commands.describe(role="the role")
    async def server(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        operation = name_gow_role(role.id if role else 0)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Give a DSU a commander, who orders its RSUs")
    @app_commands.describe(dsu="a division by its name, or a part of it", who="the person")
    async def commander(self, interaction: Interaction, dsu: str, who: discord.Member) -> None:
        operation = appoint(Office.COMMANDER, dsu, who.id)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Name who stands in for an OAC or for the commander of a DSU")
    @app_commands.describe(of="axis, soviet, or a DSU by its name", who="the person")
    async def deputy(self, interaction: Interaction, of: str, who: discord.Member) -> None:
        await self.client.trail.enter(interaction, caller(interaction), appoint(Office.DEPUTY, of, who.id))

    @app_commands.command(description="Take an office from a person")
    @app_commands.describe(office="which office", who="the person", of="of commander and deputy: side or DSU")
    async def dismiss(
        self,
        interaction: Interaction,
        office: Literal["gow", "commander", "deputy"],
        who: discord.Member,
        of: str = "",
    ) -> None:
        operation = dismiss(Office(office), of, who.id)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @commander.autocomplete("dsu")
    @deputy.autocomplete("of")
    @dismiss.autocomplete("of")
    async def dsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await dsus_proposed(interaction, typed)
