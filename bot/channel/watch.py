"""Edits and deletions of the referee's posts, noted in the channel as they happen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

import discord

from bot.channel.content import hash_of
from bot.channel.edits import Edits
from bot.channel.embeds import NO_PINGS
from bot.channel.errors import UNSURE
from bot.store import Store
from bot.words.wording import posts_were

log = logging.getLogger(__name__)

IN_ONE_NOTE = 100
"""posts_were that fit into one message, however they lie"""


class Watch:
    """Notes what happens to posts that stand; the referee's own edits are no news."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        edits: Edits,
        settle: Callable[[], Awaitable[None]],
    ) -> None:
        self._client = client
        self._store = store
        self._edits = edits
        # Lets replies under way come to their end: a post may be edited before its place is recorded.
        self._settle = settle
        self._deleted: dict[int, list[int]] = {}
        self._edited: dict[int, list[tuple[int, str]]] = {}
        self._noting: asyncio.Task[None] | None = None

    async def edited(self, message: discord.Message) -> None:
        """A message of somebody was edited, pinned or given a preview."""
        me = self._client.user
        if me is None or message.author.id != me.id or message.edited_at is None:
            return
        place, content = (message.channel.id, message.id), hash_of(message)
        # The edit may be over, and not kept yet when the post is read.
        under_way = self._edits.is_under_way(message.id, content)
        await self._settle()
        post = await self._store.read(lambda tx: tx.posted_rows.at(*place))
        if post is None or under_way or self._edits.is_own(message.id, content, post.content or None):
            return
        self._edited.setdefault(message.channel.id, []).append((post.seq, message.jump_url))
        self._note_soon()

    async def deleted(self, channel: int, messages: Iterable[int]) -> None:
        """Messages of a channel were deleted."""
        await self._settle()
        found = await self._store.read(lambda tx: [tx.posted_rows.at(channel, one) for one in messages])
        gone = [post.seq for post in found if post is not None]
        if gone:
            self._deleted.setdefault(channel, []).extend(gone)
            self._note_soon()

    async def drain(self) -> None:
        """Note what is to be noted, before a stop."""
        while self._noting is not None and not self._noting.done():
            await asyncio.wait([self._noting])

    def _note_soon(self) -> None:
        if self._noting is None or self._noting.done():
            self._noting = asyncio.create_task(self._note(), name="noting what happened to posts")

    async def _note(self) -> None:
        """What gathers while one note is sent stands in the next."""
        while self._deleted or self._edited:
            channel = next(iter((*self._deleted, *self._edited)))
            notes = (*_of_deleted(self._deleted.pop(channel, ())), *_of_edited(self._edited.pop(channel, ())))
            place = self._client.get_partial_messageable(channel)
            for note in notes:
                try:
                    await place.send(note, allowed_mentions=NO_PINGS)
                except UNSURE as error:
                    log.warning("channel %d was not told: %s: %s", channel, note, error)


def _of_deleted(seqs: Iterable[int]) -> Iterator[str]:
    for group in _groups(sorted(set(seqs))):
        yield (
            f"NOTE: {posts_were(group)} deleted from this channel. The ledger keeps every entry: "
            f"`/trail show entry:{group[0]}` tells it, /trail check posts again what is missing."
        )


def _of_edited(edited: Iterable[tuple[int, str]]) -> Iterator[str]:
    links = dict(edited)
    for group in _groups(sorted(links)):
        yield (
            f"NOTE: {posts_were(group)} edited, and not by me: {links[group[0]]} does not say what I posted. "
            f"`/trail show entry:{group[0]}` tells the entry as it is in the ledger."
        )


def _groups(seqs: Sequence[int]) -> Iterator[Sequence[int]]:
    return (seqs[at : at + IN_ONE_NOTE] for at in range(0, len(seqs), IN_ONE_NOTE))
