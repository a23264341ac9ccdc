"""Ending a game, which reveals its seed: with the consent of everybody else who holds a side of it."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.events.codecs import read_events
from bot.events.end import EndDeclined, EndProposed
from bot.events.roster import ActedFor
from bot.events.table import EpochRevealed, GameEnded, QuestionAsked, RulingCalled
from bot.ledger.entry import Entry, Kind
from bot.operations.calling import AGREE, REFUSE
from bot.operations.consenting import require_same_hands
from bot.operations.correcting import first_of
from bot.operations.epochs import require_answered
from bot.operations.proposing import (
    WITHDRAW,
    awaited_of,
    require_proposer,
    sides,
)
from bot.operations.requiring import require_player_host_or_gow
from bot.play.sitting import Draft, Operation, Sitting
from bot.words.wording import counted
from rules.event import Event
from rules.refusal import DataError, Refused

END = "end"


def end_game() -> Operation:
    """Ends the game and reveals the seed of the open epoch, or proposes that to who else holds a side.

    Raises Refused `no_player`, and `question_open` while any question is.
    """

    def operation(sitting: Sitting) -> Draft:
        require_player_host_or_gow(sitting)
        require_answered(sitting, "the game can end")
        others = tuple(
            seat.number for seat in sitting.game.seats if seat.holder and seat.holder != sitting.actor
        )
        return _proposed(sitting, others) if others else _ended(sitting)

    return operation


def end_decided(sitting: Sitting, entry: Entry, value: str) -> Draft:
    """What an answer to the proposal of `entry` makes.

    Raises Refused `not_your_answer`, `changed_hands`, `not_silent`, or `question_open` where another is.
    """
    called, proposal = _read(entry)
    if value == WITHDRAW:
        require_proposer(sitting, entry)
        return Draft(Kind.DECLINED, (called, EndDeclined("")), answers=entry.seq)
    awaited = awaited_of(sitting, proposal.consents)
    for_absent = not awaited and (sitting.is_host or sitting.is_gow)
    if not awaited and not for_absent:
        raise Refused("not_your_answer", f"This answer is {sides(sitting, proposal.consents)}'s.")
    if value == REFUSE:
        refusing = sides(sitting, awaited) or "the host"
        return Draft(Kind.DECLINED, (called, EndDeclined(refusing)), answers=entry.seq)
    asked = first_of(sitting.tx, entry)
    require_same_hands(sitting, asked, awaited or proposal.consents)
    if for_absent:
        _require_silent(sitting, asked, proposal)
        require_answered(sitting, "the game can end", but=entry.seq)
        absent = (ActedFor(seat, sides(sitting, (seat,))) for seat in proposal.consents)
        return _ended(sitting, *absent, answers=entry.seq)
    left = tuple(number for number in proposal.consents if number not in awaited)
    if left:
        return _proposed(sitting, left, entry.seq)
    require_answered(sitting, "the game can end", but=entry.seq)
    return _ended(sitting, answers=entry.seq)


def _proposed(sitting: Sitting, consents: tuple[int, ...], answers: int = 0) -> Draft:
    called = RulingCalled("", "The end of the game", 0, "", ())
    options = (AGREE, REFUSE, WITHDRAW)
    asked = QuestionAsked(
        END, "", options, path=(), seat=consents[0], side=sides(sitting, consents), born=(), so_far=()
    )
    proposal = EndProposed(consents, sitting.patience.silence.days)
    return Draft(Kind.ASKED, (called, asked, proposal), answers=answers)


def _ended(sitting: Sitting, *beside: Event, answers: int = 0) -> Draft:
    game = sitting.game
    seed = sitting.tx.seed(game.id, game.epoch)
    revealed = (EpochRevealed(game.epoch, seed.hex()),) if seed is not None else ()
    return Draft(Kind.ENDED, (*revealed, GameEnded(), *beside), answers=answers)


def _require_silent(sitting: Sitting, asked: Entry, proposal: EndProposed) -> None:
    """Raise Refused `not_silent` unless whose consent is awaited have entered nothing for the days set.

    The days count from the proposal `asked`: before it nobody had to say anything.
    """
    holders = {sitting.game.seat(number).holder for number in proposal.consents}
    last = asked.at
    for link in sitting.tx.entries(asked.game, asked.seq):
        if link.entry.actor in holders:
            last = link.entry.at
    until = datetime.fromisoformat(last) + timedelta(days=proposal.days)
    if sitting.now < until:
        days = counted(proposal.days, "day")
        raise Refused(
            "not_silent",
            f"This answer is {sides(sitting, proposal.consents)}'s. The host may give it after "
            f"{days} without a word of theirs, from <t:{until.timestamp():.0f}:f> on.",
        )


def _read(entry: Entry) -> tuple[RulingCalled, EndProposed]:
    called, _, proposal = read_events(entry.events[:3])
    if isinstance(called, RulingCalled) and isinstance(proposal, EndProposed):
        return called, proposal
    raise DataError(f"#{entry.seq} proposes no end")
