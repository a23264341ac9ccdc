"""Whether somebody calls for the second time what he has just called: mostly a slip, sometimes meant."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.events.correction import CalledOnceMore
from bot.events.table import RulingCalled
from bot.ledger.entry import Kind
from bot.operations.correcting import chain_of
from bot.play.sitting import Sitting
from bot.words.wording import address
from rules.asl.request import STRUCK
from rules.json import Json, Object
from rules.refusal import Refused

LINKED_WITHIN = timedelta(minutes=10)


class CalledAgain(Refused):
    """The same person called the same on the same units a moment ago; he is asked whether he means it."""


def once_more(
    sitting: Sitting, called: RulingCalled, given: Object, pieces: tuple[str, ...], *, ask: bool
) -> tuple[CalledOnceMore, ...]:
    """What the entry of such a call tells of the one before; none where it is the first.

    Raises CalledAgain where `ask`, within the time set, and the caller has not said that he means it.
    """
    before = _before(sitting, called, given, pieces)
    if before is None:
        return ()
    seq, past = before
    if ask and past < sitting.patience.asks_within and not sitting.caller.again:
        raise CalledAgain(
            "called_again",
            f"{called.title} of these units is #{seq}, which you called {past.seconds} s ago"
            f"{_link(sitting, seq)}. Is it to be rolled once more?",
        )
    return (CalledOnceMore(seq),)


def _before(
    sitting: Sitting, called: RulingCalled, given: Object, pieces: tuple[str, ...]
) -> tuple[int, timedelta] | None:
    """The last ruling of any of these pieces and how long ago it was, if the same person called the same."""
    tx, game = sitting.tx, sitting.game.id
    void = tx.voids.struck(game)
    for seq, kind, read, at in tx.voids.backwards(game):
        past = sitting.now - datetime.fromisoformat(at)
        if kind == Kind.TURN or past > LINKED_WITHIN:
            return None
        if kind == Kind.RULING and seq not in void and not set(pieces).isdisjoint(read):
            before = tx.voids.ruling_row(game, seq)
            same = (before.rule, before.title) == (called.rule, called.title) and set(read) == set(pieces)
            same = same and _meant(before.given) == _meant(given) and not before.voids
            if not same:
                return None
            first = chain_of(tx, tx.entry_named(game, seq))[0].actor if before.answers else before.actor
            return (seq, past) if first == sitting.actor else None
    return None


def _meant(given: Json) -> tuple[Json, Json]:
    """Which unit of the Location the request is about, where it is about one, or which stack of it."""
    if not isinstance(given, Mapping):
        return None, None
    unit = given.get("unit")
    return unit.get("id") if isinstance(unit, Mapping) else unit, given.get(STRUCK)


def _link(sitting: Sitting, seq: int) -> str:
    posted = sitting.tx.outbox.posted(sitting.game.id, seq)
    if not posted:
        return ""
    channel, message, _ = posted[0]
    return f": {address(channel, message, sitting.game.guild)}"
