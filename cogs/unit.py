"""/rally and /unit: rulings on one unit."""

from __future__ import annotations

from typing import Annotated, Literal

from discord import app_commands
from discord.ext import commands

from bot.channel.client import Client
from bot.operations.berserk import Charge, HeroAsked, back_to_normal, charge, hero_card
from bot.operations.calling import calling
from bot.operations.single import (
    Attempt,
    One,
    Volley,
    ammunition_shortage,
    break_voluntarily,
    fpf,
    heat_of_battle,
    rally,
    wound,
)
from bot.operations.sniping import Shot, sniper
from bot.operations.targets import (
    Target,
    berserk_proposed,
    broken_proposed,
    heroes_proposed,
    rally_leaders_proposed,
)
from cogs.params import Choice, Dice, Interaction, Phases, caller, listed, options_said
from cogs.proposals import sides_of_game, units_of_game
from rules.asl.phase import Phase

Rolled = app_commands.Transform[tuple[int, ...], Dice]
Terrain = Literal["woods", "building", "pillbox", "trench"]
DICE = "rolled elsewhere, in the order asked: 2,3 5"
MF = app_commands.Range[int, 0, 20]


class RallyCog(commands.Cog):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="An attempt to rally a broken unit, led by a leader or alone")
    @app_commands.guild_only()
    @app_commands.describe(
        unit="a broken unit: name, counter and name, or number",
        leader="who leads it; the only one who can need not be named, of several you are asked",
        terrain="woods, building, pillbox or trench make it easier",
        first_mmc="the first MMC attempt of its side in its own RPh, with no leader there",
        location="where it stands, if its name does not tell",
        dice=DICE,
    )
    async def rally(
        self,
        interaction: Interaction,
        unit: str,
        leader: str | None = None,
        terrain: Terrain | None = None,
        first_mmc: bool = False,
        location: str | None = None,
        dice: Rolled | None = None,
    ) -> None:
        one = One(unit, location, typed=dice)
        attempt = Attempt(leader, terrain, first_mmc)
        await self.client.trail.enter(interaction, caller(interaction), calling(rally(one, attempt)))

    @rally.autocomplete("unit")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed, broken_proposed)

    @rally.autocomplete("leader")
    async def leaders(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed, rally_leaders_proposed)


@app_commands.guild_only()
class UnitCog(commands.GroupCog, group_name="unit", group_description="Rulings on one unit"):
    def __init__(self, client: Client) -> None:
        self.client = client

    @app_commands.command(description="Heat of Battle for a unit whose Original 2 fell elsewhere")
    @app_commands.describe(unit="name or number", known_enemy_in_los="asked if it matters", dice=DICE)
    async def hob(
        self,
        interaction: Interaction,
        unit: str,
        known_enemy_in_los: bool | None = None,
        dice: Rolled | None = None,
    ) -> None:
        one = One(unit, facts=options_said(known_enemy_in_los=known_enemy_in_los), typed=dice)
        await self.client.trail.enter(interaction, caller(interaction), calling(heat_of_battle(one)))

    @app_commands.command(description="A leader or hero is wounded by what is not rolled here")
    @app_commands.describe(unit="name or number", casualty="an Original 12 did it: +1", dice=DICE)
    async def wound(
        self, interaction: Interaction, unit: str, casualty: bool = False, dice: Rolled | None = None
    ) -> None:
        operation = calling(wound(One(unit, typed=dice), casualty=casualty))
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(name="break", description="A unit of yours breaks of its own will")
    @app_commands.describe(unit="name or number", dice=DICE)
    async def break_(self, interaction: Interaction, unit: str, dice: Rolled | None = None) -> None:
        one = One(unit, typed=dice)
        await self.client.trail.enter(interaction, caller(interaction), calling(break_voluntarily(one)))

    @app_commands.command(description="A squad or half-squad that fired an Original 12 runs short")
    @app_commands.describe(unit="name or number")
    async def ammo(self, interaction: Interaction, unit: str) -> None:
        operation = calling(ammunition_shortage(One(unit)))
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="The firers of Final Protective Fire check morale on their own DR")
    @app_commands.describe(
        units="who fires: names or numbers, with commas between",
        location="or everybody of one side there",
        side="whose, where both are there",
        dr="their IFT DR if it has been thrown: coloured, white",
        dice=DICE,
    )
    async def fpf(
        self,
        interaction: Interaction,
        units: str | None = None,
        location: str | None = None,
        side: str | None = None,
        dr: Rolled | None = None,
        dice: Rolled | None = None,
    ) -> None:
        volley = Volley(Target(location, listed(units), side), dr, typed=dice)
        await self.client.trail.enter(interaction, caller(interaction), calling(fpf(volley)))

    @app_commands.command(description="The enemy's sniper, whom a DR on his SAN may draw")
    @app_commands.describe(
        side="the side shot at, which threw the DR; yours if not said",
        original="the Original DR; the SAN if not said",
        phase="snipers come in the PFPh, MPh, DFPh and AFPh",
        dice=DICE,
    )
    async def sniper(
        self,
        interaction: Interaction,
        side: str | None = None,
        original: app_commands.Range[int, 2, 12] | None = None,
        phase: Annotated[Phase | None, Phases] = None,
        dice: Rolled | None = None,
    ) -> None:
        shot = Shot(side, original, phase, dice)
        await self.client.trail.enter(interaction, caller(interaction), sniper(shot))

    @app_commands.command(description="A berserk unit: whom it must charge, or why it is itself again")
    @app_commands.describe(
        unit="name or number",
        enemies="Known enemies in LOS with their hexes: 4-4-7 A 3, 9-1 B 5 concealed",
        sw="what it carries, with PP: LMG 1, MMG 5",
        ipc="its IPC, if not the usual one",
        spent="MF spent, if it is still moving",
        stopped="a pin or wound has stopped it",
        lost_sight="it lost sight of the one it charges",
        normal="it is back to normal, and why",
        eliminated="how many Known enemies it eliminated in its Location",
    )
    async def berserk(
        self,
        interaction: Interaction,
        unit: str,
        enemies: str | None = None,
        sw: str | None = None,
        ipc: app_commands.Range[int, 0, 10] | None = None,
        spent: MF | None = None,
        stopped: bool = False,
        lost_sight: bool = False,
        normal: Literal["eliminated_all", "none_in_los"] | None = None,
        eliminated: app_commands.Range[int, 0, 50] = 0,
    ) -> None:
        if normal is None:
            operation = charge(One(unit), Charge(enemies or "", sw or "", ipc, spent, stopped, lost_sight))
        else:
            operation = back_to_normal(One(unit), normal, eliminated)
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @app_commands.command(description="The card of a hero or heroic leader: what he may do")
    @app_commands.describe(
        unit="name or number",
        wounded_after="MF spent when Defensive First Fire wounded him",
        gun="mm of the Gun that he mans",
    )
    async def hero(
        self,
        interaction: Interaction,
        unit: str,
        wounded_after: MF | None = None,
        gun: app_commands.Range[int, 1, 500] | None = None,
    ) -> None:
        operation = hero_card(One(unit), HeroAsked(wounded_after, gun))
        await self.client.trail.enter(interaction, caller(interaction), operation)

    @hob.autocomplete("unit")
    @wound.autocomplete("unit")
    @break_.autocomplete("unit")
    @ammo.autocomplete("unit")
    async def units(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed)

    @berserk.autocomplete("unit")
    async def berserks(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed, berserk_proposed)

    @hero.autocomplete("unit")
    async def heroes(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await units_of_game(interaction, typed, heroes_proposed)

    @fpf.autocomplete("side")
    @sniper.autocomplete("side")
    async def sides(self, interaction: Interaction, typed: str) -> list[Choice]:
        return await sides_of_game(interaction, typed)


async def setup(client: Client) -> None:
    await client.add_cog(RallyCog(client))
    await client.add_cog(UnitCog(client))
