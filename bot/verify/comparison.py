"""A channel compared with the ledger, page by page: what was deleted, edited, added or imitated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from bot.store.rows import PostedPart
from bot.store.transaction import Transaction
from bot.verify.imitation import FOOTER

MOST_DIGITS = 15
"""of a number that canonical JSON takes"""


class Matter(StrEnum):
    """What a message, or the lack of it, shows."""

    DELETED = "deleted"
    EDITED = "edited"
    REWRITTEN = "rewritten"
    RESTORED = "restored"
    COPIED = "copied"
    INVENTED = "invented"
    IMITATED = "imitated"


class Finding(Struct, frozen=True):
    """`seq` is 0 where no entry is meant; `who` the author of a message that imitates the referee.

    Ids are texts, as in all that is kept as canonical JSON; `at` is the time of an edit.
    """

    matter: Matter
    channel: str
    message: str
    game: int = 0
    seq: int = 0
    part: int = 0
    who: str = ""
    at: str = ""


class Comparison(Struct, frozen=True):
    """How far the channels of a game were compared: no message later than `upto`, an id.

    `after` is the last message looked at in `channel`; `past` are the channels done with, `unread` those
    that cannot be read, `gone` those that are no more. `unhashed` counts posts without a content hash.
    """

    upto: str
    channel: str = ""
    after: str = "0"
    past: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    messages: int = 0
    posts: int = 0
    unhashed: int = 0
    found: tuple[Finding, ...] = ()
    finished: bool = False

    @property
    def missing(self) -> tuple[Finding, ...]:
        """The posts that a button can send again."""
        return tuple(finding for finding in self.found if finding.matter is Matter.DELETED)


class Seen(Struct, frozen=True):
    """A message as it stands: whether it is the referee's `own`, and what of others' `imitates` it."""

    message: int
    own: bool
    imitates: bool
    who: str
    content: bytes
    edited: str
    footers: tuple[str, ...]


def with_page(
    tx: Transaction, game: int, so_far: Comparison, channel: int, page: Sequence[Seen], last: int
) -> Comparison:
    """The comparison after one more page, which holds every message of the channel up to `last`."""
    posts = tx.posted_rows.between(channel, int(so_far.after), last)
    ours = [post for post in posts if post.game == game]
    found = (*_compared(ours, page), *_added(tx, posts, channel, page))
    return replace(
        so_far,
        channel=str(channel),
        after=str(last),
        messages=so_far.messages + len(page),
        posts=so_far.posts + len(ours),
        unhashed=so_far.unhashed + sum(post.content is None or not post.content for post in ours),
        found=so_far.found + found,
    )


def _compared(posts: Iterable[PostedPart], page: Iterable[Seen]) -> Iterator[Finding]:
    """What became of the posts that should stand there."""
    seen = {message.message: message for message in page}
    for post in posts:
        place = Finding(Matter.DELETED, str(post.channel), str(post.message), post.game, post.seq, post.part)
        message = seen.get(post.message)
        if message is None:
            yield place
        elif post.content and message.content != post.content:
            # Nobody edits without leaving the time of it: what differs then is Discord's own doing.
            matter = Matter.EDITED if message.edited else Matter.REWRITTEN
            yield replace(place, matter=matter, at=message.edited)
        elif post.edited is not None and message.edited != post.edited:
            yield replace(place, matter=Matter.RESTORED, at=message.edited)


def _added(
    tx: Transaction, posts: Iterable[PostedPart], channel: int, page: Iterable[Seen]
) -> Iterator[Finding]:
    """What stands there and should not."""
    known = {post.message for post in posts}
    for message in page:
        place = Finding(Matter.IMITATED, str(channel), str(message.message), who=message.who)
        if message.imitates:
            yield place
        elif message.own and message.message not in known:
            for footer in message.footers:
                yield from _of_own_name(tx, place, footer)


def _of_own_name(tx: Transaction, place: Finding, footer: str) -> Iterator[Finding]:
    """A post under the referee's own account that it does not know: a second copy, or an invention."""
    shown = FOOTER.fullmatch(footer)
    if shown is None:
        return
    entry = tx.posted_rows.entry_shown(shown[2])
    if entry is None:
        seq = int(shown[1]) if len(shown[1]) <= MOST_DIGITS else 0
        yield replace(place, matter=Matter.INVENTED, seq=seq, who="")
    elif not tx.outbox.due_of(*entry):
        # What is still due may stand there already: then its reply only seemed lost.
        yield replace(place, matter=Matter.COPIED, game=entry[0], seq=entry[1], who="")
