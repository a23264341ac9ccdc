"""Calling a ruling: what must hold before it, and the other side's consent to dice rolled elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from bot.events.table import CalledPiece, EnteredDiceAllowed, RulingCalled
from bot.ledger.dice import CarriedDice, EnteredDice
from bot.operations.owning import marked, require_owner
from bot.operations.repeating import once_more
from bot.operations.requiring import require_free, require_player_or_host
from bot.operations.ruling import Case, question, require_cuts, resolved, rule
from bot.play.game import Game, Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.store.rows import PieceRow
from rules.answers import Asked, Asks, Question
from rules.json import Object
from rules.refusal import Refused

CONSENT = "entered_dice"
AGREE, REFUSE = "agree", "refuse"


class Call(Struct, frozen=True):
    """A ruling about to be called on units of `seat` that stand in `location`.

    `title` is what posts call it, `rows` are the pieces that it reads, `others` what else it speaks of;
    `typed` are faces rolled elsewhere, in the order asked.
    """

    rule: str
    title: str
    seat: Seat
    location: str
    given: Object
    rows: tuple[PieceRow, ...]
    others: tuple[CalledPiece, ...] = ()
    typed: tuple[int, ...] | None = None


Build: TypeAlias = Callable[[Sitting], Call]
"""Puts a call together from the roster and the game. Raises Refused for what they do not have."""


def calling(build: Build) -> Operation:
    """The entry of the ruling that `build` puts together, or of the question that it stops at.

    Any player of the game may call one. Raises Refused `no_player`, `no_cut`, `question_open`,
    `no_entered_dice`, or as `build` and the ruling do.
    """

    def operation(sitting: Sitting) -> Draft:
        seat = sitting.seats[0]
        require_cuts(sitting.game)
        return _called(sitting, build(sitting), seat)

    return operation


def calling_of_own(build: Build) -> Operation:
    """As `calling`, on units of a side that the caller holds, or for whose absent player he is the host.

    Raises Refused `not_yours` for those of another.
    """

    def operation(sitting: Sitting) -> Draft:
        require_player_or_host(sitting)
        require_cuts(sitting.game)
        call = build(sitting)
        require_owner(sitting, call.seat)
        return marked(sitting, call.seat, _called(sitting, call, call.seat))

    return operation


def called_pieces(rows: Sequence[PieceRow]) -> tuple[CalledPiece, ...]:
    """The pieces as a ruling finds them."""
    return tuple(CalledPiece(row.id, row.name, str(row.state["counter"])) for row in rows)


def require_own(sitting: Sitting, seat: Seat, choice: str, cite: str) -> None:
    """Raise Refused `not_yours` unless the caller holds the seat; `choice` says what only it may do."""
    if seat not in sitting.seats:
        raise Refused("not_yours", f"Only {seat.side.name} {choice}.", cite)


def require_enterable(game: Game) -> None:
    """Raise Refused `no_entered_dice` where the game takes no dice rolled elsewhere."""
    if game.entered is EnteredDiceAllowed.NEVER:
        raise Refused("no_entered_dice", "This game was opened without dice rolled elsewhere.")


def agrees_alone(sitting: Sitting) -> bool:
    """Whether dice rolled elsewhere need nobody's consent but the caller's."""
    game = sitting.game
    return game.entered is EnteredDiceAllowed.ALWAYS or len(game.seats_of(sitting.actor)) == len(game.seats)


def _called(sitting: Sitting, call: Call, caller: Seat) -> Draft:
    """`caller` is the seat for which it is called."""
    game = sitting.game
    pieces = tuple(row.id for row in call.rows)
    require_free(sitting, pieces)
    if call.typed is not None:
        require_enterable(game)
    told = RulingCalled(
        call.rule, call.title, call.seat.number, call.location, (*called_pieces(call.rows), *call.others)
    )
    # Dice rolled elsewhere were thrown before anyone typed: calling twice throws none again.
    beside = once_more(sitting, told, call.given, pieces, ask=call.typed is None)
    case = Case(told, call.given, pieces, caller.number, call.typed, beside=beside)
    return with_dice_entered(sitting, case, caller.number)


def with_dice_entered(sitting: Sitting, case: Case, typist: int) -> Draft:
    """The ruling with the faces typed so far by seat `typist`, or the other seat's consent to them first."""
    game = sitting.game
    if case.typed is None or agrees_alone(sitting):
        return rule(sitting, case)
    _require_rulable(case, case.typed)
    other = game.other(typist).number
    asks = Asks(Question(CONSENT, str(other), (AGREE, REFUSE), (), Asked.CALLER, ""))
    return question(game, case, asks, born=case.born, waits_for=other)


def _require_rulable(case: Case, typed: Sequence[int]) -> None:
    """Refuse before anyone is asked what would be refused after."""
    dice = EnteredDice(typed[sum(len(draw.faces) for draw in case.carried) :])
    try:
        resolved(case, CarriedDice(case.carried, dice))
    except Asks:
        return  # a fact or a die is still missing: it is asked for once the dice are agreed
    dice.require_all_used()
