"""What people type, read strictly, and what is proposed while they type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.channel.client import Client
from bot.operations import sides
from bot.play.sitting import Caller
from bot.play.turn import phase_words
from bot.words import names
from rules.asl.book import modules, nations
from rules.asl.phase import Phase
from rules.asl.situation import Settings
from rules.asl.words import Flag
from rules.refusal import Refused

MOST_CHOICES = 25
CHOICE_MOST = 100
NONE = "none"
GOOD_ORDER = "good_order"
SUBCOMMANDS = (1, 2)
"""the option types of subcommands and their groups"""

T = TypeVar("T")
Interaction = discord.Interaction[Client]
Choice = app_commands.Choice[int | float | str]


def caller(interaction: Interaction) -> Caller:
    """Who asks, and the command as it was typed."""
    return Caller(
        request=str(interaction.id),
        account=interaction.user.id,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        command=as_asked(interaction),
        manages=interaction.permissions.manage_guild,
        roles=tuple(role.id for role in getattr(interaction.user, "roles", ())),
    )


def as_asked(interaction: Interaction) -> str:
    """`/game join side:german`, or the id of the button pressed."""
    data: Mapping[str, object] = interaction.data or {}
    if interaction.type is not discord.InteractionType.application_command:
        return f"[{data.get('custom_id', '')}]"
    return " ".join(("/" + str(data["name"]), *_typed(data.get("options"))))


class Nations(app_commands.Transformer):
    """One nationality or several: `german`, `german ss`."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[str, ...]:
        words = _split(value)
        for word in words:
            if word not in self.known():
                raise Refused(
                    "unknown_nation",
                    f"{names.spoken(word)} is no nationality; there are {', '.join(self.known())}.",
                )
        if not words:
            raise Refused("unknown_nation", "Name a nationality, such as german.")
        return tuple(dict.fromkeys(words))

    async def autocomplete(self, interaction: discord.Interaction, value: str | float, /) -> list[Choice]:
        *before, last = re.split(r"[\s,+/&]+", str(value).casefold())
        return choices(_continued(before, last, self.known()))

    def known(self) -> Sequence[str]:
        return nations()


class Fielded(Nations):
    """As above, of a side of a game, which may also be said to be a people: `romanian`."""

    def known(self) -> Sequence[str]:
        return sides.known()


class NoneOrNations(Nations):
    """Nationalities as above, or `none` for no nationality."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[str, ...]:
        return () if value.strip().casefold() == NONE else await super().transform(interaction, value)

    async def autocomplete(self, interaction: discord.Interaction, value: str | float, /) -> list[Choice]:
        none = [NONE] if NONE.startswith(str(value).casefold()) else []
        proposed = await super().autocomplete(interaction, value)
        return [*choices(none), *proposed][:MOST_CHOICES]


class Modules(app_commands.Transformer):
    """A module of the rules, offered as choices."""

    @property
    def choices(self) -> list[Choice]:
        return [Choice(name=module, value=module) for module in modules()]

    async def transform(self, interaction: discord.Interaction, value: str, /) -> str:
        if value not in modules():
            raise Refused(
                "unknown_module", f"{names.spoken(value)} is no module; there are {', '.join(modules())}."
            )
        return value


class Reading(app_commands.Transformer):
    """One of the readings that a game may take, offered as choices."""

    def __init__(self, term: str) -> None:
        self.words = [str(word) for word in type(getattr(Settings(), term))]

    @property
    def choices(self) -> list[Choice]:
        return [Choice(name=word.replace("_", " "), value=word) for word in self.words]

    async def transform(self, interaction: discord.Interaction, value: str, /) -> str:
        if value not in self.words:
            raise Refused(
                "unknown_setting",
                f"{names.spoken(value)} is none of {', '.join(self.words)}.",
            )
        return value


class Phases(app_commands.Transformer):
    """A phase of the Player Turn, offered by its name."""

    @property
    def choices(self) -> list[Choice]:
        return [Choice(name=phase_words(phase), value=phase.value) for phase in Phase]

    async def transform(self, interaction: discord.Interaction, value: str, /) -> Phase:
        if value not in set(Phase):
            raise Refused("unknown_phase", f"{names.spoken(value)} is none of {', '.join(Phase)}.")
        return Phase(value)


class Record(app_commands.Transformer):
    """A reason or a remark."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> str:
        return said(value)


Said: TypeAlias = app_commands.Transform[str, Record]


class Day(app_commands.Transformer):
    """A day: `2026-01-31`."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> str:
        try:
            return date.fromisoformat(value.strip()).isoformat()
        except ValueError:
            raise Refused("bad_day", f"{names.spoken(value)} is no day; write it as 2026-01-31.") from None


class Dice(app_commands.Transformer):
    """Faces rolled elsewhere, in the order asked: `2,3 5 6`."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[int, ...]:
        return typed_dice(value)


def _nearly(word: str) -> str:
    near = get_close_matches(word, list(Flag), 1)
    return f", unless {near[0]} is meant" if near else ""


class Flags(app_commands.Transformer):
    """States of a unit: `broken dm wounded`."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[str, ...]:
        words = _split(value)
        for word in words:
            if word not in set(Flag):
                raise Refused(
                    "unknown_flag",
                    f"{names.spoken(word)} is no state of a unit{_nearly(word)}; "
                    f"there are {', '.join(Flag)}.",
                )
        return tuple(words)

    async def autocomplete(self, interaction: discord.Interaction, value: str | float, /) -> list[Choice]:
        *before, last = re.split(r"[\s,+/&]+", str(value).casefold())
        return choices(_continued(before, last, Flag))


class GoodOrderOrFlags(Flags):
    """States as above, or `good_order` for a unit to which nothing has happened."""

    async def transform(self, interaction: discord.Interaction, value: str, /) -> tuple[str, ...]:
        if value.strip().casefold().replace(" ", "_") == GOOD_ORDER:
            return ()
        return await super().transform(interaction, value)

    async def autocomplete(self, interaction: discord.Interaction, value: str | float, /) -> list[Choice]:
        plain = [GOOD_ORDER] if GOOD_ORDER.startswith(str(value).casefold()) else []
        proposed = await super().autocomplete(interaction, value)
        return [*choices(plain), *proposed][:MOST_CHOICES]


def said(text: str) -> str:
    """What somebody writes for the record, as it is kept; "" where it is blank. Raises Refused `bad_name`."""
    return names.kept(text, "text") if text.strip() else ""


def typed_dice(text: str) -> tuple[int, ...]:
    """The faces of a text. Raises Refused `bad_dice` where something else stands among them."""
    words = [word for word in re.split(r"[\s,;+-]+", text) if word]
    if not words or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
        raise Refused(
            "bad_dice", f"Dice are numbers in the order thrown, such as 2,3 5,6; not {names.spoken(text)}."
        )
    return tuple(map(int, words))


def listed(text: str | None) -> tuple[str, ...]:
    """Names with commas between; none where nothing was said."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def options_said(**options: T | None) -> dict[str, T]:
    """Those of the options of a command that were said, by name."""
    return {name: value for name, value in options.items() if value is not None}


def choices(words: Iterable[str]) -> list[Choice]:
    """At most 25 proposals of at most 100 characters."""
    fits = [word for word in dict.fromkeys(words) if word and len(word) <= CHOICE_MOST]
    return [Choice(name=word, value=word) for word in fits[:MOST_CHOICES]]


def _continued(before: Sequence[str], last: str, words: Iterable[str]) -> Iterator[str]:
    """What was typed, with each word that goes on as its last one begins and was not given yet."""
    return (" ".join((*before, word)) for word in words if word.startswith(last) and word not in before)


def _split(value: str) -> list[str]:
    return [word for word in re.split(r"[\s,+/&]+", value.casefold()) if word]


def _typed(options: object) -> list[str]:
    typed: list[str] = []
    for option in options if isinstance(options, Sequence) else ():
        if option.get("type") in SUBCOMMANDS:
            typed += (option["name"], *_typed(option.get("options")))
        else:
            # People are kept as mentions, which become pseudonyms before anything is hashed.
            person = option.get("type") == discord.AppCommandOptionType.user.value
            value = f"<@{option.get('value')}>" if person else option.get("value")
            typed.append(f"{option['name']}:{value}")
    return typed
