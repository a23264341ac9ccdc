"""Random Selection among units of the roster."""

from __future__ import annotations

from bot.operations.calling import Call, calling
from bot.operations.targets import Target, targets
from bot.play.sitting import Operation, Sitting
from rules.json import Object

SELECTION = "asl.random_selection"


def random_selection(target: Target, number: int, typed: tuple[int, ...] | None) -> Operation:
    """One die each, the `number` highest are taken and all that tie with the last of them (A.9)."""

    def build(sitting: Sitting) -> Call:
        rows = targets(sitting, target)
        given: Object = {
            "module": sitting.game.module,
            "units": [row.state for row in rows],
            "number": number,
        }
        seat = sitting.game.seat(rows[0].seat)
        return Call(SELECTION, "Random Selection", seat, rows[0].location, given, rows, typed=typed)

    return calling(build)
