"""`referee run`: the referee on Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import aiohttp
import discord

from bot.archive.rebuild import open_built
from bot.channel.client import Client
from bot.channel.limits import Limits
from bot.ledger.ruleset import rules_hash
from bot.play.sitting import Patience
from bot.referee import Referee
from bot.settings import Settings

log = logging.getLogger(__name__)
RETRY_SECONDS = (1, 5, 15, 60)
DRAIN_SECONDS = 10
DONE, WRONG_USE = 0, 2


async def run(settings: Settings) -> int:
    """Connects with the token of the settings. A first connection that fails is tried again.

    Returns 2 where there is no token, or one that Discord refuses.
    """
    if not settings.token:
        print(
            "There is no token: set REFEREE_TOKEN or token in referee.toml, or try `referee sandbox`.",
            file=sys.stderr,
        )
        return WRONG_USE
    store = await open_built(settings.database)
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for wish in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(wish, stopping.set)
    try:
        patience = Patience(timedelta(seconds=settings.asks_again), timedelta(days=settings.silence))
        referee = Referee(store, _now, secrets.token_bytes, rules_hash(), patience)
        limits = Limits(settings.guilds, settings.cooldown)
        return await _until(stopping, lambda: Client(store, referee, _now, limits=limits), settings.token)
    finally:
        await store.close()


async def _until(stopping: asyncio.Event, connect: Callable[[], Client], token: str) -> int:
    tries = iter(RETRY_SECONDS)
    while not stopping.is_set():
        client = connect()
        running = asyncio.create_task(client.start(token))
        wished = asyncio.create_task(stopping.wait())
        await asyncio.wait((running, wished), return_when=asyncio.FIRST_COMPLETED)
        wished.cancel()
        if stopping.is_set() and client.is_ready():
            await _drain(client)
        await client.close()
        if stopping.is_set():
            await _ended(running)
            break
        try:
            await running
        except discord.LoginFailure:
            print(
                "Discord refuses the token; make a fresh one on the application's Bot page.", file=sys.stderr
            )
            return WRONG_USE
        except (
            AttributeError,
            OSError,
            aiohttp.ClientError,
            discord.GatewayNotFound,
            discord.HTTPException,
        ) as error:
            wait = next(tries, RETRY_SECONDS[-1])
            log.warning("no connection (%s); tried again in %d s", error, wait)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), wait)
    return DONE


async def _ended(running: asyncio.Task[None]) -> None:
    """Wait for a client that was told to close; how its connection went does not matter any more."""
    await asyncio.wait([running])
    if not running.cancelled() and (error := running.exception()) is not None:
        log.info("the connection ended with %s", error)


async def _drain(client: Client) -> None:
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            await client.trail.drain()
    except TimeoutError:
        log.warning("some entries are not posted yet; they are at the next start")


def _now() -> datetime:
    return datetime.now(UTC)
