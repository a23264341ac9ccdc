"""A post otherwise than it was first sent: struck, sent again, unable to strike another."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot import names
from bot.post import LINE_MOST, LINE_UNITS_MOST, Post, told
from bot.render import corrections


def sent_again(post: Post, *, closed: bool) -> Post:
    """A post that is sent once more because it was deleted; no buttons where its question is `closed`."""
    first, rest = post.line.removesuffix(told(post)), told(post)
    line = names.cut(f"{first}Posted again: {rest}", LINE_MOST, LINE_UNITS_MOST)
    return replace(post, line=line, buttons=() if closed else post.buttons)


def struck(post: Post, by: int, reason: str) -> Post:
    """The post of an entry that entry `by` made void."""
    return replace(post, line=corrections.strike(post.line, by, reason), buttons=())


def unable(post: Post, seqs: Sequence[int]) -> Post:
    """The post of a correction whose struck entries `seqs` have posts that cannot be edited."""
    return replace(post, body="\n".join((post.body, corrections.kept_posts(seqs))).strip())
