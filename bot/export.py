"""A game's ledger as JSON Lines: the stored bytes, and where each entry stands in the channel."""

from __future__ import annotations

from collections.abc import Iterator

from bot.canonical import canonical
from bot.store import Transaction
from rules.json import Json
from rules.refusal import Refused

FORMAT = 1


def export(tx: Transaction, game: int) -> Iterator[bytes]:
    """A head line, a line an entry, and an end line that shows whether the file was cut.

    No seed stands in it but those that entries have revealed. Raises Refused `no_game`.
    """
    seq, head, _ = tx.head(game)
    if not seq:
        known = ", ".join(map(str, tx.games())) or "none"
        raise Refused("no_game", f"There is no game {game}; the games are: {known}.")
    yield canonical({"export": FORMAT, "game": game}) + b"\n"
    for link in tx.entries(game):
        posts: list[Json] = [
            {"channel": str(channel), "message": str(message), "content": content.hex()}
            for channel, message, content in tx.posted(game, link.entry.seq)
        ]
        rest = canonical({"hash": link.hash.hex(), "posts": posts})
        yield b'{"entry":' + link.body + b"," + rest[1:] + b"\n"
    yield canonical({"end": seq, "head": head.hex()}) + b"\n"
