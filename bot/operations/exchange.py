"""Squads that deploy into half-squads, and half-squads that recombine (A1.31, A1.32)."""

from __future__ import annotations

from bot.operations.calling import Call, calling_of_own
from bot.operations.targets import Target, one_unit, targets
from bot.play.sitting import Operation, Sitting
from rules.json import Object


def deploy(unit: str, location: str | None) -> Operation:
    """A squad of the caller's, or of an absent player whose host he is, becomes its two half-squads."""

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, unit, location, _side(sitting))
        seat = sitting.game.seat(row.seat)
        given: Object = {"module": sitting.game.module, "units": [row.state], "unit": row.id}
        return Call("asl.deploy", "Deployment", seat, row.location, given, (row,))

    return calling_of_own(build)


def recombine(units: tuple[str, ...], location: str | None) -> Operation:
    """Two half-squads in one location become a squad, which is asked where several fit; whose as `deploy`."""

    def build(sitting: Sitting) -> Call:
        rows = targets(sitting, Target(location, units, _side(sitting)))
        seat = sitting.game.seat(rows[0].seat)
        given: Object = {
            "module": sitting.game.module,
            "units": [row.state for row in rows],
            "halves": [row.id for row in rows],
        }
        return Call("asl.recombine", "Recombination", seat, rows[0].location, given, rows)

    return calling_of_own(build)


def _side(sitting: Sitting) -> str | None:
    """The caller's own side, within which names must be told apart; None for who may change both."""
    held = sitting.game.seats_of(sitting.actor)
    return held[0].side.name if len(held) == 1 and not sitting.is_host else None
