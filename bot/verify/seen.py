"""Footers that players copied from posts, looked for in a chain."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from bot.ledger.exported import Exported, NotExported
from bot.verify.failure import NotTrue
from rules.given import show
from rules.refusal import Refused

_FOOTER = re.compile(r"#?(\d{1,15})[\s·:,]+([0-9a-f]{4,64})(?:\.\.\.|…)?", re.ASCII)


class Footer(Struct, frozen=True):
    """An entry's number and the first hex digits of its hash, as its post shows them."""

    seq: int
    digits: str


def read_footer(text: str) -> Footer:
    """`#41 · 3fa9c2d4e5f60718`, or fewer digits (at least 4). Raises Refused `bad_footer`."""
    found = _FOOTER.fullmatch(text.strip())
    if found is None:
        raise Refused("bad_footer", f"Write a footer as '#41 3fa9c2d4e5f60718', not {show(text)}.")
    return Footer(int(found[1]), found[2])


def check_seen(exported: Exported, seen: Iterable[Footer]) -> None:
    """Raises NotTrue where an entry has another hash than a player saw: then the chain was written anew."""
    for footer in seen:
        try:
            _, stands = exported.line(footer.seq).framed()
        except NotExported:
            raise NotTrue(f"#{footer.seq} was seen as {footer.digits}; the file has no such entry.") from None
        if not stands.hex().startswith(footer.digits):
            raise NotTrue(
                f"#{footer.seq} was seen as {footer.digits}; the file has {stands.hex()[:16]} there:"
                " the chain was written anew."
            )
