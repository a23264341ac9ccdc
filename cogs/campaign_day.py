"""/campaign: the day walked phase by phase."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.channel.client import Client
from bot.operations.battles import Armour, Report, report_battle
from bot.operations.day import next_phase, open_view
from bot.operations.movement import move_dsu
from bot.operations.recovery import recovery_sheet
from bot.operations.retreats import RetreatOrder, retreat
from bot.render.day import waiting
from cogs.campaign_forms import LossesForm, OrdersForm, lost, sealed
from cogs.campaign_params import dsus_proposed, sectors_proposed, text_with
from cogs.forms import open_form
from cogs.params import Choice, Interaction, Said, caller, listed
from rules.konrad.formations import Scenario


class Day(app_commands.Group):
    """Its commands are taken into /campaign."""

    def __init__(self, client: Client) -> None:
        super().__init__(name="day", description="The day of the campaign")
        self.client = client

    @app_commands.command(description="What the phase still waits for")
    async def open(self, interaction: Interaction) -> None:
        view, items = await self.client.referee.look(caller(interaction), open_view)
        await self.client.trail.whisper_pages(interaction, waiting(view, items))

    @app_commands.command(
        description="On to the next phase once nothing is open; after Orders the seals open"
    )
    async def next(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), next_phase())

    @app_commands.command(description="Give orders, sealed until Movement; only you see them before")
    @app_commands.describe(
        text="GR 283 DEF; consolidate GR 283 + GR 284; night 96. Infanterie D4; a form, if not said",
        file="the same, a line each, or CSV of name and order",
    )
    async def orders(
        self, interaction: Interaction, text: str = "", file: discord.Attachment | None = None
    ) -> None:
        if not text and file is None:
            await open_form(interaction, OrdersForm())
            return
        await sealed(interaction, await text_with(text, file), form=text)

    @app_commands.command(description="Move a DSU into a sector")
    @app_commands.describe(dsu="a division by its name, or a part of it", sector="such as D5")
    async def move(self, interaction: Interaction, dsu: str, sector: str) -> None:
        await self.client.trail.enter(interaction, caller(interaction), move_dsu(dsu, sector))

    @app_commands.command(description="Report the battle of a sector")
    @app_commands.describe(
        sector="where it was fought",
        attackers="DSUs, with commas between",
        defenders="DSUs, with commas between",
        result="the end of the scenario for the attackers",
        captured="the attackers have taken the sector",
        armour="whose armour took part",
        night="it was a night attack",
    )
    async def battle(
        self,
        interaction: Interaction,
        sector: str,
        attackers: str,
        defenders: str,
        result: Literal["won", "lost", "drawn"],
        captured: bool = False,
        armour: Literal["none", "attackers", "defenders", "both"] = "none",
        night: bool = False,
    ) -> None:
        report = Report(
            sector, listed(attackers), listed(defenders), Scenario(result), captured, Armour(armour), night
        )
        await self.client.trail.enter(interaction, caller(interaction), report_battle(report))

    @app_commands.command(description="Enter the SP lost in battle, by RSU and kind")
    @app_commands.describe(
        text="GR 283: leg 30, heavy 5; GR 284: leg 10; a form to paste into, if not said",
        file="the same, a line each, or CSV under rsu,leg,heavy,hard",
        reason="what they were lost in; the day's battles, if not said",
    )
    async def losses(
        self,
        interaction: Interaction,
        text: str = "",
        file: discord.Attachment | None = None,
        reason: Said = "",
    ) -> None:
        if not text and file is None:
            await open_form(interaction, LossesForm())
            return
        await lost(interaction, await text_with(text, file), reason, form=text)

    @app_commands.command(description="The next retreat, or that of the DSU named")
    @app_commands.describe(
        dsu="who retreats; the next one, if not said",
        sector="where to; as the rules propose, if not said",
        allow="friendly sectors open to it in spite of an enemy there",
        reason="why the GoW order a retreat that no rule demands",
    )
    async def retreat(
        self,
        interaction: Interaction,
        dsu: str = "",
        sector: str = "",
        allow: str = "",
        reason: Said = "",
    ) -> None:
        order = RetreatOrder(dsu, sector, listed(allow), reason)
        await self.client.trail.enter(interaction, caller(interaction), retreat(order))

    @app_commands.command(description="The sheet of Recovery: what comes without dice, and every check")
    async def recovery(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), recovery_sheet())

    @move.autocomplete("dsu")
    @battle.autocomplete("attackers")
    @battle.autocomplete("defenders")
    @retreat.autocomplete("dsu")
    async def dsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await dsus_proposed(interaction, typed)

    @move.autocomplete("sector")
    @battle.autocomplete("sector")
    @retreat.autocomplete("sector")
    async def sectors(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sectors_proposed(interaction, typed)
