"""Whether a ruling is the first of its pieces after one of theirs was made void in the same phase."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events.correction import FollowedVoid
from bot.ledger.entry import Entry, Kind
from bot.play.sitting import Sitting


def followed_void(sitting: Sitting, pieces: Sequence[str]) -> tuple[FollowedVoid, ...]:
    """The void that a ruling of these pieces follows; none if they were ruled on since, or a phase began."""
    tx, game = sitting.tx, sitting.game.id
    void = tx.voids.struck(game)
    if not void:
        return ()
    for seq, kind, read, _ in tx.voids.backwards(game):
        if seq in void:
            continue
        if kind == Kind.VOIDED:
            for of in tx.entry_named(game, seq).voids:
                if void.get(of) == seq and _concerns(tx.entry_named(game, of), pieces):
                    return (FollowedVoid(of, seq),)
        if kind == Kind.TURN or (kind == Kind.RULING and not set(pieces).isdisjoint(read)):
            return ()
    return ()


def _concerns(entry: Entry, pieces: Sequence[str]) -> bool:
    return entry.kind is Kind.RULING and not set(pieces).isdisjoint(entry.read)
