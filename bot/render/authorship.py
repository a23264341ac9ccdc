"""Whether a message is the referee's, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from bot.operations.proof import Recorded
from bot.words import names


class MessageGiven(Struct, frozen=True):
    """A message as it was handed over: whose it is, what it shows, the hash of what it says.

    `who` is its author, `footer` the number and digits that it shows or "", `alone` whether it was said to
    one person.
    """

    own: bool
    who: str
    footer: str
    alone: bool
    content: bytes


def verdict(given: MessageGiven, found: Recorded) -> str:
    """The answer, each point of it in a line."""
    return "\n".join(_lines(given, found))


def _lines(given: MessageGiven, found: Recorded) -> Iterator[str]:
    if not given.own:
        yield f"**No.** It was written by {names.spoken(given.who)}, not by me."
        yield from _footer(given, found)
    elif given.alone:
        yield "**Yes**, an answer of mine to one person. It is no post of an entry."
    elif found.post is None or found.link is None:
        yield from _unknown(given, found)
    else:
        yield from _known(given, found)


def _unknown(given: MessageGiven, found: Recorded) -> Iterator[str]:
    if not given.footer:
        yield "**Yes**, a note of mine. It is no post of an entry, stands in no ledger and proves nothing."
        return
    yield "**No post that I know.** It stands under my name, and my ledger has none at this place."
    yield from _footer(given, found)
    yield "Whoever holds my token can write under my name, and so can I on another database."


def _footer(given: MessageGiven, found: Recorded) -> Iterator[str]:
    if not given.footer:
        return
    if found.shown is None:
        yield f"It shows {given.footer}: no entry of mine has that hash."
    else:
        game, seq = found.shown
        yield (
            f"It shows {given.footer}: that is the hash of #{seq} of game {game}, whose post is another. "
            f"`/trail show entry:{seq}` links to it."
        )


def _known(given: MessageGiven, found: Recorded) -> Iterator[str]:
    post, link = found.post, found.link
    if post is None or link is None:
        return
    changed = bool(post.content) and post.content != given.content
    right = given.footer == link.footer
    part = f", part {post.part + 1}" if post.part else ""
    head = "**No longer:** it was changed" if changed or not right else "**Yes**"
    yield f"{head}. Message {post.message} of this channel is my post of #{post.seq}{part}."
    if not post.content:
        yield "- It was posted before hashes were kept: whether it was edited cannot be told."
    elif changed:
        yield f"- It does not say what I sent; `/trail show entry:{post.seq}` tells the entry."
    else:
        yield f"- It says what I sent: content hash `{post.content.hex()[:16]}`."
    if right:
        yield f"- It shows the hash of the entry, `{link.shown}`."
    else:
        yield f"- It shows {given.footer or 'no hash'}; the entry's is {link.footer}."
    if found.broken:
        yield f"- The chain of this game does NOT hold: #{found.broken} does not follow from the one before."
    else:
        yield f"- The chain of this game holds from #1 to #{found.head}."
