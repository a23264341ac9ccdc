"""Disputing what the other side said of a fact, by a button on the ruling that took it."""

from __future__ import annotations

from bot.events.codecs import read_events
from bot.events.correction import disputable
from bot.operations.amending import amend
from bot.operations.correcting import Resting, target
from bot.operations.revising import fact_revised
from bot.play.sitting import Draft, Operation, Sitting
from rules.refusal import Refused


def dispute(game: int, seq: int, choice: int) -> Operation:
    """The amendment that puts answer `choice` of those not given in the place of the one given.

    It waits for whose answer it was. Raises Refused `other_game`, `no_fact`, `own_answer`, or as `amend`.
    """

    def operation(sitting: Sitting) -> Draft:
        if sitting.game.id != game:
            raise Refused("other_game", f"#{seq} belongs to game {game}, which is not open here.")
        entry = target(sitting, seq)
        found = list(disputable(read_events(entry.events)))
        if not 0 <= choice < len(found):
            raise Refused("no_fact", f"#{seq} has no such fact to dispute.")
        said, other = found[choice]
        if {seat.number for seat in sitting.seats} == {said.seat}:
            raise Refused("own_answer", f"{said.side} said so itself; /amend entry:{seq} changes it.")
        reason = f"disputed what {said.side} said"
        return amend(seq, reason, Resting(), fact_revised(said.path, other))(sitting)

    return operation
