"""Reading the channels of a game page by page, from where an earlier reading stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TypeAlias

import discord
from msgspec.structs import replace

from bot.channel.content import hash_of
from bot.channel.errors import UNSURE
from bot.events.codec import plain, read_plain
from bot.store import Store
from bot.store.transaction import Transaction
from bot.verify.comparison import Comparison, Seen, with_page
from bot.verify.imitation import FOOTER, bears_name, imitates_footer
from rules.refusal import Refused

log = logging.getLogger(__name__)

UNREAD = "Discord does not give me the messages of this channel. /trail check goes on from where it stopped."
PAGE = 100
"""messages that Discord gives at once"""
TIME_SECONDS = 780
"""how long one command reads: its answer can be changed for 15 minutes"""

Progress: TypeAlias = Callable[[Comparison], Awaitable[None]]


class Access(StrEnum):
    OPEN = "open"
    UNREAD = "unread"
    GONE = "gone"


class ChannelCheck:
    """Compares the channels of a game with the ledger; what was found is kept after every page."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._under_way: set[int] = set()

    async def compare(
        self, game: int, upto: int, progress: Progress, *, seconds: float = TIME_SECONDS
    ) -> Comparison:
        """Go on with the comparison that was begun, or begin one of everything before the id `upto`.

        It is not `finished` where the time was not enough. Raises Refused `checking` where one is under way,
        `unread` where Discord does not give the messages; the next call goes on from there.
        """
        if game in self._under_way:
            raise Refused("checking", "This game's channel is being compared already; ask again in a minute.")
        self._under_way.add(game)
        try:
            return await self._compare(game, upto, progress, asyncio.get_running_loop().time() + seconds)
        except UNSURE as error:
            log.warning("game %d: the channel cannot be read: %s", game, error)
            raise Refused("unread", UNREAD) from error
        finally:
            self._under_way.discard(game)

    async def _compare(self, game: int, upto: int, progress: Progress, end: float) -> Comparison:
        channels, kept = await self._store.read(
            lambda tx: (tx.posted_rows.channels(game), last_comparison(tx, game))
        )
        so_far = Comparison(str(upto)) if kept is None or kept.finished else kept
        for channel, first in channels:
            if str(channel) in so_far.past:
                continue
            if so_far.channel != str(channel):
                so_far = replace(so_far, channel=str(channel), after=str(first - 1))
            while so_far.channel:
                if asyncio.get_running_loop().time() > end:
                    return so_far
                so_far = await self._one_page(game, channel, so_far)
                await self._keep(game, so_far)
                await progress(so_far)
        so_far = replace(so_far, finished=True)
        await self._keep(game, so_far)
        return so_far

    async def _one_page(self, game: int, channel: int, so_far: Comparison) -> Comparison:
        """After the last page of a channel it is among those `past`."""
        access = await self._access(channel)
        past = replace(so_far, channel="", after="0", past=(*so_far.past, str(channel)))
        if access is Access.GONE:
            return replace(past, gone=(*past.gone, str(channel)))
        place = self._client.get_partial_messageable(channel)
        upto, after = int(so_far.upto), int(so_far.after)
        history = place.history(limit=PAGE, after=discord.Object(after), oldest_first=True)
        read = [message async for message in history]
        # Asked again: without the permission there is an empty list and no error.
        if access is Access.UNREAD or await self._access(channel) is Access.UNREAD:
            return replace(past, unread=(*past.unread, str(channel)))
        page = [self._seen(message) for message in read if message.id <= upto]
        whole = len(read) < PAGE or read[-1].id >= upto
        last = upto if whole else read[-1].id
        done = await self._store.read(lambda tx: with_page(tx, game, so_far, channel, page, last))
        return replace(done, channel="", after="0", past=(*done.past, str(channel))) if whole else done

    async def _access(self, channel: int) -> Access:
        try:
            place = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        except discord.NotFound:
            return Access.GONE
        except discord.Forbidden:
            return Access.UNREAD
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return Access.UNREAD
        held = place.permissions_for(place.guild.me)
        return Access.OPEN if held.view_channel and held.read_message_history else Access.UNREAD

    def _seen(self, message: discord.Message) -> Seen:
        me = self._client.user
        own = me is not None and message.author.id == me.id
        robot = not own and (message.author.bot or message.webhook_id is not None)
        who = message.author.display_name
        footers = tuple(shown.footer.text or "" for shown in message.embeds)
        return Seen(
            message.id,
            own,
            robot and (bears_name(who, self._names(message)) or _shows_footer(message)),
            who,
            hash_of(message) if own else b"",
            message.edited_at.isoformat() if message.edited_at else "",
            tuple(footer for footer in footers if own and FOOTER.fullmatch(footer)),
        )

    def _names(self, message: discord.Message) -> tuple[str, ...]:
        account = (self._client.user.name,) if self._client.user else ()
        return (*account, message.guild.me.display_name) if message.guild else account

    async def _keep(self, game: int, so_far: Comparison) -> None:
        await self._store.write(lambda tx: tx.posted_rows.keep_comparison(game, plain(so_far)))


def last_comparison(tx: Transaction, game: int) -> Comparison | None:
    """What the last comparison of a game found, or how far it came."""
    state = tx.posted_rows.comparison(game)
    return None if state is None else read_plain(Comparison, state)


def _shows_footer(message: discord.Message) -> bool:
    """What others write can be read only where they mention the bot, or it was granted the content."""
    texts = [message.content]
    for shown in message.embeds:
        fields = [text for field in shown.fields for text in (field.name, field.value)]
        texts += [text or "" for text in (shown.title, shown.description, shown.footer.text, *fields)]
    return any(map(imitates_footer, texts))
