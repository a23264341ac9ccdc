"""A game as plain text, entry by entry as the channel showed it, people by their pseudonyms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.ledger.entry import struck
from bot.render.pages import FENCE
from bot.render.post import posts_of
from bot.store import Transaction

_ESCAPED = re.compile(r"\\([\\`*_~|<>@#\[\]/])")
_MARKED = re.compile(r"\*\*(.+?)\*\*|`([^`\n]+)`|^_(.+)_$")


def transcript(tx: Transaction, game: int) -> Iterator[bytes]:
    """A paragraph an entry: its line, what stands below it, and its footer with the time in UTC."""
    void = struck(tx.voids.voiding(game))
    for link in tx.entries(game):
        entry = link.entry
        for post in posts_of(link, lambda pseudonym: pseudonym):
            lines = [line for line in post.body.split("\n") if line != FENCE]
            told = [f"VOID by #{void[entry.seq]}"] if entry.seq in void else []
            told += [_plain(post.line), *(f"    {_plain(line)}".rstrip() for line in lines)]
            yield "\n".join((*told, f"    {post.footer} · {entry.at}", "", "")).encode()


def _plain(text: str) -> str:
    """The text without Discord's markup, names as they were typed."""
    bare = _MARKED.sub(lambda found: found[1] or found[2] or found[3], text)
    return _ESCAPED.sub(r"\1", bare)
