"""/roster: entering units, and looking at them."""

from __future__ import annotations

from typing import Annotated

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.channel.permissions import pin_advice
from bot.channel.whisper import whisper
from bot.operations.editing import Chosen, State, move_units, remove_units, set_units
from bot.operations.exchange import deploy, recombine
from bot.operations.owning import own_seat
from bot.operations.roster import MOST_AT_ONCE, Recruits, add_units, fielded
from bot.operations.roster_view import game_to_watch, roster
from bot.play.catalogue import matching
from cogs.forms import open_form
from cogs.params import (
    Choice,
    Flags,
    GoodOrderOrFlags,
    Interaction,
    caller,
    choices,
    listed,
)
from cogs.pasting import PasteForm, pasted, text_of
from cogs.proposals import places_of_game, sides_of_game, units_of_game
from cogs.roster_pages import paged

UNITS = "names or numbers, with commas between"
SIDE = "needed only if you hold both"
Reason = app_commands.Range[str, 1, 200]


@app_commands.guild_only()
class RosterCog(commands.GroupCog, group_name="roster", group_description="The units of this channel's game"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Enter units on the roster of your side")
    @app_commands.describe(
        counter="such as 4-6-7, 9-1, 2-4-7 half_squad",
        location="such as G5, or G5/1",
        number="how many alike",
        name="of one unit, or what several are numbered after",
        flags="such as: broken dm",
        side=SIDE,
    )
    async def add(
        self,
        interaction: Interaction,
        counter: str,
        location: str,
        number: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        name: str | None = None,
        flags: Annotated[tuple[str, ...] | None, Flags] = None,
        side: str | None = None,
    ) -> None:
        recruits = Recruits(side, counter, flags or (), number, name, location)
        await self.client.trail.enter(interaction, caller(interaction), add_units(recruits))

    @app_commands.command(description="Enter many units at once, from a form or a text file")
    @app_commands.describe(
        file="a text, a unit a line, such as: 3x 4-6-7 @G5; without one a form opens",
        location="for lines that name none",
        side=SIDE,
    )
    async def paste(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        location: str | None = None,
        side: str | None = None,
    ) -> None:
        if file is not None:
            await pasted(interaction, await text_of(file), side, location)
            return
        seat = await self.client.referee.look(caller(interaction), lambda sitting: own_seat(sitting, side))
        await open_form(interaction, PasteForm(seat.number, location or ""))

    @app_commands.command(description="Units of your side go to another location")
    @app_commands.describe(
        to="such as H5, or H5/1", units=UNITS, location="or all that stand there", side=SIDE
    )
    async def move(
        self,
        interaction: Interaction,
        to: str,
        units: str | None = None,
        location: str | None = None,
        side: str | None = None,
    ) -> None:
        chosen = Chosen(listed(units), location, side)
        await self.client.trail.enter(interaction, caller(interaction), move_units(chosen, to))

    @app_commands.command(name="set", description="Set a unit to any state, with a reason for the record")
    @app_commands.describe(
        units=UNITS,
        reason="why; it stands in the entry",
        state="all its states from here on, such as: broken dm; or good_order",
        counter="what it is from here on, such as 4-4-7",
        name="what it is called from here on",
        location="where it stands, if its name does not tell",
        side=SIDE,
    )
    async def change(
        self,
        interaction: Interaction,
        units: str,
        reason: Reason,
        state: Annotated[tuple[str, ...] | None, GoodOrderOrFlags] = None,
        counter: str | None = None,
        name: str | None = None,
        location: str | None = None,
        side: str | None = None,
    ) -> None:
        operation = set_units(Chosen(listed(units), location, side), State(state, counter, name), reason)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="Take units off the roster, with a reason for the record")
    @app_commands.describe(
        units=UNITS, reason="why; it stands in the entry", location="where they stand", side=SIDE
    )
    async def remove(
        self,
        interaction: Interaction,
        units: str,
        reason: Reason,
        location: str | None = None,
        side: str | None = None,
    ) -> None:
        chosen = Chosen(listed(units), location, side)
        await self.client.trail.enter(interaction, caller(interaction), remove_units(chosen, reason))

    @app_commands.command(description="A squad becomes its two half-squads (A1.31)")
    @app_commands.describe(unit="name or number", location="where it stands, if its name does not tell")
    async def deploy(self, interaction: Interaction, unit: str, location: str | None = None) -> None:
        await self.client.trail.enter(interaction, caller(interaction), deploy(unit, location))

    @app_commands.command(description="Two half-squads of one kind become a squad (A1.32)")
    @app_commands.describe(
        units="the two, with a comma between", location="where they stand, if their names do not tell"
    )
    async def recombine(self, interaction: Interaction, units: str, location: str | None = None) -> None:
        await self.client.trail.enter(interaction, caller(interaction), recombine(listed(units), location))

    @app_commands.command(description="Who stands where, and in what state")
    @app_commands.describe(
        side="one side alone", location="one location alone, such as G5", unit="one unit alone"
    )
    async def show(
        self,
        interaction: Interaction,
        side: str | None = None,
        location: str | None = None,
        unit: str | None = None,
    ) -> None:
        view = await self.client.referee.look(caller(interaction), roster(side, location, unit))
        text, buttons = paged(view, 0)
        await whisper(interaction, text, buttons)

    @app_commands.command(description="Pin a roster of each side here, kept as it stands; or take them away")
    @app_commands.describe(on="False takes them away")
    async def pin(self, interaction: Interaction, on: bool = True) -> None:
        game = await self.client.referee.look(caller(interaction), game_to_watch)
        await interaction.response.defer(ephemeral=True, thinking=True)
        if not on:
            await self.client.pinboard.close(game.id)
            await whisper(interaction, "The pinned rosters are taken away.")
            return
        seats = [seat.number for seat in game.seats]
        await self.client.pinboard.open(game.id, seats, int(game.channel))
        await whisper(interaction, " ".join(("The rosters stand below.", *pin_advice(interaction))))

    @move.autocomplete("units")
    @change.autocomplete("units")
    @remove.autocomplete("units")
    @deploy.autocomplete("unit")
    @recombine.autocomplete("units")
    @show.autocomplete("unit")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @move.autocomplete("location")
    @move.autocomplete("to")
    @change.autocomplete("location")
    @remove.autocomplete("location")
    @deploy.autocomplete("location")
    @recombine.autocomplete("location")
    @paste.autocomplete("location")
    @add.autocomplete("location")
    @show.autocomplete("location")
    async def places(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await places_of_game(interaction, typed)

    @change.autocomplete("counter")
    @add.autocomplete("counter")
    async def counters(self, interaction: Interaction, typed: str) -> list[Choice]:
        side = getattr(interaction.namespace, "side", None)
        known = await self.client.referee.look(caller(interaction), lambda sitting: fielded(sitting, side))
        return choices(found.spoken for found in matching(typed, known))

    @paste.autocomplete("side")
    @move.autocomplete("side")
    @change.autocomplete("side")
    @remove.autocomplete("side")
    @add.autocomplete("side")
    @show.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(RosterCog(client))
