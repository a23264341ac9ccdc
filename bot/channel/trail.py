"""Telling a channel what was entered: the reply first, what it missed from the outbox, each part once."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, repeat

import discord

from bot.channel.edits import Edits
from bot.channel.embeds import NO_PINGS, hash_as_sent, sending, under, view
from bot.channel.errors import ALREADY_ACKNOWLEDGED, UNSURE
from bot.channel.freeze import Freeze, footers
from bot.channel.held_calls import HeldCalls
from bot.channel.strikes import Strikes
from bot.channel.whisper import whisper
from bot.play.closing import is_closed
from bot.play.sitting import Caller, Operation
from bot.referee import THAWING, Answer, Clock, Referee
from bot.render import altered
from bot.render.post import Post
from bot.store import Store, Transaction
from bot.store.rows import Due

log = logging.getLogger(__name__)

RETRY_SECONDS = (5, 30, 120, 300)
SETTLE_SECONDS = 5
SEEN_SECONDS = 1
AWAY_SECONDS = 60
"""entries that wait longer are announced as posted late"""


class Trail:
    """Enters requests and posts what was entered: the reply first, from the outbox what it missed."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        referee: Referee,
        clock: Clock,
        serves: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        self._client = client
        self._store = store
        self._referee = referee
        self._clock = clock
        self._serves = serves
        self._freeze = Freeze(client, store, referee, serves)
        self.edits = Edits(client, store)
        self._strikes = Strikes(store, referee, self.edits)
        self.listeners: list[Callable[[int], None]] = []
        """who is told the number of a game into which something was entered"""
        self.held_calls = HeldCalls(referee)
        self._telling: set[str] = set()
        self._replying: set[tuple[int, int]] = set()
        self._overtaken: set[tuple[int, int]] = set()
        """entries, by game and number, and those of them after which another struck or answered some"""
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._posting = asyncio.Lock()
        self._again: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None

    async def enter(self, interaction: discord.Interaction, caller: Caller, operation: Operation) -> Answer:
        """Enter the request and reply with its entry. Raises Refused; then there is nothing to tell.

        An interaction delivered twice is told by the delivery that entered it.
        """
        if caller.request in self._telling:
            return await self._referee.enter(caller, operation)
        with self._at_work(caller.request):
            answer = await self.held_calls.enter(caller, operation)
            entry = answer.link.entry
            place = (entry.game, entry.seq)
            if entry.voids or answer.closes:
                self._overtaken |= {other for other in self._replying if other[0] == entry.game}
            self._replying.add(place)
            # What came before was told, or is due and was left alone while this was looked at.
            is_told = not answer.repeated and await self._replied(interaction, answer)
            self._replying.discard(place)
            settled = await self._close(interaction, answer)
            if entry.voids or place in self._overtaken:
                self._overtaken.discard(place)
                settled = await self._strikes.edit_due() and settled
        for tell in self.listeners:
            tell(entry.game)
        if not is_told or not settled or entry.kind in THAWING:
            await self.post_due()
        return answer

    async def enter_sealed(
        self, interaction: discord.Interaction, caller: Caller, operation: Operation, tell: Sequence[str]
    ) -> None:
        """Enter what the channel must not see typed: the asker alone is answered, the post stands alone.

        A reply would show everybody what the command was given. Raises Refused.
        """
        try:
            with self._at_work(caller.request):
                await self._referee.enter(caller, operation)
                await self.whisper_pages(interaction, tell)
        finally:
            await self.post_due()

    async def whisper_pages(
        self, interaction: discord.Interaction, pages: Sequence[str], file: discord.File | None = None
    ) -> None:
        """Say pages to the asker alone, one message each, the file with the first."""
        first, *rest = pages
        with self._at_work(str(interaction.id)):
            await whisper(interaction, first, file=file)
            for page in rest:
                await interaction.followup.send(page, ephemeral=True, allowed_mentions=NO_PINGS)

    async def whisper_file(self, interaction: discord.Interaction, text: str, name: str, data: bytes) -> None:
        """Give the asker alone a file."""
        file = discord.File(io.BytesIO(data), name)
        with self._at_work(str(interaction.id)), suppress(discord.InteractionResponded):
            await interaction.response.send_message(
                text, file=file, ephemeral=True, allowed_mentions=NO_PINGS
            )

    @contextmanager
    def _at_work(self, request: str) -> Iterator[None]:
        self._telling.add(request)
        self._quiet.clear()
        try:
            yield
        finally:
            self._telling.discard(request)
            if not self._telling:
                self._quiet.set()

    def catch_up(self) -> None:
        """After a start or a gap: compare the channels with the ledger, post what is due."""
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._caught_up(), name="catching up")

    async def _caught_up(self) -> None:
        await self._freeze.check()
        await self.post_due()

    async def post_due(self) -> None:
        """Post what is due, in order, and edit what is; what a channel refuses is tried again later."""
        async with self._posting:
            late: set[int] = set()
            refused: set[int] = set()
            for due in await self._store.read(self._to_post):
                if due.channel in refused or due.request in self._telling or due.game in self._referee.frozen:
                    continue
                try:
                    await self._post(due, late)
                except UNSURE as error:
                    refused.add(due.channel)
                    log.warning("game %d #%d is not posted yet: %s", due.game, due.seq, error)
        settled = await self._strikes.edit_due()
        if (refused or not settled) and (self._again is None or self._again.done()):
            self._again = asyncio.create_task(self._retry(), name="posting what was refused")

    def _to_post(self, tx: Transaction) -> list[Due]:
        """What is due on the servers served; what is due elsewhere waits until they are again."""
        servers = tx.outbox.servers()
        return [due for due in tx.outbox.due() if self._serves(servers[due.game])]

    async def settle(self, seconds: float = SETTLE_SECONDS) -> None:
        """Let the replies under way come to their end, for at most so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._quiet.wait(), seconds)

    async def record_seen(self) -> None:
        """Let posts that people may see already be recorded as posted, for at most a second."""
        await self.settle(SEEN_SECONDS)

    async def drain(self) -> None:
        """Finish the replies under way and post what is due, before a stop."""
        if self._catching_up is not None:
            await asyncio.wait([self._catching_up])
        await self._quiet.wait()
        await self.post_due()

    async def close(self) -> None:
        """Stop trying; what is due waits for the next start."""
        tasks = [task for task in (self._again, self._catching_up) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _retry(self) -> None:
        for seconds in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
            await asyncio.sleep(seconds)
            await self.post_due()
            if not await self._store.read(lambda tx: self._to_post(tx) or self._strikes.due(tx)):
                return

    async def _replied(self, interaction: discord.Interaction, answer: Answer) -> bool:
        try:
            await self._reply(interaction, answer)
        except UNSURE as error:
            entry = answer.link.entry
            log.warning("game %d #%d: the reply failed: %s", entry.game, entry.seq, error)
            if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
                await self._freeze.check()
            return False
        return True

    async def _close(self, interaction: discord.Interaction, answer: Answer) -> bool:
        """Take the buttons from the post that an entry closes; whether nothing of that is left to do."""
        game, closed = answer.link.entry.game, answer.closes
        if not closed:
            return True
        post = (await self._referee.answer_of(game, closed)).posts[-1]
        left = view(altered.closed(post), game, closed)
        posted = await self._store.read(lambda tx: tx.outbox.posted(game, closed))
        places = {(channel, message) for channel, message, _ in posted[-1:]}
        if interaction.message is not None:
            # It may be pressed before its own reply has come back to tell where it stands.
            places.add((interaction.message.channel.id, interaction.message.id))
        for channel, message in places:
            try:
                await self.edits.leave_buttons(channel, message, left)
            except UNSURE as error:
                log.info("game %d #%d keeps its buttons: %s", game, closed, error)
                return False
        if posted:
            self._store.write_soon(lambda tx: tx.voids.mark_closed(game, closed))
        return True

    async def _reply(self, interaction: discord.Interaction, answer: Answer) -> None:
        entry = answer.link.entry
        for part, post in enumerate(answer.posts):
            buttons = view(post, entry.game, entry.seq) or discord.utils.MISSING
            if part == 0:
                callback = await interaction.response.send_message(**sending(post), view=buttons)
                message = callback.message_id or (await interaction.original_response()).id
            else:
                sent = await interaction.followup.send(**sending(post), view=buttons, wait=True)
                message = sent.id
            due = Due(entry.game, entry.seq, part, interaction.channel_id or 0, entry.request)
            self._mark(due, message, post)

    async def _post(self, due: Due, late: set[int]) -> None:
        answer = await self._referee.answer_of(due.game, due.seq)
        post = answer.posts[due.part]
        # No post of an entry is older than the interaction that caused it, whose id tells the time.
        since, nonce = int(due.request), f"{due.game}-{due.seq}-{due.part}"
        if due.again:
            post = altered.sent_again(post)
            if await self._store.read(lambda tx: is_closed(tx, due.game, due.seq)):
                post = altered.closed(post)
            since, nonce = due.again, f"{nonce}-{due.again % 10**8}"
        channel = self._client.get_partial_messageable(due.channel)
        message = await self._standing(channel, since, post)
        if message is None:
            if not due.again:
                await self._say_late(channel, answer, late)
            buttons = view(post, due.game, due.seq) or under()
            sent = await channel.send(**sending(post), nonce=nonce, view=buttons)
            message = sent.id
        self._mark(due, message, post)

    async def _standing(self, channel: discord.PartialMessageable, since: int, post: Post) -> int | None:
        """The message of ours that shows this post: a reply may have arrived though it seemed lost."""
        async for message in channel.history(limit=None, after=discord.Object(since)):
            ours = self._client.user is not None and message.author.id == self._client.user.id
            # Discord strips white space from what it is sent; it may have stood before it was struck.
            said = (post.line.strip(), post.line.strip().split("\n", 1)[-1])
            if ours and message.content in said and footers(message) == [post.footer]:
                return message.id
        return None

    async def _say_late(self, channel: discord.PartialMessageable, answer: Answer, late: set[int]) -> None:
        """One line in a channel before posts that come late, from when to when they were held up."""
        entered = datetime.fromisoformat(answer.link.entry.at)
        now = self._clock()
        if channel.id in late or (now - entered).total_seconds() < AWAY_SECONDS:
            return
        late.add(channel.id)
        await channel.send(
            f"I could not post from <t:{entered.timestamp():.0f}:f> to <t:{now.timestamp():.0f}:f>. "
            "What was entered then follows; nothing is lost.",
            allowed_mentions=NO_PINGS,
        )

    def _mark(self, due: Due, message: int, post: Post) -> None:
        content = hash_as_sent(post)
        self._store.write_soon(lambda tx: tx.outbox.mark(due, message, content))
