"""What is proposed of the channel's game while people type: units, locations, sides."""

from __future__ import annotations

from collections.abc import Callable

from bot.operations.targets import locations, units_proposed
from bot.play.sitting import Sitting
from bot.words import names
from cogs.params import CHOICE_MOST, MOST_CHOICES, Choice, Interaction, caller, choices

Proposing = Callable[[Sitting, str], list[tuple[str, str]]]


async def units_of_game(
    interaction: Interaction, typed: str, propose: Proposing = units_proposed
) -> list[Choice]:
    """Units by name, counter, location or state, the best first; after commas, the next one."""
    found = await interaction.client.referee.look(
        caller(interaction), lambda sitting: propose(sitting, typed)
    )
    proposed: dict[str, str] = {}
    for shown, value in found[:MOST_CHOICES]:
        name = names.cut(shown, CHOICE_MOST, CHOICE_MOST)
        if name in proposed:
            # Discord takes no two choices that look alike: the number of the unit tells them apart.
            number = value.rpartition(" ")[2]
            most = CHOICE_MOST - len(number) - 1
            name = f"{names.cut(shown, most, most)} {number}"
        if len(value) <= CHOICE_MOST:
            proposed[name] = value
    return [Choice(name=name, value=value) for name, value in proposed.items()]


async def places_of_game(interaction: Interaction, typed: str) -> list[Choice]:
    """Where units stand, by how it begins."""
    places = await interaction.client.referee.look(caller(interaction), locations)
    return choices(place for place in places if place.startswith(typed.upper().strip()))


async def sides_of_game(interaction: Interaction, typed: str) -> list[Choice]:
    """The names of the sides of the channel's game that begin as typed; none without a game."""
    sides = await interaction.client.referee.look(
        caller(interaction), lambda sitting: () if sitting.is_free else sitting.game.seats
    )
    called = [seat.side.name for seat in sides]
    return choices(name for name in called if name.casefold().startswith(typed.casefold()))
