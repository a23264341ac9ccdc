"""What a correction would change, found by making it and taking it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.boards import standing
from bot.boards.campaign import PIECE, campaign_of
from bot.boards.units import unit_of
from bot.events.codecs import EVENTS
from bot.events.correction import Foreseen, RsuForeseen, UnitForeseen
from bot.ledger.entry import Entry
from bot.play.sitting import Draft, Sitting
from bot.store.rows import PieceRow
from rules.konrad.formations import Rsu


def foreseen(sitting: Sitting, draft: Draft) -> tuple[Foreseen, ...]:
    """The pieces that would stand otherwise once `draft`, which voids, is entered.

    Raises Refused `cannot_stand` where an entry that stays tells of a piece that would not be in play.
    """
    tx, game = sitting.tx, sitting.game
    seq, _, at = tx.head(game.id)
    entry = Entry(
        game=game.id,
        seq=seq + 1,
        kind=draft.kind,
        epoch=game.epoch,
        request=sitting.caller.request,
        actor=sitting.actor,
        at=at,
        command="",
        inputs=draft.inputs,
        dice=(),
        events=tuple(EVENTS.write(event) for event in draft.events),
        read=draft.read,
        written=(),
        answers=0,
        voids=draft.voids,
        reason=draft.reason,
        rules="",
    )
    before = {row.id: row for row in tx.pieces(game.id)}
    with tx.trial():
        _, changed = standing.rewritten(tx, entry)
        after = {row.id: row for row in tx.pieces(game.id)}
    if game.is_campaign:
        names = {named.piece: named.name for named in game.names}
        return tuple(_regiments(before.get(PIECE), after.get(PIECE), names))
    return tuple(_units(changed, before, after, game.module))


def _units(
    changed: tuple[str, ...], before: Mapping[str, PieceRow], after: Mapping[str, PieceRow], module: str
) -> Iterator[UnitForeseen]:
    for piece in changed:
        old, new = before.get(piece), after.get(piece)
        if old is not None or new is not None:
            yield UnitForeseen(
                piece,
                old.name if old is not None else new.name if new is not None else "",
                None if old is None else unit_of(old, module),
                None if new is None else unit_of(new, module),
            )


def _regiments(
    before: PieceRow | None, after: PieceRow | None, names: Mapping[str, str]
) -> Iterator[RsuForeseen]:
    old, new = _rsus(before), _rsus(after)
    for piece in (*new, *(gone for gone in old if gone not in new)):
        if old.get(piece) != new.get(piece):
            yield RsuForeseen(piece, names.get(piece, piece), old.get(piece), new.get(piece))


def _rsus(row: PieceRow | None) -> dict[str, Rsu]:
    if row is None:
        return {}
    return {rsu.id: rsu for dsu in campaign_of(row).dsus for rsu in dsu.rsus}
