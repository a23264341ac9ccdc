"""A pinned post a side that shows its roster; a view, which no entry rests on."""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

import discord
from msgspec.structs import replace

from bot.channel.embeds import COLOUR, NO_PINGS
from bot.channel.errors import ARCHIVED, TOO_OLD, UNKNOWN_MESSAGE, UNSURE
from bot.operations.outlook import outlooks
from bot.play import game as games
from bot.referee import Clock
from bot.render.pinned import Board, board
from bot.store import Store, Transaction
from bot.store.attention import PinnedPost

log = logging.getLogger(__name__)

BETWEEN_EDITS = timedelta(seconds=15)
LASTS = timedelta(days=1)
"""after which a post is sent anew, since Discord lets old ones be edited but seldom"""
LOOKS = 0.5
"""seconds between two looks at the clock"""
PATIENCE = 10
"""seconds that an edit may take: the library waits out a limit that it is told of"""
REPLACED = (UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED)
"""errors after which a fresh post takes the place of one"""
NOT_PINNED = "Not pinned: I lack Pin Messages here."


class Pinboard:
    """Keeps the pinned rosters of the games that want them, each side's edited at most every 15 s."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._kept: set[int] = set()
        self._wanted: set[int] = set()
        self._shown: dict[int, datetime] = {}
        self._running: asyncio.Task[None] | None = None

    async def open(self, game: int, seats: Iterable[int], channel: int) -> None:
        """Have a roster of each seat in the channel, in place of those that the game has."""
        now = self._clock().isoformat()
        wanted = [PinnedPost(game, seat, channel, 0, now) for seat in seats]
        await self.close(game)
        await self._store.write(lambda tx: tx.attention.pin_all(wanted))
        self._kept.add(game)
        await self._show(game)

    async def close(self, game: int) -> None:
        """Take the rosters of a game away."""
        self._kept.discard(game)
        posts = await self._store.read(lambda tx: tx.attention.pinned(game))
        await self._store.write(lambda tx: tx.attention.unpin(game))
        for post in posts:
            await self._take_away(post)

    def changed(self, game: int) -> None:
        """Something was entered into a game, or one of its posts is gone."""
        if game not in self._kept:
            return
        self._wanted.add(game)
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._keep(), name="keeping pinned rosters")

    async def deleted(self, messages: Iterable[int]) -> None:
        """Messages were deleted; a roster among them is posted again."""
        gone = tuple(messages)
        posts = await self._store.read(lambda tx: tx.attention.pinned_as(gone))
        for game in {post.game for post in posts}:
            self.changed(game)

    async def catch_up(self) -> None:
        """After a start: show what was entered since."""
        self._kept.update(await self._store.read(lambda tx: tx.attention.games_pinned()))
        for game in self._kept:
            self.changed(game)

    async def stop(self) -> None:
        """Stop; the next start shows what is due."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])

    async def _keep(self) -> None:
        while self._wanted:
            due = [game for game in self._wanted if self._is_due(game)]
            for game in due:
                self._wanted.discard(game)
                await self._show(game)
            if not due:
                await asyncio.sleep(LOOKS)

    def _is_due(self, game: int) -> bool:
        last = self._shown.get(game)
        return last is None or not last <= self._clock() < last + BETWEEN_EDITS

    async def _show(self, game: int) -> None:
        self._shown[game] = self._clock()
        for post, channel, shown in await self._store.read(lambda tx: list(_boards(tx, game))):
            try:
                await self._put(post, channel, shown)
            except UNSURE as error:
                log.warning("game %d: the roster of seat %d is not shown: %s", game, post.seat, error)

    async def _put(self, post: PinnedPost, channel: int, shown: Board) -> None:
        old = self._clock() >= datetime.fromisoformat(post.posted) + LASTS
        if not post.message or old or post.channel != channel:
            await self._replace(post, channel, shown)
            return
        try:
            edit = self._message(post).edit(
                content=shown.line, embed=_embed(shown), attachments=[_file(shown)], allowed_mentions=NO_PINGS
            )
            await asyncio.wait_for(edit, PATIENCE)
        except discord.HTTPException as error:
            if error.code not in REPLACED:
                raise
            await self._replace(post, channel, shown)
        except TimeoutError:
            await self._replace(post, channel, shown)

    async def _replace(self, post: PinnedPost, channel: int, shown: Board) -> None:
        message = await self._client.get_partial_messageable(channel).send(
            shown.line,
            embed=_embed(shown),
            file=_file(shown),
            allowed_mentions=NO_PINGS,
            nonce=_nonce_after(post),
        )
        stands = replace(post, channel=channel, message=message.id, posted=self._clock().isoformat())
        await self._store.write(lambda tx: tx.attention.pin_all([stands]))
        if post.message:
            await self._take_away(post)
        try:
            await message.pin()
        except discord.HTTPException as error:
            log.info("game %d: a roster cannot be pinned: %s", post.game, error)
            await message.edit(embed=_embed(shown).set_footer(text=NOT_PINNED))

    def _message(self, post: PinnedPost) -> discord.PartialMessage:
        return self._client.get_partial_messageable(post.channel).get_partial_message(post.message)

    async def _take_away(self, post: PinnedPost) -> None:
        if not post.message:
            return
        try:
            await self._message(post).delete()
        except discord.HTTPException as error:
            log.info("game %d: an old roster stays: %s", post.game, error)


def _boards(tx: Transaction, number: int) -> Iterable[tuple[PinnedPost, int, Board]]:
    """Each pinned roster of a game, the channel where it belongs, and what it is to show."""
    posts, game = tx.attention.pinned(number), games.of(tx, number)
    if not posts or game is None:
        return
    units = list(outlooks(game, tx.pieces(number)))
    seq = tx.head(number)[0]
    for post in posts:
        yield post, int(game.channel), board(game, game.seat(post.seat), seq, units)


def _nonce_after(post: PinnedPost) -> str:
    """Of the post that takes its place, at most 25 characters.

    The same until that one is written down: sent again, be it after a crash, it stands once.
    """
    told = f"{post.game} {post.seat} {post.posted} {post.message}"
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _embed(shown: Board) -> discord.Embed:
    return discord.Embed(description=shown.body, colour=COLOUR)


def _file(shown: Board) -> discord.File:
    return discord.File(io.BytesIO(shown.text.encode()), shown.filename)
