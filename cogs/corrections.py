"""/undo and /amend: corrections that erase nothing."""

from __future__ import annotations

import re
from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.channel.client import Client
from bot.channel.embeds import DISPUTE_ID, dispute_id
from bot.operations.amending import amend
from bot.operations.correcting import Resting
from bot.operations.disputing import dispute
from bot.operations.revising import Amendment, read_others, revised
from bot.operations.undoing import undo
from cogs.answers import enter
from cogs.mc import RESULTS
from cogs.params import Interaction, caller, listed, options_said
from rules.refusal import Refused

EVERYTHING = "all"
Number = app_commands.Range[int, 1]


class CorrectionsCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Make an entry void; one with dice needs the other side's consent")
    @app_commands.guild_only()
    @app_commands.describe(
        entry="its number, as its post shows it",
        reason="why, for everyone to read",
        stays="what rests on it and stands all the same: numbers, or all",
    )
    async def undo(
        self, interaction: Interaction, entry: Number, reason: str, stays: str | None = None
    ) -> None:
        await self.client.trail.enter(
            interaction, caller(interaction), undo(entry, reason, resting(stays or ""))
        )

    @app_commands.command(description="A ruling again with other inputs and the same dice; say what changes")
    @app_commands.guild_only()
    @app_commands.rename(with_="with")
    @app_commands.describe(
        entry="the number of the ruling, as its post shows it",
        reason="why, for everyone to read",
        result="what the IFT gave",
        with_="units that it forgot: names or numbers, with commas between",
        without="units that do not belong to it",
        known_enemy_in_los="as it was in truth",
        adjacent_enemy="as it was in truth",
        harden="may the owner's units take Battle Hardening?",
        leader="who leads the rally, or none",
        other="any other input: terrain=building, first_mmc=yes, year=1944",
        stays="what rests on it and stands all the same: numbers, or all",
    )
    async def amend(
        self,
        interaction: Interaction,
        entry: Number,
        reason: str,
        result: RESULTS | None = None,
        with_: str | None = None,
        without: str | None = None,
        known_enemy_in_los: bool | None = None,
        adjacent_enemy: bool | None = None,
        harden: Literal["accept", "refuse", "ask"] | None = None,
        leader: str | None = None,
        other: str | None = None,
        stays: str | None = None,
    ) -> None:
        amendment = Amendment(
            result=result,
            also=listed(with_),
            without=listed(without),
            facts=options_said(known_enemy_in_los=known_enemy_in_los, adjacent_enemy=adjacent_enemy),
            harden=harden,
            leader=leader,
            others=read_others(other or ""),
        )
        operation = amend(entry, reason, resting(stays or ""), revised(amendment))
        await self.client.trail.enter(interaction, caller(interaction), operation)


def resting(typed: str) -> Resting:
    """What is let stand: `all`, or `#12, #13`. Raises Refused `bad_number`."""
    words = [word for word in re.split(r"[\s,;#]+", typed.casefold()) if word]
    if words == [EVERYTHING]:
        return Resting(all_stay=True)
    if not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
        raise Refused("bad_number", "Write the numbers of entries, such as #12, #13, or all.")
    return Resting(frozenset(map(int, words)))


class DisputeButton(ui.DynamicItem[ui.Button[ui.View]], template=DISPUTE_ID):
    """Another answer to a question of fact, by its place among those not given."""

    def __init__(self, game: int, seq: int, choice: int) -> None:
        super().__init__(ui.Button(custom_id=dispute_id(game, seq, choice)))
        self.game, self.seq, self.choice = game, seq, choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.View], match: re.Match[str], /
    ) -> DisputeButton:
        return cls(*(int(match[k]) for k in ("game", "seq", "choice")))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await enter(interaction, dispute(self.game, self.seq, self.choice))


async def setup(client: Client) -> None:
    client.add_dynamic_items(DisputeButton)
    await client.add_cog(CorrectionsCog(client))
