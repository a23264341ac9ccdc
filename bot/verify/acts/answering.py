"""Answers to questions told again: what was answered is read from what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.events.codecs import read_events
from bot.events.correction import ProposalWithdrawn
from bot.events.desk import SHEET, SheetDrawn
from bot.events.end import EndDeclined
from bot.events.table import QuestionAsked
from bot.ledger.entry import Entry, Kind
from bot.operations.answering import DICE, answer, question_of
from bot.operations.calling import AGREE, CONSENT, REFUSE
from bot.operations.ending import END
from bot.operations.proposing import AMEND, VOID, WITHDRAW
from bot.operations.sheet import ROLL
from bot.operations.sheet import WITHDRAW as WITHDRAW_SHEET
from bot.play.sitting import Draft, Operation, Sitting
from bot.verify.acts.calling import day_edited
from bot.verify.acts.entry import Retold, integers, items_of, no_act
from rules.json import Json, Object


def answered(told: Retold) -> Operation:
    """Raises Refused `no_act` where what came of it shows no answer."""
    entry = told.entry

    def operation(sitting: Sitting) -> Draft:
        asked = sitting.tx.entry_named(entry.game, entry.answers)
        question = question_of(asked)
        if question.what == SHEET and entry.kind is Kind.ASKED:
            events = read_events(asked.events)
            before = next((event for event in events if isinstance(event, SheetDrawn)), None)
            return day_edited(told, before)(sitting)
        return answer(entry.game, entry.answers, _value(told, asked, question))(sitting)

    return operation


def _value(told: Retold, asked: Entry, question: QuestionAsked) -> Json:
    declined = told.entry.kind is Kind.DECLINED
    match question.what:
        case "dice" if question.path == (DICE,):
            typed = asked.inputs.get("entered")
            used = 0 if typed is None else len(items_of(typed))
            return [*integers(told.entry.inputs.get("entered"))[used:]]
        case _ if question.what == CONSENT:
            return REFUSE if declined else AGREE
        case _ if question.what == SHEET:
            return WITHDRAW_SHEET if declined else ROLL
        case _ if question.what in (VOID, AMEND, END):
            if told.all(ProposalWithdrawn) or EndDeclined("") in told.events:
                return WITHDRAW
            return REFUSE if declined else AGREE
        case _:
            return _at(told.given, question.path)


def _at(given: Object, path: Sequence[str]) -> Json:
    """What stands where the answer to a question is put."""
    key, *rest = path[0].lower(), *path[1:]
    inner = given.get(key)
    if not rest:
        return inner
    if isinstance(inner, list):
        piece, *rest = rest
        inner = next((one for one in inner if isinstance(one, Mapping) and one.get("id") == piece), None)
    if not rest or not isinstance(inner, dict):
        raise no_act(f"it has no answer at {'.'.join(path)}")
    return _at(inner, rest)
