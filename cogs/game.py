"""/game: opening a game, taking its sides, looking at it, ending it."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Client
from bot.events import Entered, SideOffered
from bot.operations.opening import (
    Setup,
    appoint_host,
    end_game,
    hand_over,
    move_game,
    open_game,
    take_seat,
)
from bot.operations.overview import overview
from bot.trail import whisper
from bot.wording import side_name
from cogs.params import Choice, Interaction, Nations, caller, choices

ELR = app_commands.Range[int, 0, 5]
SAN = app_commands.Range[int, 2, 7]


@app_commands.guild_only()
class GameCog(commands.GroupCog, group_name="game", group_description="A game in this channel"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Open a game; its dice are committed to at once")
    @app_commands.describe(
        module="asl for any scenario, abtf for Arnhem (R6)",
        side_a="nationalities of one side, such as: german ss",
        elr_a="its ELR",
        side_b="nationalities of the other side",
        elr_b="its ELR",
        san_a="its Sniper Activation Number",
        san_b="its Sniper Activation Number",
        solo="one person may hold both sides",
        entered_dice="may dice rolled elsewhere be entered?",
    )
    async def new(
        self,
        interaction: Interaction,
        module: Literal["asl", "abtf"],
        side_a: app_commands.Transform[tuple[str, ...], Nations],
        elr_a: ELR,
        side_b: app_commands.Transform[tuple[str, ...], Nations],
        elr_b: ELR,
        san_a: SAN | None = None,
        san_b: SAN | None = None,
        solo: bool = False,
        entered_dice: Literal["never", "agreed", "always"] = "agreed",
    ) -> None:
        sides = (
            SideOffered(side_name(side_a), side_a, elr_a, san_a or 0),
            SideOffered(side_name(side_b), side_b, elr_b, san_b or 0),
        )
        setup = Setup(module, sides, solo, Entered(entered_dice))
        await self.client.trail.enter(interaction, caller(interaction), open_game(setup))

    @app_commands.command(description="Take a side; that cuts the dice")
    @app_commands.describe(side="German, or another as /game show names it")
    async def join(self, interaction: Interaction, side: str) -> None:
        await self.client.trail.enter(interaction, caller(interaction), take_seat(side))

    @app_commands.command(description="What this channel's game is and what it waits for")
    async def show(self, interaction: Interaction) -> None:
        await whisper(interaction, await self.client.referee.look(caller(interaction), overview))

    @app_commands.command(description="End the game and reveal the seed of its dice")
    async def end(self, interaction: Interaction) -> None:
        await self.client.trail.enter(interaction, caller(interaction), end_game())

    @app_commands.command(description="Hand a side over to another person")
    @app_commands.describe(side="which you hold, or whose player is absent", to="who plays it from here on")
    async def seat(self, interaction: Interaction, side: str, to: discord.Member) -> None:
        await self.client.trail.enter(interaction, caller(interaction), hand_over(side, to.id))

    @app_commands.command(description="For managers of the server: appoint who acts for absent players")
    @app_commands.describe(who="the host of this game")
    async def host(self, interaction: Interaction, who: discord.Member) -> None:
        await self.client.trail.enter(interaction, caller(interaction), appoint_host(who.id))

    @app_commands.command(description="Go on in this channel with a game whose channel is gone")
    @app_commands.describe(game="its number, as /game show told it")
    async def move(self, interaction: Interaction, game: app_commands.Range[int, 1]) -> None:
        await self.client.trail.enter(interaction, caller(interaction), move_game(game))

    @join.autocomplete("side")
    @seat.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return choices(await sides_of_game(interaction, typed))


async def sides_of_game(interaction: Interaction, typed: str) -> list[str]:
    """The names of the sides of the channel's game that begin as typed; none without a game."""
    sides = await interaction.client.referee.look(
        caller(interaction), lambda sitting: () if sitting.is_free else sitting.game.seats
    )
    names = [seat.side.name for seat in sides]
    return [name for name in names if name.casefold().startswith(typed.casefold())]


async def setup(client: Client) -> None:
    await client.add_cog(GameCog(client))
