"""/game: opening a game, taking its sides, looking at it, ending it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.channel.whisper import whisper
from bot.events.epochs import Epochs
from bot.events.game import Value
from bot.events.table import EnteredDiceAllowed
from bot.operations.ending import end_game
from bot.operations.opening import (
    Setup,
    appoint_host,
    hand_over,
    move_game,
    open_game,
    take_seat,
)
from bot.operations.sides import side_of
from bot.operations.statistics import statistics
from bot.operations.terms import Changes, change_terms
from bot.render.overview import overview
from bot.render.pages import COLUMNS, paged
from bot.render.tally import lines, title
from bot.words.names import columns
from cogs.params import Choice, Fielded, Interaction, Modules, NoneOrNations, Reading, caller, options_said
from cogs.proposals import sides_of_game

GAME_TURN = app_commands.Range[int, 0, 99]
ELR = app_commands.Range[int, 0, 5]
SAN = app_commands.Range[int, 2, 7]
SAN_OR_NONE = app_commands.Range[int, 0, 7]


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
        name_a="what it is called, if not by its nationalities",
        name_b="what it is called, where both field one nationality",
        solo="one person may hold both sides",
        entered_dice="may dice rolled elsewhere be entered?",
        epochs="how long one seed lasts: the game, or a Game Turn",
    )
    async def new(
        self,
        interaction: Interaction,
        module: app_commands.Transform[str, Modules],
        side_a: app_commands.Transform[tuple[str, ...], Fielded],
        elr_a: ELR,
        side_b: app_commands.Transform[tuple[str, ...], Fielded],
        elr_b: ELR,
        san_a: SAN | None = None,
        san_b: SAN | None = None,
        name_a: str | None = None,
        name_b: str | None = None,
        solo: bool = False,
        entered_dice: Literal["never", "agreed", "always"] = "agreed",
        epochs: Literal["game", "turn"] = "game",
    ) -> None:
        sides = (
            side_of(side_a, elr_a, san_a or 0, name_a),
            side_of(side_b, elr_b, san_b or 0, name_b),
        )
        setup = Setup(module, sides, solo, EnteredDiceAllowed(entered_dice), Epochs(epochs))
        await self.client.trail.enter(interaction, caller(interaction), open_game(setup))

    @app_commands.command(
        name="set", description="Change a term of the game; the entry shows before and after"
    )
    @app_commands.describe(
        side="a side or one of its nationalities, or both: German/SS ss; with elr or san",
        elr="its ELR",
        san="its Sniper Activation Number, 0 for none",
        year="of the scenario",
        no_quarter="is No Quarter in force? (A20.3)",
        hungarian_vs_romanian="do Hungarians face Romanians? (A25.8)",
        majority_5_3_7="is the Chinese Majority Squad Type the 5-3-7? (G18.2)",
        ssr_elr="whose underlined units an SSR gives the scenario ELR (A19.132), or none",
        underlined_original_12="underlined squad beyond its ELR on an Original 12",
        surrender_edition="edition of A15.5",
        japanese_conscript_beyond_elr="Japanese Conscript squad beyond its ELR",
        japanese_original_12="Japanese squad on an Original 12",
        assault_engineer_elr="ELR of Assault Engineers in Arnhem (R6.1)",
        arnhem_german_ladder="what a German 4-4-7 hardens into in Arnhem (R6.21)",
        early_american_ladder="what an early American 4-4-7 hardens into",
        ss_4_4_7_beyond_elr="SS 4-4-7 beyond its ELR outside Arnhem (A25.111)",
    )
    async def change(
        self,
        interaction: Interaction,
        side: str | None = None,
        elr: ELR | None = None,
        san: SAN_OR_NONE | None = None,
        year: app_commands.Range[int, 1930, 1955] | None = None,
        no_quarter: bool | None = None,
        hungarian_vs_romanian: bool | None = None,
        majority_5_3_7: bool | None = None,
        ssr_elr: Annotated[tuple[str, ...] | None, NoneOrNations] = None,
        underlined_original_12: Annotated[str | None, Reading("underlined_original_12")] = None,
        surrender_edition: Annotated[str | None, Reading("surrender_edition")] = None,
        japanese_conscript_beyond_elr: Annotated[str | None, Reading("japanese_conscript_beyond_elr")] = None,
        japanese_original_12: Annotated[str | None, Reading("japanese_original_12")] = None,
        assault_engineer_elr: Annotated[str | None, Reading("assault_engineer_elr")] = None,
        arnhem_german_ladder: Annotated[str | None, Reading("arnhem_german_ladder")] = None,
        early_american_ladder: Annotated[str | None, Reading("early_american_ladder")] = None,
        ss_4_4_7_beyond_elr: Annotated[str | None, Reading("ss_4_4_7_beyond_elr")] = None,
    ) -> None:
        terms: Mapping[str, Value] = options_said(
            year=year,
            no_quarter=no_quarter,
            hungarian_vs_romanian=hungarian_vs_romanian,
            majority_5_3_7=majority_5_3_7,
            ssr_elr=None if ssr_elr is None else " ".join(ssr_elr),
            underlined_original_12=underlined_original_12,
            surrender_edition=surrender_edition,
            japanese_conscript_beyond_elr=japanese_conscript_beyond_elr,
            japanese_original_12=japanese_original_12,
            assault_engineer_elr=assault_engineer_elr,
            arnhem_german_ladder=arnhem_german_ladder,
            early_american_ladder=early_american_ladder,
            ss_4_4_7_beyond_elr=ss_4_4_7_beyond_elr,
        )
        changes = Changes(terms, side, elr, san)
        await self.client.trail.enter(interaction, caller(interaction), change_terms(changes))

    @app_commands.command(description="Take a side; that cuts the dice")
    @app_commands.describe(side="German, or another as /game show names it")
    async def join(self, interaction: Interaction, side: str) -> None:
        await self.client.trail.record_seen()
        await self.client.trail.enter(interaction, caller(interaction), take_seat(side))

    @app_commands.command(description="What this channel's game is and what it waits for")
    async def show(self, interaction: Interaction) -> None:
        await whisper(interaction, await self.client.referee.look(caller(interaction), overview))

    @app_commands.command(description="Losses by side and how the dice fell; for you alone")
    @app_commands.describe(turn="one Game Turn alone; the whole game, if not said")
    async def stats(self, interaction: Interaction, turn: GAME_TURN | None = None) -> None:
        found = await self.client.referee.look(caller(interaction), statistics(turn))
        told = (title(found.game, turn), *lines(found.counts, found.game))
        narrow = (columns(line, COLUMNS) for line in told)
        await self.client.trail.whisper_pages(interaction, paged(narrow))

    @app_commands.command(description="End the game and reveal its seed, once the other side agrees")
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
    @change.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(GameCog(client))
