"""A command as the ledger keeps it."""

from __future__ import annotations

import re
import unicodedata

from bot.store import Transaction

_MENTION = re.compile(r"<@!?(\d+)>")


def without_accounts(tx: Transaction, game: int, command: str) -> str:
    """The command as asked, fit for canonical bytes, people by their pseudonyms."""
    readable = command.replace("\0", "").encode(errors="replace").decode()
    command = unicodedata.normalize("NFC", readable)
    return _MENTION.sub(lambda found: tx.pseudonym(game, int(found[1])) or "someone", command)
