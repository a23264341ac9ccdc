"""Posts of entries that are void, stand again or lose their buttons, edited so that they show it."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.channel.edits import Edits
from bot.channel.embeds import view
from bot.channel.errors import ARCHIVED, NOT_OURS, TOO_OLD, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNSURE
from bot.play.closing import is_closed
from bot.referee import Referee
from bot.render import altered
from bot.store import NotWritten, Store, Transaction
from bot.store.rows import PostedPart

log = logging.getLogger(__name__)

HOPELESS = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_OLD, NOT_OURS, ARCHIVED})
"""errors of Discord's after which a post stays as it is"""


class Strikes:
    """Edits what is due to be edited: what fails in passing is tried again, the rest is told by the void."""

    def __init__(self, store: Store, referee: Referee, edits: Edits) -> None:
        self._store = store
        self._referee = referee
        self._edits = edits
        self._editing = asyncio.Lock()

    async def edit_due(self) -> bool:
        """Edit what is due; whether nothing is left that may succeed later."""
        done = True
        async with self._editing:
            # A post that cannot be edited makes that of its void due in turn.
            while done and (posts := await self._store.read(self.due)):
                done = all([await self._edit(post) for post in posts])
        return done

    def due(self, tx: Transaction) -> list[PostedPart]:
        """The posts to edit, but those of frozen games."""
        return [post for post in tx.voids.due() if post.game not in self._referee.frozen]

    async def _edit(self, post: PostedPart) -> bool:
        """Whether the post is settled, one way or the other."""
        by, closed, again = await self._store.read(lambda tx: _state(tx, post))
        answer = await self._referee.answer_of(post.game, post.seq)
        wanted = answer.posts[post.part]
        if again:
            wanted = altered.sent_again(wanted)
        if closed:
            wanted = altered.closed(wanted)
        try:
            buttons = view(wanted, post.game, post.seq)
            await self._edits.rewrite(post.channel, post.message, wanted, buttons)
            await self._store.write(lambda tx: _edited(tx, post, by))
        except UNSURE as error:
            log.info("game %d #%d is not edited: %s", post.game, post.seq, error)
            return await self._given_up(post, error)
        return True

    async def _given_up(self, post: PostedPart, error: Exception) -> bool:
        """Whether it is no use to try again, and that is written down."""
        if not isinstance(error, discord.HTTPException) or error.code not in HOPELESS:
            return False
        try:
            await self._store.write(lambda tx: _give_up(tx, post))
        except NotWritten:
            return False
        return True


def _state(tx: Transaction, post: PostedPart) -> tuple[int, bool, bool]:
    """What voids the entry of a post, whether its buttons are done with, whether it was sent again."""
    closed = is_closed(tx, post.game, post.seq)
    again = tx.posted_rows.was_sent_again(post.game, post.seq, post.part)
    return tx.voids.by(post.game, post.seq), closed, again


def _edited(tx: Transaction, post: PostedPart, by: int) -> None:
    """The post says what stood when it was voided `by`; what was entered meanwhile has it edited again."""
    if tx.voids.by(post.game, post.seq) == by:
        tx.voids.mark(post)


def _give_up(tx: Transaction, post: PostedPart) -> None:
    """The post stays as it is; that of the entry which struck it says so."""
    tx.voids.mark(post, impossible=True)
    by = tx.voids.by(post.game, post.seq)
    if by:
        tx.voids.make_due(post.game, (by,))
