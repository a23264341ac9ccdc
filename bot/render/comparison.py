"""What a comparison of a channel with the ledger found, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.render.pages import joined
from bot.verify.comparison import Comparison, Finding, Matter
from bot.words import names
from bot.words.wording import address, counted

EACH = {
    Matter.DELETED: "my post of {post} is gone",
    Matter.EDITED: "my post of {post} was edited {at} and does not say what I sent: {link}",
    Matter.REWRITTEN: "my post of {post} reads otherwise than I sent it; Discord knows of no edit: {link}",
    Matter.RESTORED: "my post of {post} was edited {at}, though it says what I sent: {link}",
    Matter.COPIED: "a second post of {post} under my name: {link}; the ledger knows another one",
    Matter.INVENTED: "a post under my name shows {post} with a hash that is not in my ledger: {link}",
    Matter.IMITATED: "not my post, though it looks like one; it is by {who}: {link}",
}


def progress(so_far: Comparison) -> str:
    """One line while it goes on."""
    return f"{_read(so_far)} so far ..."


def pages(found: Comparison, guild: int, due: Sequence[int]) -> tuple[str, ...]:
    """The whole finding; `due` are entries that are not posted yet."""
    return joined(_lines(found, guild, due))


def _lines(found: Comparison, guild: int, due: Sequence[int]) -> Iterator[str]:
    if not found.finished:
        yield f"{_read(found)}; this took long enough. /trail check goes on from there."
        return
    yield f"{_read(found)}."
    unread = {**dict.fromkeys(found.unread, _UNREAD), **dict.fromkeys(found.gone, _GONE)}
    yield from (text.format(channel=channel) for channel, text in unread.items())
    if found.unhashed:
        count = counted(found.unhashed, "post was", "posts were")
        yield f"{count} posted before hashes were kept: whether they were edited cannot be told."
    yield from (f"{place}. {_told(one, guild)}." for place, one in enumerate(found.found, 1))
    yield from (f"#{seq} is not posted yet; I post it as soon as its channel takes it." for seq in due)
    if not (found.found or due or unread):
        yield "Each of them stands as I sent it, and nobody imitates me."


_UNREAD = (
    "<#{channel}> cannot be compared: I lack Read Message History or View Channel there. "
    "Who manages the channel can give it: Edit Channel, Permissions, my role."
)
_GONE = "The channel {channel} is gone, with the posts that stood there."


def _read(found: Comparison) -> str:
    posts = "1 post" if found.posts == 1 else f"{found.posts:,} posts"
    messages = "1 message" if found.messages == 1 else f"{found.messages:,} messages"
    return f"Compared {posts} with the ledger, among {messages}"


def _told(one: Finding, guild: int) -> str:
    at = f"<t:{datetime.fromisoformat(one.at).timestamp():.0f}:f>" if one.at else "at a time unknown"
    part = f" (part {one.part + 1})" if one.part else ""
    post = f"#{one.seq}{part}" if one.seq else "a number"
    link = address(int(one.channel), int(one.message), guild)
    return EACH[one.matter].format(post=post, at=at, link=link, who=names.spoken(one.who))
