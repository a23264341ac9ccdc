"""The referee's edits of its own posts, which whoever watches a channel can tell from those of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.channel.embeds import NO_PINGS, embed, files, hash_as_sent
from bot.render.post import Post
from bot.store import Store

UNCHANGED = b""
"""in place of a content hash, where an edit leaves what the post says"""


class Edits:
    """Edits posts as channel messages: the tokens of interactions last 15 minutes."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._under_way: Counter[tuple[int, bytes]] = Counter()

    async def leave_buttons(self, channel: int, message: int, left: discord.ui.View | None) -> None:
        """Take the buttons from a post but those `left`. Raises what Discord raises."""
        with self._at_work(message, UNCHANGED):
            edited = await self._message(channel, message).edit(view=left)
            await self._mark(edited, None)

    async def rewrite(
        self, channel: int, message: int, post: Post, buttons: discord.ui.View | None = None
    ) -> None:
        """Have a post say something else under other buttons, or none. Raises what Discord raises."""
        content = hash_as_sent(post)
        with self._at_work(message, content):
            edited = await self._message(channel, message).edit(
                content=post.line,
                embed=embed(post),
                attachments=files(post),
                view=buttons,
                allowed_mentions=NO_PINGS,
            )
            await self._mark(edited, content)

    def is_under_way(self, message: int, content: bytes) -> bool:
        """Whether the referee is about to have a post read so."""
        return self._under_way[message, content] > 0

    def is_own(self, message: int, content: bytes, kept: bytes | None) -> bool:
        """Whether a post that reads so was edited by the referee, or reads as it did before (`kept`)."""
        if content == kept or self._under_way[message, content]:
            return True
        return kept is None and self._under_way[message, UNCHANGED] > 0

    @contextmanager
    def _at_work(self, message: int, content: bytes) -> Iterator[None]:
        self._under_way[message, content] += 1
        try:
            yield
        finally:
            self._under_way[message, content] -= 1
            self._under_way += Counter()

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)

    async def _mark(self, edited: discord.Message, content: bytes | None) -> None:
        at = edited.edited_at.isoformat() if edited.edited_at else ""
        place = (edited.channel.id, edited.id)
        await self._store.write(lambda tx: tx.posted_rows.mark_edited(*place, content, at))
