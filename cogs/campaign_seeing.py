"""/campaign: what everybody may see."""

from __future__ import annotations

from discord import app_commands

from bot.channel.client import Client
from bot.operations.awaited import day_clock
from bot.operations.seeing import day_of, history, sight
from bot.operations.view import campaign_view, dsu_named, rsu_ever_named, sector_named
from bot.render.campaign_map import map_pages
from bot.render.campaign_pieces import dsu_pages, rsu_pages, sector_pages
from bot.render.clock import clock_pages
from bot.render.diary import diary, heading
from bot.render.strengths import strength_pages
from cogs.campaign_params import dsus_proposed, rsus_proposed, sectors_proposed
from cogs.params import Choice, Interaction, caller


class Seeing(app_commands.Group):
    """Its commands are taken into /campaign."""

    def __init__(self, client: Client) -> None:
        super().__init__(name="see", description="What everybody may see")
        self.client = client

    @app_commands.command(description="A DSU: where it stands, what it did today, its RSUs")
    @app_commands.describe(dsu="a division by its name, or a part of it")
    async def dsu(self, interaction: Interaction, dsu: str) -> None:
        seen = await self.client.referee.look(caller(interaction), sight)
        await self.client.trail.whisper_pages(interaction, dsu_pages(seen, dsu_named(seen.view, dsu)))

    @app_commands.command(description="An RSU: what it is, its REMO number, and its whole history")
    @app_commands.describe(rsu="by its name, or a part of it")
    async def rsu(self, interaction: Interaction, rsu: str) -> None:
        seen, entries = await self.client.referee.look(caller(interaction), history)
        found = rsu_ever_named(seen.view, rsu)
        await self.client.trail.whisper_pages(interaction, rsu_pages(seen, found, entries))

    @app_commands.command(description="A sector: whose it is, who stands there, what lies beside it")
    @app_commands.describe(sector="such as D5")
    async def sector(self, interaction: Interaction, sector: str) -> None:
        seen = await self.client.referee.look(caller(interaction), sight)
        at = sector_named(seen.view, sector)
        await self.client.trail.whisper_pages(interaction, sector_pages(seen, at))

    @app_commands.command(description="The map: owners, DSUs, shattered marks")
    async def map(self, interaction: Interaction) -> None:
        view = await self.client.referee.look(caller(interaction), campaign_view)
        await self.client.trail.whisper_pages(interaction, map_pages(view.campaign, view.names))

    @app_commands.command(description="Strength by side and formation, today and since the start")
    async def standing(self, interaction: Interaction) -> None:
        view = await self.client.referee.look(caller(interaction), campaign_view)
        await self.client.trail.whisper_pages(interaction, strength_pages(view))

    @app_commands.command(description="A day told in sentences, as a file to copy from")
    @app_commands.describe(day="its number; today, if not said")
    async def diary(self, interaction: Interaction, day: app_commands.Range[int, 1] | None = None) -> None:
        seen, number, entries = await self.client.referee.look(caller(interaction), day_of(day))
        text = diary(number, entries, seen.view.names)
        await self.client.trail.whisper_file(
            interaction, heading(number, text), f"day-{number}.txt", text.encode()
        )

    @app_commands.command(description="Who owes orders or the file of a battle, and since when")
    async def clock(self, interaction: Interaction) -> None:
        owed = await self.client.referee.look(caller(interaction), day_clock)
        await self.client.trail.whisper_pages(interaction, clock_pages(owed))

    @dsu.autocomplete("dsu")
    async def dsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await dsus_proposed(interaction, typed)

    @rsu.autocomplete("rsu")
    async def rsus(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await rsus_proposed(interaction, typed, gone=True)

    @sector.autocomplete("sector")
    async def sectors(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sectors_proposed(interaction, typed)
