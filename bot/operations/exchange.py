"""Squads that deploy into half-squads, and half-squads that recombine (A1.31, A1.32)."""

from __future__ import annotations

from bot.operations.calling import Call, calling
from bot.operations.targets import Target, one_unit, targets
from bot.sitting import Operation, Sitting
from rules.json import Object


def deploy(unit: str, location: str | None) -> Operation:
    """A squad of the caller's becomes its two half-squads."""

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, unit, location, _side(sitting))
        seat = sitting.game.seat(row.seat)
        given: Object = {"module": sitting.game.module, "units": [row.state], "unit": row.id}
        return Call("asl.deploy", "Deployment", seat, row.location, given, (row,))

    return calling(build)


def recombine(units: tuple[str, ...], location: str | None) -> Operation:
    """Two half-squads of the caller's in one location become a squad, which is asked where several fit."""

    def build(sitting: Sitting) -> Call:
        rows = targets(sitting, Target(location, units, _side(sitting)))
        seat = sitting.game.seat(rows[0].seat)
        given: Object = {
            "module": sitting.game.module,
            "units": [row.state for row in rows],
            "halves": [row.id for row in rows],
        }
        return Call("asl.recombine", "Recombination", seat, rows[0].location, given, rows)

    return calling(build)


def _side(sitting: Sitting) -> str | None:
    """The caller's own side, so that names need only be told apart within it; None for a solo player."""
    held = sitting.seats
    return held[0].side.name if len(held) == 1 else None
