"""Who may do what in which channel."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.sandbox.errors import api_error
from bot.sandbox.wrong import WrongUse, known

ADMINISTRATOR = 1 << 3
VIEW = 1 << 10
SEND = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED = 1 << 14
ATTACH = 1 << 15
READ_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
MANAGE_CHANNELS = 1 << 4
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_IN_THREADS = 1 << 38
PIN = 1 << 51

EVERYONE_NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "add_reactions",
    "read_message_history",
    "use_application_commands",
)
ALL = discord.Permissions.all().value


def bits(names: Iterable[str]) -> int:
    """The permissions with these names (`send_messages`), as discord.py spells them. Raises WrongUse."""
    total = 0
    for name in names:
        flag = discord.Permissions.VALID_FLAGS.get(name)
        if flag is None:
            names = sorted(discord.Permissions.VALID_FLAGS)
            raise WrongUse(f"There is no permission {name!r}. {known(names, 'There are')}")
        total |= flag
    return total


EVERYONE = bits(EVERYONE_NAMES)


def demand(held: int, *needed: int) -> None:
    """Raises 50001 where the channel cannot be seen, 50013 where another of the needed bits is missing."""
    if not held & VIEW:
        raise api_error(50001)
    if any(not held & bit for bit in needed):
        raise api_error(50013)
