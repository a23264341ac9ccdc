"""Answering the question that stops a ruling."""

from __future__ import annotations

from msgspec.structs import replace

from bot.events.codecs import read_events
from bot.events.correction import FactAnswered
from bot.events.desk import SHEET
from bot.events.table import EnteredDiceRefused, QuestionAsked, RulingCalled, SheetWithdrawn
from bot.ledger.entry import Entry, Kind, thrown
from bot.operations.amending import amendment_decided, correction_of
from bot.operations.calling import AGREE, CONSENT, REFUSE, with_dice_entered
from bot.operations.consenting import require_other_person, require_same_hands
from bot.operations.correcting import first_of
from bot.operations.ending import END, end_decided
from bot.operations.free_dice import agreed_roll, entered_roll
from bot.operations.owning import marked
from bot.operations.proposing import AMEND, VOID
from bot.operations.ruling import GOW, Case, answered, rule
from bot.operations.sheet import ROLL, WITHDRAW, rolled
from bot.operations.undoing import void_decided
from bot.play.sitting import Draft, Operation, Sitting
from rules.json import Json
from rules.refusal import DataError, Refused

DICE, FACTS = "dice", "facts"
DECIDED = {VOID: void_decided, AMEND: amendment_decided, END: end_decided}
"""what answers to proposals make, by what is asked"""


def answer(game: int, seq: int, value: Json) -> Operation:
    """The answer to the question of entry `seq`, by the seat it waits for.

    Raises Refused `other_game`, `no_question`, `answered`, `not_your_answer`, `bad_answer`,
    `own_dice`, `host_since` or `changed_hands`.
    """

    def operation(sitting: Sitting) -> Draft:
        entry = _open_question(sitting, game, seq)
        asked = question_of(entry)
        if asked.what in DECIDED and value in asked.options:
            return DECIDED[asked.what](sitting, entry, str(value))
        _require_seat(sitting, asked)
        if asked.what == CONSENT and value == AGREE:
            held = {seat.number for seat in sitting.game.seats_of(sitting.actor)}
            require_other_person(sitting, entry, asked.side, as_host=asked.seat not in held)
            require_same_hands(sitting, entry, (asked.seat,))
        draft = _answered(sitting, entry, value)
        if asked.seat < 1 or sitting.game.seat(asked.seat).holder == sitting.actor:
            return draft
        return marked(sitting, sitting.game.seat(asked.seat), draft)

    return operation


def choose(game: int, seq: int, choice: int) -> Operation:
    """The answer that stands at place `choice` of the question. Raises Refused as `answer` does."""

    def operation(sitting: Sitting) -> Draft:
        options = _read(_open_question(sitting, game, seq))[1].options
        if not 0 <= choice < len(options):
            raise Refused("bad_answer", f"#{seq} has no answer {choice}.")
        chosen: Json = options[choice]
        return answer(game, seq, chosen)(sitting)

    return operation


def question_of(entry: Entry) -> QuestionAsked:
    """The question that an entry of kind `asked` holds."""
    return _read(entry)[1]


def called_of(entry: Entry) -> RulingCalled:
    """The ruling that stopped at the question of an entry of kind `asked`."""
    return _read(entry)[0]


def _answered(sitting: Sitting, entry: Entry, value: Json) -> Draft:
    called, question = _read(entry)
    seq = entry.seq
    if question.options and value not in question.options:
        raise Refused("bad_answer", f"#{seq} takes {' or '.join(map(str, question.options))}.")
    if question.what == CONSENT and value == REFUSE:
        return Draft(Kind.DECLINED, (called, EnteredDiceRefused()), read=entry.read, answers=seq)
    roll = entered_roll(entry)
    if roll is not None:
        return agreed_roll(entry, roll)
    case = _resumed(sitting, entry, called, question)
    if question.what == SHEET and value == WITHDRAW:
        return Draft(Kind.DECLINED, (called, SheetWithdrawn()), read=entry.read, answers=seq)
    if question.what == SHEET and value == ROLL:
        return rule(sitting, rolled(case, seq))
    if question.what == DICE:
        held = sitting.game.seats_of(sitting.actor)
        typist = case.caller_seat or (held[0].number if held else 0)
        more = replace(case, typed=(*(case.typed or ()), *_faces(value)))
        return with_dice_entered(sitting, more, typist or 1)
    beside = (*case.beside, *_fact(sitting, question, value))
    given = answered(case.given, question.path, value)
    try:
        return rule(sitting, replace(case, given=given, beside=beside))
    except Refused as refused:
        if refused.code != "left_over_die":
            raise
        anew = f"/undo entry:{seq} takes the question back; then the dice can be typed anew."
        raise Refused(refused.code, f"{refused.message} {anew}") from refused


def _open_question(sitting: Sitting, number: int, seq: int) -> Entry:
    game = sitting.game
    if game.id != number:
        raise Refused("other_game", f"This question belongs to game {number}, which is not open here.")
    link = sitting.tx.entry(game.id, seq)
    if link is None or link.entry.kind is not Kind.ASKED:
        raise Refused("no_question", f"#{seq} asks nothing.")
    answer = sitting.tx.answer_to(game.id, seq)
    if answer is not None:
        raise Refused("answered", f"#{seq} was answered by #{answer.entry.seq}.")
    by = sitting.tx.voids.by(game.id, seq)
    if by:
        raise Refused("void", f"#{seq} is void by #{by}.")
    return link.entry


def _require_seat(sitting: Sitting, question: QuestionAsked) -> None:
    """The host answers for an absent player, but consents to no dice while he plays himself."""
    if question.seat == GOW:
        sitting.require_gow()
        return
    plays = bool(sitting.game.seats_of(sitting.actor))
    if sitting.is_host and not (plays and question.what == CONSENT):
        return
    held = {seat.number for seat in sitting.seats}
    if question.seat and question.seat not in held:
        side = sitting.game.seat(question.seat).side.name
        raise Refused("not_your_answer", f"This answer is {side}'s.")


def _fact(sitting: Sitting, question: QuestionAsked, value: Json) -> tuple[FactAnswered, ...]:
    """Who said a fact, so that the other side can dispute it; a choice is the chooser's own."""
    if question.path[:1] != (FACTS,) or not isinstance(value, bool | int | str):
        return ()
    held = sitting.game.seats_of(sitting.actor)
    if question.seat < 1 and not held:
        return ()
    seat = sitting.game.seat(question.seat) if question.seat > 0 else held[0]
    others = tuple(option for option in question.options if option != value)
    told = FactAnswered(
        question.what,
        question.of,
        question.path,
        value,
        others,
        seat=seat.number,
        side=seat.side.name,
        cite=question.cite,
    )
    return (told,)


def _resumed(sitting: Sitting, entry: Entry, called: RulingCalled, question: QuestionAsked) -> Case:
    given, typed = entry.inputs["given"], entry.inputs.get("entered")
    if not isinstance(given, dict):
        raise DataError(f"#{entry.seq} holds no request")
    # Who answered a question entered the one that followed; who called stands in the first.
    caller = first_of(sitting.tx, entry).actor
    return Case(
        called=called,
        given=given,
        read=entry.read,
        caller_seat=next((seat.number for seat in sitting.game.seats_of(caller)), 0),
        typed=None if typed is None else _faces(typed),
        carried=thrown(entry, lambda seq: sitting.tx.entry_named(entry.game, seq)),
        born=question.born,
        answers=entry.seq,
        beside=read_events(entry.events[2:]),
        correction=correction_of(sitting, entry),
    )


def _faces(value: Json) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(type(face) is int for face in value):
        raise Refused("bad_dice", "Dice are numbers, such as 5 6.")
    return tuple(face for face in value if isinstance(face, int))


def _read(entry: Entry) -> tuple[RulingCalled, QuestionAsked]:
    called, question = read_events(entry.events[:2])
    if not isinstance(called, RulingCalled) or not isinstance(question, QuestionAsked):
        raise DataError(f"#{entry.seq} is no question")
    return called, question
