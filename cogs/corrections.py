"""/undo: corrections that erase nothing."""

from __future__ import annotations

import re

from discord import app_commands
from discord.ext import commands

from bot.client import Client
from bot.operations.correcting import Resting
from bot.operations.undoing import undo
from cogs.params import Interaction, caller
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


def resting(typed: str) -> Resting:
    """What is let stand: `all`, or `#12, #13`. Raises Refused `bad_number`."""
    words = [word for word in re.split(r"[\s,;#]+", typed.casefold()) if word]
    if words == [EVERYTHING]:
        return Resting(all_stay=True)
    if not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
        raise Refused("bad_number", "Write the numbers of entries, such as #12, #13, or all.")
    return Resting(frozenset(map(int, words)))


async def setup(client: Client) -> None:
    await client.add_cog(CorrectionsCog(client))
