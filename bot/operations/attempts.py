"""Who may still try to rally in this Player Turn, where the game keeps its sequence of play (A10.6)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.boards.units import unit_of
from bot.operations.outlook import situation_of
from bot.play.finding import label
from bot.play.sitting import Sitting
from bot.store.rows import PieceRow
from bot.words import names
from rules.asl.phase import Phase
from rules.asl.rally import may_self_rally, rally_leaders
from rules.asl.words import MMC, Flag
from rules.refusal import Refused


def require_attempt(sitting: Sitting, row: PieceRow) -> None:
    """Raise Refused `wrong_phase` outside a RPh, `tried_already` for a second attempt of the Player Turn."""
    turn = sitting.game.turn
    if not turn.running:
        return
    if turn.phase != Phase.RPH:
        now = turn.spoken(sitting.game.seat(turn.seat).side.name)
        raise Refused("wrong_phase", f"Units rally in a Rally Phase; it is {now}.", "A10.6 A3.1")
    if row.id in turn.attempted:
        raise Refused(
            "tried_already", f"{label(row)} has tried in this Player Turn; one attempt each.", "A10.6"
        )


def is_first_mmc(sitting: Sitting, row: PieceRow, said: bool) -> bool:
    """Whether this is the ATTACKER's first attempt by a MMC; as was said where no phases are kept.

    Raises Refused `not_first` where it was said against what is on record.
    """
    turn = sitting.game.turn
    if not turn.running:
        return said
    first = row.seat == turn.seat and not _mmc_tried(sitting, row.seat, turn.attempted)
    if said and not first:
        raise Refused(
            "not_first", f"{label(row)} is not the ATTACKER's first MMC to try in this Rally Phase.", "A10.63"
        )
    return first and row.state.get("type") in MMC


def require_self_rally(sitting: Sitting, row: PieceRow, first: bool, stack: Iterable[PieceRow]) -> None:
    """Raise Refused `no_self_rally` for a MMC with no leader in its `stack` that is not the `first` to try.

    Where no phases are kept, and of whom that attempt would not serve, the ruling says what is wrong.
    """
    game = sitting.game
    units = {other.id: unit_of(other, game.module) for other in stack}
    unit, situation = units[row.id], situation_of(game, row.seat)
    served = may_self_rally(unit, True, situation) and not unit.has(Flag.DISRUPTED)
    may = may_self_rally(unit, first, situation) or rally_leaders(unit, tuple(units.values()), situation)
    if game.turn.running and served and not may:
        wrong = (
            f"{label(row)}: a {unit.type.spoken} needs a Good Order leader; {_why_not_first(sitting, row)}."
        )
        raise Refused("no_self_rally", wrong, "A10.63")


def _why_not_first(sitting: Sitting, row: PieceRow) -> str:
    turn = sitting.game.turn
    if row.seat == turn.seat:
        return "its side's first MMC attempt in this Rally Phase, which needs none, has been made"
    attacker = names.plain(sitting.game.seat(turn.seat).side.name)
    return f"a first MMC attempt, which needs none, is the ATTACKER's, {attacker}"


def _mmc_tried(sitting: Sitting, seat: int, attempted: tuple[str, ...]) -> bool:
    rows = sitting.tx.pieces_of(sitting.game.id, attempted)
    mine = any(row.seat == seat and row.state.get("type") in MMC for row in rows)
    # Of those that are gone, `attempted` keeps the ATTACKER's MMC alone.
    return mine or len(rows) < len(attempted)
