"""Calls the people whose answers a game by post waits for, each at most once a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.channel.errors import UNSURE
from bot.operations.awaited import owed
from bot.operations.open_questions import OpenQuestion, open_questions
from bot.referee import Clock
from bot.store import NotWritten, Store, Transaction

log = logging.getLogger(__name__)

PATIENCE = timedelta(hours=1)
"""how long a question waits before anyone is called: who plays live needs no call"""
BETWEEN_CALLS = timedelta(hours=24)
LOOKS = 60
"""seconds between two looks"""
MOST_NAMED = 10
"""questions that one call names"""


class Bell:
    """Mentions a person in the channel of the game where his answer is awaited for an hour or longer."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._running: asyncio.Task[None] | None = None
        self._ringing = asyncio.Lock()

    def start(self) -> None:
        """Look at once and then every minute."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._keep(), name="calling who is awaited")

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def ring(self) -> None:
        """Call everybody who is due. A call that Discord does not take is made at the next look."""
        async with self._ringing:
            for game, _, channel in await self._store.read(lambda tx: tx.open_places()):
                await self._ring(game, channel)

    async def _ring(self, game: int, channel: int) -> None:
        now = self._clock()
        at = now.isoformat()
        for account, questions in await self._store.read(lambda tx: _due(tx, game, now)):
            try:
                # Written first: who is called though it cannot be written would be called at every look.
                before = await self._store.write(partial(_called, game=game, account=account, at=at))
            except NotWritten as error:
                log.warning("game %d: nobody is called: %s", game, error)
                return
            try:
                await self._call(channel, account, questions)
            except UNSURE as error:
                log.warning("game %d: nobody could be called: %s", game, error)
                self._store.write_soon(partial(_not_called, game=game, account=account, before=before))
                return

    async def _keep(self) -> None:
        while True:
            await self.ring()
            await asyncio.sleep(LOOKS)

    async def _call(self, channel: int, account: int, questions: Iterable[OpenQuestion]) -> None:
        lines = [_line(asked) for asked in questions]
        more = [f"and {len(lines) - MOST_NAMED} more: /game show"] if len(lines) > MOST_NAMED else []
        await self._client.get_partial_messageable(channel).send(
            "\n".join((f"<@{account}>, your answer is awaited:", *lines[:MOST_NAMED], *more)),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(account)]
            ),
        )


def _due(tx: Transaction, game: int, now: datetime) -> list[tuple[int, tuple[OpenQuestion, ...]]]:
    """Whom to call, and for which questions."""
    waiting: dict[int, list[OpenQuestion]] = {}
    for asked in (*open_questions(tx, game), *owed(tx, game)):
        if now >= asked.since + PATIENCE:
            for account in asked.accounts:
                waiting.setdefault(account, []).append(asked)
    return [
        (account, tuple(asked))
        for account, asked in waiting.items()
        if _may_call(tx.attention.called(game, account), now)
    ]


def _called(tx: Transaction, game: int, account: int, at: str) -> str:
    """When a person was called before."""
    before = tx.attention.called(game, account)
    tx.attention.call(game, account, at)
    return before


def _not_called(tx: Transaction, game: int, account: int, before: str) -> None:
    tx.attention.call(game, account, before)


def _may_call(last: str, now: datetime) -> bool:
    return not last or now >= datetime.fromisoformat(last) + BETWEEN_CALLS


def _line(asked: OpenQuestion) -> str:
    return f"#{asked.seq} since <t:{asked.stamp}:R>: {asked.text} {asked.link}".rstrip()
