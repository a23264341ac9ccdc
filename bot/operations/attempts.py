"""Who may still try to rally in this Player Turn, where the game keeps its sequence of play (A10.6)."""

from __future__ import annotations

from bot.finding import label
from bot.render.turns import standing
from bot.sitting import Sitting
from bot.store.rows import PieceRow
from rules.asl.phase import Phase
from rules.asl.words import MMC
from rules.refusal import Refused


def require_attempt(sitting: Sitting, row: PieceRow) -> None:
    """Raise Refused `wrong_phase` outside a RPh, `tried_already` for a second attempt of the Player Turn."""
    turn = sitting.game.turn
    if not turn.running:
        return
    if turn.phase != Phase.RPH:
        now = standing(turn, sitting.game.seat(turn.seat).side.name)
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


def _mmc_tried(sitting: Sitting, seat: int, attempted: tuple[str, ...]) -> bool:
    rows = sitting.tx.pieces_of(sitting.game.id, attempted)
    mine = any(row.seat == seat and row.state.get("type") in MMC for row in rows)
    # Of those that are gone, `attempted` keeps the ATTACKER's MMC alone.
    return mine or len(rows) < len(attempted)
