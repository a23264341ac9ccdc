"""What was done in each entry, as the operation of the table that has to make it again."""

from __future__ import annotations

from bot.events.dice import RollEntered
from bot.ledger.entry import Kind
from bot.operations.answering import question_of
from bot.operations.ending import end_game
from bot.play.sitting import Operation
from bot.verify.acts.amending import amended, undone
from bot.verify.acts.answering import answered
from bot.verify.acts.calling import called
from bot.verify.acts.desk import at_the_desk
from bot.verify.acts.entry import Retold
from bot.verify.acts.playing import played
from bot.verify.acts.rolling import rolled
from bot.verify.acts.roster import on_the_roster

__all__ = ["Retold", "operation_of"]


def operation_of(told: Retold) -> Operation:
    """The operation whose draft the entry has to be.

    Raises Refused `no_act` where the entry is nothing that anybody can do at a table.
    """
    entry = told.entry
    if entry.answers:
        return answered(told)
    match entry.kind:
        case Kind.ROLLED:
            return rolled(told)
        case Kind.ROSTER:
            return on_the_roster(told)
        case Kind.VOIDED:
            return undone(told)
        case Kind.RULING:
            return amended(told) if entry.voids else called(told)
        case Kind.ASKED:
            return _asked(told)
        case Kind.DESK:
            return at_the_desk(told)
        case _:
            return played(told)


def _asked(told: Retold) -> Operation:
    match question_of(told.entry).what:
        case "void":
            return undone(told)
        case "amend":
            return amended(told)
        case "end":
            return end_game()
        case "entered_dice" if told.all(RollEntered):
            return rolled(told)
        case _:
            return called(told)
