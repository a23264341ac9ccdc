"""Bringing exported games into a database that holds none, where their state is what it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from bot.archive import rebuild
from bot.events.codecs import EVENTS
from bot.events.table import EpochRevealed
from bot.ledger.entry import GENESIS, Link
from bot.ledger.exported import BEGINS, Exported, NotExported
from bot.operations.epochs import close_unheld
from bot.play import game as games
from bot.play.sitting import NOBODY, Caller
from bot.referee import Answer, Referee
from bot.render.post import posts_of
from bot.store import Store, Transaction
from bot.verify.epochs import seed_of
from rules.refusal import Refused

DISCORD_EPOCH_MS = 1420070400000
COMMAND = "referee import"


def by_game(files: Sequence[Path]) -> tuple[Exported, ...]:
    """The exports that the files hold: one that begins with an entry goes on with the file before it."""
    found: list[list[Path]] = []
    for file in files:
        with file.open("rb") as opened:
            goes_on = opened.read(len(BEGINS)) == BEGINS
        if goes_on and found:
            found[-1].append(file)
        else:
            found.append([file])
    return tuple(map(Exported, found))


def bring_in(exports: Sequence[Exported]) -> Callable[[Transaction], str]:
    """Enter exports whose chain and dice hold; gives the canonical dump of what is built from them.

    Raises Refused `not_empty`, or `twice` where two files are of one game; NotExported where what the
    entries tell does not fit together, as no referee would have written it.
    """

    def work(tx: Transaction) -> str:
        held = ", ".join(map(str, tx.games()))
        if held:
            raise Refused("not_empty", f"The database holds games already: {held}. Name one that is empty.")
        numbers = [exported.game for exported in exports]
        if len(set(numbers)) < len(numbers):
            raise Refused("twice", "Two of the files are the same game; give the parts of one in order.")
        try:
            return _entered(tx, exports)
        except (LookupError, TypeError, ValueError) as error:
            raise NotExported(f"What the entries tell does not fit together: {error!r}.") from error

    return work


def _entered(tx: Transaction, exports: Sequence[Exported]) -> str:
    for exported in exports:
        _enter(tx, exported)
    dump = rebuild.rebuild(tx)
    for exported in exports:
        _post(tx, exported)
    return dump


def _enter(tx: Transaction, exported: Exported) -> None:
    prev = GENESIS
    for line in exported.lines():
        read, _ = line.read()
        link = Link(read.entry, read.body, prev, read.hash)
        tx.append(link)
        for stored in link.entry.events:
            if stored.get("event") == EpochRevealed.tag:
                event = EVENTS.read(stored)
                tx.keep_seed(exported.game, event.epoch, seed_of(link.entry.seq, event.seed))
        prev = link.hash


def _post(tx: Transaction, exported: Exported) -> None:
    """Where the parts of each entry stand; what stands nowhere is due in the game's channel."""
    channel = int(games.held(tx, exported.game).channel)
    for line in exported.lines():
        link, places = line.read()
        seq = link.entry.seq
        rendered = len(posts_of(link, lambda pseudonym: pseudonym))
        tx.outbox.put(exported.game, seq, max(rendered, *(place.part + 1 for place in places), 0), channel)
        for place in places:
            tx.posted_rows.place(
                exported.game, seq, place.part, place.channel, place.message, place.content or None
            )


async def close_epochs(store: Store, referee: Referee, now: Callable[[], datetime]) -> list[Answer]:
    """Close every open game's epoch whose seed is not held, and open the next; the entries that do so."""
    entered = []
    for number, guild, channel in await store.read(_unheld):
        caller = Caller(_request(now(), number), NOBODY, guild, channel, COMMAND)
        entered.append(await referee.enter(caller, close_unheld()))
    return entered


def _unheld(tx: Transaction) -> list[tuple[int, int, int]]:
    """Number, server and channel of the open games whose dice cannot fall here."""
    return [place for place in tx.open_places() if tx.seed(place[0], games.held(tx, place[0]).epoch) is None]


def _request(moment: datetime, number: int) -> str:
    """An id of the moment, made as Discord makes those of interactions."""
    return str(((int(moment.timestamp() * 1000) - DISCORD_EPOCH_MS) << 22) + number)
