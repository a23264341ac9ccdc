"""Posts that were deleted, sent once more from the ledger and marked as such."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.channel.check import last_comparison
from bot.store import Store
from bot.store.rows import PostedPart
from bot.store.transaction import Transaction
from bot.verify.comparison import Finding
from rules.refusal import Refused


class Reposts:
    """Makes due again what the last comparison of a game missed."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client = client
        self._store = store

    async def make_due(self, game: int, request: int) -> int:
        """How many posts are sent again because of the interaction `request`.

        Raises Refused `not_compared` where no comparison is finished, and what Discord raises.
        """
        found = await self._store.read(lambda tx: last_comparison(tx, game))
        if found is None or not found.finished:
            raise Refused("not_compared", "The channel was not compared to its end; /trail check does it.")
        gone = [finding for finding in found.missing if await self._is_gone(finding)]
        return await self._store.write(lambda tx: _make_due(tx, gone, request))

    async def _is_gone(self, finding: Finding) -> bool:
        """Only Discord's word that there is no such message counts: a history may be cut short."""
        place = self._client.get_partial_messageable(int(finding.channel))
        try:
            await place.fetch_message(int(finding.message))
        except discord.NotFound:
            return True
        return False


def _make_due(tx: Transaction, gone: Iterable[Finding], request: int) -> int:
    return sum(
        tx.posted_rows.send_again(
            PostedPart(one.game, one.seq, one.part, int(one.channel), int(one.message), None, None), request
        )
        for one in gone
    )
