"""Calling a morale check on units of the roster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot import names
from bot.dice import EnteredDice
from bot.events import Entered, RulingCalled, Standing
from bot.game import Game, Seat
from bot.operations.ruling import Case, label, question, require_cuts, require_free, rule
from bot.referee import Draft, Operation, Sitting
from bot.store.rows import PieceRow
from rules.answers import Asked, Asks, Question
from rules.json import Object
from rules.refusal import Refused
from rules.rulings import RULINGS

ATTACK = "asl.attack"
CONSENT = "entered_dice"
AGREE, REFUSE = "agree", "refuse"
MOST_LISTED = 8
"""units that a refusal names"""


@dataclass(frozen=True, slots=True)
class Attack:
    """A result of the IFT on everybody of a side in a location, or on the units named.

    `facts` and `choices` as the request takes them; `typed` are faces rolled elsewhere, in the order asked.
    """

    result: str
    location: str | None = None
    units: tuple[str, ...] = ()
    side: str | None = None
    facts: Object = field(default_factory=dict)
    harden: str = "accept"
    typed: tuple[int, ...] | None = None


def morale_check(attack: Attack) -> Operation:
    """Any player of the game may call it; what is the owner's choice must come from the owner."""

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        seats = sitting.seats
        require_cuts(game)
        rows = _targets(sitting, attack)
        ids = tuple(row.id for row in rows)
        require_free(sitting, ids)
        seat = game.seat(rows[0].seat)
        if attack.harden == REFUSE and seat not in seats:
            raise Refused(
                "not_yours", f"Only {seat.side.name} may refuse Battle Hardening for its units.", "A15.3"
            )
        called = RulingCalled(
            ATTACK,
            attack.result,
            seat.number,
            rows[0].location,
            tuple(Standing(row.id, row.name, str(row.state["counter"])) for row in rows),
        )
        if attack.typed is not None and game.entered is Entered.NEVER:
            raise Refused("no_entered_dice", "This game was opened without dice rolled elsewhere.")
        case = Case(called, _request(game, seat, attack, rows), ids, seats[0].number, attack.typed)
        if attack.typed is None or game.entered is Entered.ALWAYS or len(seats) == len(game.seats):
            return rule(sitting, case)
        return _consent(game, case, attack.typed)

    return operation


def locations(sitting: Sitting) -> list[str]:
    """Where units stand, in the order of the names; none without a game."""
    if sitting.is_free:
        return []
    return sorted({row.location for row in sitting.tx.pieces(sitting.game.id)})


def _targets(sitting: Sitting, attack: Attack) -> tuple[PieceRow, ...]:
    game = sitting.game
    if attack.location is None and not attack.units:
        raise Refused("no_target", "Name a location, or units.")
    place = None if attack.location is None else names.place(attack.location)
    rows = sitting.tx.pieces(game.id, location=place)
    if place is not None and not rows:
        where = names.spoken(place)
        raise Refused("empty_location", f"No unit stands in {where}. /roster show lists where they are.")
    return _named(game, rows, attack) if attack.units else _of_one_side(game, rows, attack.side)


def _named(game: Game, rows: Sequence[PieceRow], attack: Attack) -> tuple[PieceRow, ...]:
    found = tuple(_one(rows, wanted, game, attack) for wanted in attack.units)
    if len({row.id for row in found}) < len(found):
        raise Refused("twice", "A unit is named twice.")
    if len({row.location for row in found}) > 1:
        raise Refused("two_locations", "These units stand in different locations; one attack strikes one.")
    return _of_one_side(game, found, attack.side)


def _one(rows: Sequence[PieceRow], wanted: str, game: Game, attack: Attack) -> PieceRow:
    folded = names.kept(wanted).casefold()
    seat = game.seat_named(attack.side) if attack.side else None
    mine = [row for row in rows if seat is None or row.seat == seat.number]
    found = [row for row in mine if folded in (row.name.casefold(), label(row).casefold(), f"#{row.id}")]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(
            f"#{row.id} {names.plain(label(row))} at {names.spoken(row.location)}"
            for row in found[:MOST_LISTED]
        )
        raise Refused(
            "which_unit", f"{names.spoken(wanted)} may be {listed}; write the number, such as #{found[0].id}."
        )
    near = [names.plain(label(row)) for row in mine if folded[:1] in label(row).casefold()]
    where = f" in {names.spoken(attack.location)}" if attack.location else ""
    there = f" There are {', '.join(near[:MOST_LISTED])}." if near else ""
    raise Refused("no_unit", f"No unit is called {names.spoken(wanted)}{where}.{there}")


def _of_one_side(game: Game, rows: Sequence[PieceRow], side: str | None) -> tuple[PieceRow, ...]:
    if side is not None:
        seat = game.seat_named(side)
        mine = tuple(row for row in rows if row.seat == seat.number)
        if not mine:
            raise Refused("no_target", f"{seat.side.name} has no unit there.")
        return mine
    if len({row.seat for row in rows}) > 1:
        sides = " or ".join(f"side:{seat.side.name}" for seat in game.seats)
        raise Refused("which_side", f"Both sides are there; say {sides}.")
    return tuple(rows)


def _request(game: Game, seat: Seat, attack: Attack, rows: Sequence[PieceRow]) -> Object:
    opponents = game.other(seat.number).side.nations
    known: Object = {"opponent": opponents[0]} if len(opponents) == 1 else {}
    choices: Object = {} if attack.harden == "accept" else {f"harden:{row.id}": attack.harden for row in rows}
    return {
        "module": game.module,
        "result": attack.result,
        "units": [row.state for row in rows],
        "elr": dict(game.elr()),
        "facts": {**known, **attack.facts},
        "choices": choices,
    }


def _consent(game: Game, case: Case, typed: tuple[int, ...]) -> Draft:
    _require_rulable(case, EnteredDice(typed))
    other = game.other(case.caller_seat).number
    return question(
        game,
        case,
        Asks(Question(CONSENT, str(other), (AGREE, REFUSE), (), Asked.CALLER, "")),
        waits_for=other,
    )


def _require_rulable(case: Case, dice: EnteredDice) -> None:
    """Refuse before anyone is asked what would be refused after."""
    try:
        RULINGS[case.called.rule](case.given, dice)
    except Asks:
        return  # a fact or a die is still missing: it is asked for once the dice are agreed
    dice.require_all_used()
