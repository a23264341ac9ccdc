"""/campaign hand: what the rules leave to the GoW, with author and reason."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.channel.client import Client
from bot.operations.amending import amend
from bot.operations.amending_batch import corrected
from bot.operations.by_hand import enter_owner, enter_rsu, record, rule_armour
from bot.operations.day import waive
from bot.operations.orders import strike_seal
from cogs.campaign_params import dsus_proposed, rsus_proposed, sectors_proposed, waivable_proposed
from cogs.corrections import resting
from cogs.params import Choice, Interaction, Said, caller, listed, options_said
from rules.konrad.campaign import Topic
from rules.konrad.read_rsu import MOST_LEVELS, MOST_SP

SP = app_commands.Range[int, 0, MOST_SP]


class Hand(app_commands.Group):
    def __init__(self, client: Client) -> None:
        super().__init__(name="hand", description="What the rules leave to the GoW, with a reason")
        self.client = client

    @app_commands.command(description="Set an RSU to what it is: strength, fatigue, category, state")
    @app_commands.describe(
        rsu="by its name, or a part of it",
        reason="why",
        leg="present SP of this kind",
        heavy="present SP of this kind",
        hard="present SP of this kind",
        fatigue="levels",
        category="what it counts as in its REMO number",
        state="good order or shattered",
    )
    async def rsu(
        self,
        interaction: Interaction,
        rsu: str,
        reason: Said,
        leg: SP | None = None,
        heavy: SP | None = None,
        hard: SP | None = None,
        fatigue: app_commands.Range[int, 0, MOST_LEVELS] | None = None,
        category: Literal["ss_panzer", "elite", "other"] | None = None,
        state: Literal["good_order", "shattered"] | None = None,
    ) -> None:
        operation = enter_rsu(
            rsu,
            options_said(leg=leg, heavy=heavy, hard=hard),
            options_said(fatigue=fatigue, category=category, state=state),
            reason,
        )
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Give a sector to a side")
    @app_commands.describe(sector="such as D5", side="whose it is from here on", reason="why")
    async def sector(
        self,
        interaction: Interaction,
        sector: str,
        side: Literal["axis", "soviet"],
        reason: Said,
    ) -> None:
        await self.client.trail.enter(interaction, caller(interaction), enter_owner(sector, side, reason))

    @app_commands.command(description="Refuse a DSU its armour replacements, allow them, or cut an RSU's")
    @app_commands.describe(
        of="a DSU to refuse or allow, an RSU to cut",
        reason="why",
        most="0 refuses, a number of SP cuts; not said, they are allowed again",
    )
    async def armour(
        self,
        interaction: Interaction,
        of: str,
        reason: Said,
        most: SP | None = None,
    ) -> None:
        await self.client.trail.enter(interaction, caller(interaction), rule_armour(of, most, reason))

    @app_commands.command(description="Record what the referee does not compute, such as the weather")
    @app_commands.describe(
        topic="what it is about", text="what is so", reason="why", of="side, DSU or sector"
    )
    async def record(
        self,
        interaction: Interaction,
        topic: Literal[
            "weather", "initiative", "supply", "fatigue", "victory_points", "fortification", "other"
        ],
        text: Said,
        reason: Said,
        of: Said = "",
    ) -> None:
        operation = record(Topic(topic), of, text, reason)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="A batch decided again: an RSU as it was in truth, the same dice")
    @app_commands.describe(
        entry="number of the batch",
        rsu="by its name, or a part of it; as it stands today, if nothing else is said",
        reason="why, for everyone to read",
        leg="SP that it had",
        heavy="SP that it had",
        hard="SP that it had",
        fatigue="levels that it had",
        category="what it counted as",
        stays="what rests on it and stands all the same: numbers, or all",
    )
    async def batch(
        self,
        interaction: Interaction,
        entry: app_commands.Range[int, 1],
        rsu: str,
        reason: Said,
        leg: SP | None = None,
        heavy: SP | None = None,
        hard: SP | None = None,
        fatigue: app_commands.Range[int, 0, MOST_LEVELS] | None = None,
        category: Literal["ss_panzer", "elite", "other"] | None = None,
        stays: str = "",
    ) -> None:
        revise = corrected(
            rsu,
            options_said(leg=leg, heavy=heavy, hard=hard),
            options_said(fatigue=fatigue, category=category),
        )
        operation = amend(entry, reason, resting(stays), revise)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Go on without something that the day waits for")
    @app_commands.describe(item="as /campaign open tells it, commas between several; or all", reason="why")
    async def waive(self, interaction: Interaction, item: str, reason: Said) -> None:
        await self.client.trail.enter(interaction, caller(interaction), waive(listed(item), reason))

    @app_commands.command(description="Go on without orders that were sealed; they stay unopened")
    @app_commands.describe(entry="number of the one that sealed them", reason="why")
    async def strike(
        self,
        interaction: Interaction,
        entry: app_commands.Range[int, 1],
        reason: Said,
    ) -> None:
        await self.client.trail.enter(interaction, caller(interaction), strike_seal(entry, reason))

    @rsu.autocomplete("rsu")
    @batch.autocomplete("rsu")
    async def rsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await rsus_proposed(interaction, typed)

    @waive.autocomplete("item")
    async def items(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await waivable_proposed(interaction, typed)

    @sector.autocomplete("sector")
    async def sectors(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sectors_proposed(interaction, typed)

    @armour.autocomplete("of")
    async def dsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await dsus_proposed(interaction, typed)
