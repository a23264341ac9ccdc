"""What Discord itself says: token, clock, and the permissions in the channels of open games."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from email.utils import parsedate_to_datetime
from pathlib import Path

import aiohttp
import discord
import discord.http

from bot.channel.errors import UNSURE
from bot.channel.permissions import INSTALL, lacking
from bot.doctor.finding import Finding, Word
from bot.doctor.settings import INSTALL_LINK
from bot.referee import Clock
from bot.settings import Settings
from bot.store import Transaction

CLOCK_LOOK, CLOCK_WRONG = 5, 60
"""seconds between this machine's clock and Discord's"""
PATIENCE = 10
GIVE = "Edit Channel, Permissions, add the bot's role, allow it."


async def of_discord(settings: Settings, clock: Clock) -> list[Finding]:
    """Asks over HTTP alone: no second connection to the gateway disturbs a referee that runs."""
    try:
        findings = [await _clock(clock)]
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        do = "Look at this machine's network, name resolution and firewall."
        return [Finding(Word.WRONG, "Discord", f"it cannot be reached ({error or 'no answer'}).", do)]
    if settings.token:
        try:
            async with asyncio.timeout(6 * PATIENCE):
                findings += [finding async for finding in _login(settings)]
        except UNSURE as error:
            found = f"it stopped answering ({error or 'no answer'})."
            findings.append(Finding(Word.WRONG, "Discord", found, "Try again later."))
    return findings


async def _clock(clock: Clock) -> Finding:
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession() as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as response,
    ):
        said = response.headers.get("Date")
    if said is None:
        return Finding(Word.LOOK, "clock", "Discord's answer bears no time.", "A proxy may stand between.")
    # The header has whole seconds.
    apart = abs((parsedate_to_datetime(said) - clock()).total_seconds())
    found = f"{apart:.0f} s apart from Discord's."
    if apart > CLOCK_LOOK:
        word = Word.WRONG if apart > CLOCK_WRONG else Word.LOOK
        return Finding(word, "clock", found, "Set the clock: timedatectl set-ntp true.")
    return Finding(Word.OK, "clock", found)


async def _login(settings: Settings) -> AsyncIterator[Finding]:
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(settings.token)
        except discord.LoginFailure:
            do = "Make a fresh one on the application's Bot page; the old one then ends."
            yield Finding(Word.WRONG, "login", "Discord refuses the token.", do)
            return
        link = INSTALL_LINK.format(client.application_id, INSTALL)
        yield Finding(Word.OK, "login", f"as application {client.application_id}; to install it: {link}.")
        if settings.database.exists():
            for game, guild, channel in _open_games(settings.database):
                yield await _place(client, game, guild, channel)


async def _place(client: discord.Client, game: int, guild_id: int, channel_id: int) -> Finding:
    subject = f"game {game}"
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        channel = await guild.fetch_channel(channel_id)
        held_in = channel
        if isinstance(channel, discord.Thread):
            held_in = await guild.fetch_channel(channel.parent_id)
        member = await guild.fetch_member(client.user.id if client.user else 0)
    except discord.NotFound:
        do = "Invite the bot again, or go on elsewhere: /game move."
        return Finding(Word.WRONG, subject, "its server or channel is gone.", do)
    except discord.Forbidden:
        return Finding(Word.WRONG, subject, "its channel is closed to the bot.", f"View Channel: {GIVE}")
    assert isinstance(held_in, discord.abc.GuildChannel)
    held = held_in.permissions_for(member)
    missing = lacking(held, in_thread=isinstance(channel, discord.Thread))
    if missing:
        return Finding(Word.WRONG, subject, f"its channel lacks {', '.join(missing)}.", GIVE)
    return Finding(Word.OK, subject, "its channel allows all that is needed.")


def _open_games(database: Path) -> list[tuple[int, int, int]]:
    """Number, server and channel of every open game; none where the database cannot be read."""
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return Transaction(connection).open_places()
    except sqlite3.DatabaseError:
        return []
