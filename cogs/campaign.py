"""/campaign, /rsu and /remo: a campaign's REMO batches in its channel."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.client import Client
from bot.operations.campaign import campaign_view, check_sheet, found, open_sample, regiments
from bot.render.campaign_roster import pages
from cogs.params import Choice, Interaction, caller, choices
from rules.konrad.formations import Scenario


@app_commands.guild_only()
class CampaignCog(
    commands.GroupCog, group_name="campaign", group_description="An Operation Konrad campaign in this channel"
):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Open the sample campaign; its strengths are invented")
    @app_commands.describe(solo="one person may hold both sides")
    async def sample(self, interaction: Interaction, solo: bool = False) -> None:
        await self.client.trail.enter(interaction, caller(interaction), open_sample(solo=solo))


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
        dsus = view.campaign.dsus if dsu is None else (found(view, dsu),)
        await self.client.trail.whisper_pages(interaction, pages(dsus, view.names))


class RemoCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="A sheet of REMO checks on named RSUs; its button rolls the batch")
    @app_commands.guild_only()
    @app_commands.describe(
        rsus="their names, with commas between",
        scenario="how the battle ended for their side; what was entered, if not said",
    )
    async def remo(
        self,
        interaction: Interaction,
        rsus: str,
        scenario: Literal["won", "lost", "drawn", "none"] | None = None,
    ) -> None:
        wanted = [name.strip() for name in rsus.split(",") if name.strip()]
        sheet = check_sheet(wanted, None if scenario is None else Scenario(scenario))
        await self.client.trail.enter(interaction, caller(interaction), sheet)

    @remo.autocomplete("rsus")
    async def named(self, interaction: Interaction, typed: str) -> list[Choice]:
        *before, last = (name.strip() for name in typed.split(","))
        known = await self.client.referee.look(caller(interaction), regiments)
        fits = [name for name in known if last.casefold() in name.casefold() and name not in before]
        return choices(", ".join((*before, name)) for name in fits)


async def setup(client: Client) -> None:
    await client.add_cog(CampaignCog(client))
    await client.add_cog(RsuCog(client))
    await client.add_cog(RemoCog(client))
