"""Freezing a game whose channel is ahead of the ledger: an old backup, or a twin on another database."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from bot.channel.embeds import NO_PINGS
from bot.channel.errors import UNSURE
from bot.referee import Referee
from bot.store import Store
from bot.verify.imitation import FOOTER

log = logging.getLogger(__name__)

COMPARED = 100
"""messages looked through for the newest entry"""
FROZEN = (
    "FROZEN. This channel shows {footer}, which my ledger does not know: it is an old backup, or a second "
    "referee runs on another database. Stop the other one, or put the newest database in place, then start "
    "me again. If what is missing is lost for good, /trail reveal goes on from here with an epoch of other "
    "dice, and /game end closes the game. Until then nothing is entered into it."
)


class Freeze:
    """`serves` tells of a server's id whether the referee works there."""

    def __init__(
        self, client: discord.Client, store: Store, referee: Referee, serves: Callable[[int], bool]
    ) -> None:
        self._client = client
        self._store = store
        self._referee = referee
        self._serves = serves

    async def check(self) -> None:
        """Freeze each open game whose channel shows an entry that the ledger does not know; say so there."""
        for game, server, channel_id in await self._store.read(lambda tx: tx.open_places()):
            if not self._serves(server):
                continue
            channel = self._client.get_partial_messageable(channel_id)
            try:
                strange = await self._strange(channel)
                if strange and game not in self._referee.frozen:
                    self._referee.frozen[game] = FROZEN.format(footer=strange)
                    await channel.send(FROZEN.format(footer=strange), allowed_mentions=NO_PINGS)
            except UNSURE as error:
                log.warning("the channel of game %d cannot be compared: %s", game, error)

    async def _strange(self, channel: discord.PartialMessageable) -> str:
        """The footer of the newest entry in the channel, if the ledger does not know it."""
        footer = await self._newest(channel)
        shown = FOOTER.fullmatch(footer)
        if shown is None:
            return ""
        known = await self._store.read(lambda tx: tx.posted_rows.entry_shown(shown[2]))
        return footer if known is None else ""

    async def _newest(self, channel: discord.PartialMessageable) -> str:
        async for message in channel.history(limit=COMPARED):
            ours = self._client.user is not None and message.author.id == self._client.user.id
            for footer in footers(message) if ours else ():
                if footer and FOOTER.fullmatch(footer):
                    return footer
        return ""


def footers(message: discord.Message) -> list[str | None]:
    """What stands below each embed of a message."""
    return [shown.footer.text for shown in message.embeds]
