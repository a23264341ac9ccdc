"""/campaign: setting a campaign up in its channel."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.events.epochs import Epochs
from bot.muster.read import read_muster
from bot.muster.rows import BYTES_MOST, BadRows, Fault
from bot.muster.write import FILE, TEMPLATE, write_muster
from bot.operations.campaign import new_campaign, open_sample
from bot.operations.seeing import events_of
from bot.operations.setting_up import choose_settings, enlisted_of, import_muster, settings_of
from bot.operations.view import campaign_view
from bot.render.batch import batch_csv
from bot.render.muster import differences, faults, readings
from cogs.campaign_day import Day
from cogs.campaign_hand import Hand
from cogs.campaign_roles import Roles
from cogs.campaign_seeing import Seeing
from cogs.params import Interaction, Said, caller, options_said
from rules import konrad
from rules.konrad.sample import load_sample

FILL_IN = (
    "Change it as you need, then /campaign import, first with dry_run:True to look. Each line is an edge, a "
    "sector, a DSU or an RSU; docs/muster.md explains every column."
)
EPOCHS = {"campaign": Epochs.GAME, "day": Epochs.DAY}


@app_commands.guild_only()
class CampaignCog(
    commands.GroupCog, group_name="campaign", group_description="An Operation Konrad campaign in this channel"
):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Open a campaign; /campaign import puts everyone on its map")
    @app_commands.describe(
        label="what it is called", solo="one person may hold both sides", epochs="how long one seed lasts"
    )
    async def new(
        self,
        interaction: Interaction,
        label: str,
        solo: bool = False,
        epochs: Literal["campaign", "day"] = "campaign",
    ) -> None:
        operation = new_campaign(label, solo=solo, epochs=EPOCHS[epochs])
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Open the sample campaign; its strengths are invented")
    @app_commands.describe(solo="one person may hold both sides", epochs="how long one seed lasts")
    async def sample(
        self,
        interaction: Interaction,
        solo: bool = False,
        epochs: Literal["campaign", "day"] = "campaign",
    ) -> None:
        operation = open_sample(solo=solo, epochs=EPOCHS[epochs])
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="A file to fill in and to import: the sample campaign as a table")
    async def template(self, interaction: Interaction) -> None:
        sample = load_sample(konrad.BOOK)
        data = write_muster(sample.campaign, sample.names)
        await self.client.trail.whisper_file(interaction, FILL_IN, TEMPLATE, data)

    @app_commands.command(name="import", description="Put everyone on the map from a CSV or JSON file")
    @app_commands.describe(
        file="as /campaign template gives it",
        dry_run="only show what it would change",
        reason="why a campaign that has begun is changed",
    )
    async def import_(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        dry_run: bool = False,
        reason: Said = "",
    ) -> None:
        asks = caller(interaction)
        try:
            if file.size > BYTES_MOST:
                wrong = f"has {file.size} bytes; {BYTES_MOST} are the most"
                raise BadRows([Fault("the file", "", wrong)])
            muster = read_muster(file.filename, await _bytes(file))
            if not dry_run:
                await self.client.trail.enter(interaction, asks, import_muster(muster, file.filename, reason))
                return
            enlisted = await self.client.referee.look(asks, enlisted_of(muster))
        except BadRows as bad:
            await self.client.trail.whisper_pages(interaction, faults(bad))
            return
        await self.client.trail.whisper_pages(interaction, differences(enlisted))

    @app_commands.command(description="Everyone on the map as CSV that imports again unchanged, or a batch")
    @app_commands.describe(entry="number of a check sheet or batch, for a CSV of its lines")
    async def export(self, interaction: Interaction, entry: app_commands.Range[int, 1] | None = None) -> None:
        if entry is not None:
            events = await self.client.referee.look(caller(interaction), events_of(entry))
            lines = batch_csv(entry, events)
            await self.client.trail.whisper_file(interaction, f"Of #{entry}.", lines.name, lines.data)
            return
        view = await self.client.referee.look(caller(interaction), campaign_view)
        text = f"Day {view.campaign.day}, {view.campaign.phase}."
        data = write_muster(view.campaign, view.names)
        await self.client.trail.whisper_file(interaction, text, FILE, data)

    @app_commands.command(description="The readings of the campaign rules, and choosing others")
    @app_commands.describe(
        rounding="of a share of 10 or 20 %",
        armour_base="the shortage that armour replacements are a share of",
        overstack_checks="who checks in an overstack",
        adjacency="which sectors touch",
        consolidate_across="which RSUs can be consolidated",
        consolidate_up_to="where the survivor is full",
        reason="why they are changed",
    )
    async def settings(
        self,
        interaction: Interaction,
        rounding: Literal["nearest", "down", "up"] | None = None,
        armour_base: Literal["whole", "hard_targets"] | None = None,
        overstack_checks: Literal["all", "residents"] | None = None,
        adjacency: Literal["four", "eight"] | None = None,
        consolidate_across: Literal["one_dsu", "one_sector"] | None = None,
        consolidate_up_to: Literal["each_kind", "total"] | None = None,
        reason: Said = "",
    ) -> None:
        chosen = options_said(
            rounding=rounding,
            armour_base=armour_base,
            overstack_checks=overstack_checks,
            adjacency=adjacency,
            consolidate_across=consolidate_across,
            consolidate_up_to=consolidate_up_to,
        )
        asks = caller(interaction)
        if chosen:
            await self.client.trail.enter(interaction, asks, choose_settings(chosen, reason))
            return
        settings = await self.client.referee.look(asks, settings_of)
        await self.client.trail.whisper_pages(interaction, (readings(settings),))


async def _bytes(file: discord.Attachment) -> bytes:
    try:
        return await file.read()
    except discord.HTTPException as error:
        gone = f"is not given by Discord ({error.status}); attach it again"
        raise BadRows([Fault("the file", "", gone)]) from error


async def setup(client: Client) -> None:
    cog = CampaignCog(client)
    await client.add_cog(cog)
    group = cog.app_command
    if not isinstance(group, app_commands.Group):
        raise TypeError("the commands of a campaign are a group")
    group.add_command(Roles(client))
    group.add_command(Hand(client))
    for command in (*Day(client).commands, *Seeing(client).commands):
        group.add_command(command)
