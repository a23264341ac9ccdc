"""/remo and /rsu: REMO checks, and the regiments that they strike."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.operations.remo import Edits, sheet_of_day, sheet_of_named
from bot.operations.view import campaign_view, dsu_named
from bot.render.campaign_roster import roster_pages
from cogs.campaign_params import rsus_proposed
from cogs.params import Choice, Interaction, Said, caller, listed
from rules.konrad.formations import Scenario


@app_commands.guild_only()
class RsuCog(
    commands.GroupCog, group_name="rsu", group_description="The regiments of this channel's campaign"
):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Strength, fatigue, order and state of every RSU, or of one DSU")
    @app_commands.describe(dsu="a division by its name, or a part of it")
    async def show(self, interaction: Interaction, dsu: str | None = None) -> None:
        view = await self.client.referee.look(caller(interaction), campaign_view)
        dsus = view.campaign.dsus if dsu is None else (dsu_named(view, dsu),)
        await self.client.trail.whisper_pages(interaction, roster_pages(dsus, view.names))


class RemoCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Sheet of everyone who must check today; its button rolls the batch")
    @app_commands.guild_only()
    @app_commands.describe(
        rsus="only these, by name, with commas between",
        scenario="of rsus: how the battle ended for their side; what was entered, if not said",
        add="further RSUs for the sheet of the day",
        strike="RSUs to take off the sheet of the day",
        reason="why lines are added or struck",
    )
    async def remo(
        self,
        interaction: Interaction,
        rsus: str | None = None,
        scenario: Literal["won", "lost", "drawn", "none"] | None = None,
        add: str = "",
        strike: str = "",
        reason: Said = "",
    ) -> None:
        if rsus is not None:
            sheet = sheet_of_named(listed(rsus), None if scenario is None else Scenario(scenario))
        else:
            sheet = sheet_of_day(Edits(listed(add), listed(strike), reason))
        await self.client.trail.enter(interaction, caller(interaction), sheet)

    @remo.autocomplete("rsus")
    @remo.autocomplete("add")
    @remo.autocomplete("strike")
    async def named(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await rsus_proposed(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(RsuCog(client))
    await client.add_cog(RemoCog(client))
