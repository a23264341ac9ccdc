"""Telling a channel what was entered: the reply first, what it missed from the outbox, each part once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.embeds import NO_PINGS, content_hash, embed, view
from bot.post import People, Post, posts_of
from bot.referee import Answer, Referee
from bot.store import Store
from bot.store.transaction import Due

log = logging.getLogger(__name__)


class Trail:
    """Posts entries. `post_due` posts what no reply has delivered, looking first whether it stands there."""

    def __init__(self, client: discord.Client, store: Store, referee: Referee) -> None:
        self._client = client
        self._store = store
        self._referee = referee
        self._telling: set[tuple[int, int]] = set()
        self._posting = asyncio.Lock()

    async def tell(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Reply to the interaction with its entry. A repeated one is told by the delivery that entered it."""
        if answer.repeated:
            return
        entry = answer.link.entry
        self._telling.add((entry.game, entry.seq))
        try:
            await self._reply(interaction, answer)
        except discord.HTTPException as error:
            log.warning(
                "game %d #%d: the reply failed (%s); it is posted from the outbox", *_key(answer), error
            )
        finally:
            self._telling.discard((entry.game, entry.seq))
        if await self._store.read(lambda tx: tx.due_of(entry.game, entry.seq)):
            await self.post_due()

    async def post_due(self) -> None:
        """Post what is due, in order; a channel that refuses keeps its entries for the next time."""
        async with self._posting:
            refused: set[int] = set()
            for due in await self._store.read(lambda tx: tx.due()):
                if due.channel in refused or (due.game, due.seq) in self._telling:
                    continue
                try:
                    await self._post(due)
                except discord.HTTPException as error:
                    refused.add(due.channel)
                    log.warning("game %d #%d is not posted yet: %s", due.game, due.seq, error)

    async def close_question(self, answer: Answer) -> None:
        """Take the buttons from the question that an entry answered; a post that is gone needs nothing."""
        entry = answer.link.entry
        if not entry.answers:
            return
        for channel, message, _ in await self._store.read(lambda tx: tx.posted(entry.game, entry.answers)):
            try:
                await (
                    self._client.get_partial_messageable(channel).get_partial_message(message).edit(view=None)
                )
            except discord.HTTPException as error:
                log.info("game %d #%d keeps its buttons: %s", entry.game, entry.answers, error)

    async def _reply(self, interaction: discord.Interaction, answer: Answer) -> None:
        entry = answer.link.entry
        for part, post in enumerate(posts_of(answer.link, mentions(answer))):
            buttons = view(post, entry.game, entry.seq) or discord.utils.MISSING
            if part == 0:
                callback = await interaction.response.send_message(
                    post.line, embed=embed(post), view=buttons, allowed_mentions=NO_PINGS
                )
                message = callback.message_id or (await interaction.original_response()).id
            else:
                sent = await interaction.followup.send(
                    post.line, embed=embed(post), view=buttons, allowed_mentions=NO_PINGS, wait=True
                )
                message = sent.id
            await self._mark(Due(entry.game, entry.seq, part, interaction.channel_id or 0), message, post)

    async def _post(self, due: Due) -> None:
        answer = await self._referee.answer_of(due.game, due.seq)
        post = posts_of(answer.link, mentions(answer))[due.part]
        channel = self._client.get_partial_messageable(due.channel)
        message = await self._standing(channel, post)
        if message is None:
            buttons = view(post, due.game, due.seq) or discord.ui.View(timeout=None)
            nonce = f"{due.game}-{due.seq}-{due.part}"
            sent = await channel.send(
                post.line,
                embed=embed(post),
                allowed_mentions=NO_PINGS,
                nonce=nonce,
                view=buttons,
            )
            message = sent.id
        await self._mark(due, message, post)

    async def _standing(self, channel: discord.PartialMessageable, post: Post) -> int | None:
        """The message of ours that shows this post: a reply may have arrived though it seemed lost."""
        async for message in channel.history(limit=200):
            ours = self._client.user is not None and message.author.id == self._client.user.id
            if ours and message.content == post.line and _footers(message) == [post.footer]:
                return message.id
        return None

    async def _mark(self, due: Due, message: int, post: Post) -> None:
        await self._store.write(lambda tx: tx.mark_posted(due, message, content_hash(post)))


async def whisper(interaction: discord.Interaction, text: str) -> None:
    """Say something to the asker alone. A second delivery of an interaction has been answered already."""
    with suppress(discord.InteractionResponded):
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NO_PINGS)


async def whisper_more(interaction: discord.Interaction, pages: Sequence[str]) -> None:
    """Say pages to the asker alone, one message each."""
    first, *rest = pages
    await whisper(interaction, first)
    for page in rest:
        await interaction.followup.send(page, ephemeral=True, allowed_mentions=NO_PINGS)


def mentions(answer: Answer) -> People:
    """Pseudonyms as mentions; a person who was forgotten stays a pseudonym."""
    people = answer.people
    return lambda pseudonym: f"<@{people[pseudonym]}>" if pseudonym in people else pseudonym


def _footers(message: discord.Message) -> list[str | None]:
    return [shown.footer.text for shown in message.embeds]


def _key(answer: Answer) -> tuple[int, int]:
    return answer.link.entry.game, answer.link.entry.seq
