"""What it takes to check the dice of an entry by hand, and whether a post is what the ledger knows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from bot.events.codecs import read_events
from bot.events.epochs import EpochClosed
from bot.events.table import Cut, EpochOpened, EpochRevealed
from bot.ledger.entry import GENESIS, Entry, Link, chained
from bot.play.sitting import Sitting
from bot.store.rows import PostedPart
from bot.store.transaction import Transaction
from rules.refusal import Refused

TAGS = (EpochOpened.tag, Cut.tag, EpochRevealed.tag, EpochClosed.tag)


class Proof(Struct, frozen=True):
    """The dice of an entry and what they follow from; `seed` is None while it is not revealed.

    `cuts` are in the order of the seats; the numbers are those of the entries that hold each,
    `earlier` that of the one from which the ruling takes dice besides, `closed` that of the one
    which closed the epoch because its seed is not held, or 0.
    """

    link: Link
    commitment: str
    opened: int
    cuts: tuple[int, ...]
    seed: bytes | None
    revealed: int
    earlier: int
    closed: int


class Recorded(Struct, frozen=True):
    """What the ledger knows of a message: the post that stands there, and how far its chain holds.

    `shown` is the entry whose hash the message shows, `broken` the first number at which the chain does not
    hold, or 0; `head` the last number.
    """

    post: PostedPart | None
    link: Link | None
    shown: tuple[int, int] | None
    broken: int
    head: int


def entry_at(message: int) -> Callable[[Sitting], Link]:
    """The entry whose post is this message. Raises Refused `no_post`."""

    def view(sitting: Sitting) -> Link:
        post = sitting.tx.posted_rows.at(sitting.caller.channel, message)
        link = sitting.tx.entry(post.game, post.seq) if post else None
        if link is None:
            raise Refused(
                "no_post",
                "That message is no post of an entry that I know. Use the menu on one that shows #number "
                "and a hash; `/trail last` finds them.",
            )
        return link

    return view


def proof(message: int) -> Callable[[Sitting], Proof]:
    """What the dice of the entry follow from. Raises Refused `no_post` or `no_dice`."""

    def view(sitting: Sitting) -> Proof:
        link = entry_at(message)(sitting)
        entry = link.entry
        earlier = _earlier_dice(sitting.tx, entry)
        if not entry.dice:
            where = f" Its dice fell for #{earlier}: take this menu on that post." if earlier else ""
            raise Refused("no_dice", f"No die fell for #{entry.seq}.{where}")
        commitment, opened, seed, revealed, closed = "", 0, None, 0, 0
        cuts: dict[int, int] = {}
        for other in sitting.tx.search_rows.with_events(entry.game, TAGS):
            for event in read_events(other.entry.events):
                match event:
                    case EpochOpened() if event.epoch == entry.epoch:
                        commitment, opened = event.commitment, other.entry.seq
                    case Cut() if event.epoch == entry.epoch:
                        cuts[event.seat] = int(event.cut)
                    case EpochRevealed() if event.epoch == entry.epoch:
                        seed, revealed = bytes.fromhex(event.seed), other.entry.seq
                    case EpochClosed() if event.epoch == entry.epoch:
                        closed = other.entry.seq
        in_order = tuple(cuts[seat] for seat in sorted(cuts))
        return Proof(link, commitment, opened, in_order, seed, revealed, earlier, closed)

    return view


def recorded(message: int, digits: str) -> Callable[[Sitting], Recorded]:
    """What is known of a message; `digits` are those of the hash that it shows, or ""."""

    def view(sitting: Sitting) -> Recorded:
        tx = sitting.tx
        post = tx.posted_rows.at(sitting.caller.channel, message)
        shown = tx.posted_rows.entry_shown(digits) if digits else None
        if post is None:
            return Recorded(None, None, shown, 0, 0)
        broken = _broken(tx, post.game)
        return Recorded(post, tx.entry(post.game, post.seq), shown, broken, tx.head(post.game)[0])

    return view


def _earlier_dice(tx: Transaction, entry: Entry) -> int:
    """The entry with dice that a ruling goes on from: a question that it answers, a ruling that it amends."""
    seq = entry.amends or entry.answers
    link = tx.entry(entry.game, seq) if seq else None
    if link is None or link.entry.dice:
        return seq
    return _earlier_dice(tx, link.entry)


def _broken(tx: Transaction, game: int) -> int:
    before = GENESIS
    for place, (seq, body, prev, hash_) in enumerate(tx.posted_rows.chain(game), 1):
        if seq != place or prev != before or hash_ != chained(before, body):
            return place
        before = hash_
    return 0
