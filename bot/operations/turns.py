"""Going on in the sequence of play, phase by phase, with what ends on the way (A3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.boards.units import change
from bot.events.play import Marked, PhaseBegun
from bot.ledger.entry import Kind
from bot.operations.epochs import NextEpoch, next_epoch_with_game_turn, require_answered
from bot.operations.outlook import Outlook, outlooks, situation_of
from bot.operations.requiring import require_asl, require_player_or_host
from bot.play.finding import find_one, label, states
from bot.play.game import Game
from bot.play.sitting import Draft, Operation, Sitting
from bot.play.turn import PHASES, Turn
from bot.store.rows import PieceRow
from rules.asl.book import book
from rules.asl.phase import Duty, Phase, PhaseRow
from rules.asl.phase_ruling import rule_phases
from rules.asl.rally import may_self_rally
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, Module
from rules.dice import RecordedDice
from rules.json import Object, objects_in
from rules.refusal import Refused

RULE = "asl.phases"
MOST_TURNS = 99


class Onward(Struct, frozen=True):
    """To the next phase, or on to a named one; `side` and `turn` say where play begins.

    `keep` names units that stay DM at the end of a RPh, as players write them.
    """

    phase: Phase | None = None
    side: str | None = None
    turn: int | None = None
    keep: tuple[str, ...] = ()


def move_on(onward: Onward) -> Operation:
    """Any player or the host may.

    Raises Refused `question_open`, `which_side` where play has not begun, `not_next` where what is named does
    not come next, or `no_unit`, `not_dm` for a unit that cannot stay DM.
    """

    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        require_player_or_host(sitting)
        require_answered(sitting, "the phase can change")
        game = sitting.game
        path = _path(game, onward)
        ended = [turn.phase for turn in path[:-1]]
        rows = sitting.tx.pieces(game.id)
        given = _given(game, rows, ended, onward.keep)
        ruled = rule_phases(given, RecordedDice({})).events if given else ()
        read = tuple(str(form["id"]) for form in objects_in(given.get("units")))
        left = {row.id: row for row in change(rows, ruled, 0, game.module).put}
        standing = [left.get(row.id, row) for row in rows]
        begun = _begun(game, path[-1], ended, standing, read)
        inputs: Object = {"rule": RULE, "given": given} if given else {}
        # The dice of a Game Turn are cut anew only where there was one before.
        dice = next_epoch_with_game_turn(sitting) if begun.turn > game.turn.number > 0 else NextEpoch()
        return Draft(Kind.TURN, (begun, *ruled, *dice.events), inputs, read=read, seed=dice.seed)

    return operation


def phase_rows(game: Game) -> Mapping[Phase, PhaseRow]:
    """What the book says of each phase."""
    return {row.phase: row for row in book(Module(game.module)).numbers.phases}


def _path(game: Game, onward: Onward) -> list[Turn]:
    """Every phase from the one that runs to the one wanted; where play begins, that one alone."""
    turn = game.turn
    if not turn.running:
        return [_beginning(game, onward)]
    path = [turn]
    while len(path) == 1 or (onward.phase is not None and path[-1].phase != onward.phase):
        path.append(path[-1].next(game.other(path[-1].seat).number))
    reached = path[-1]
    named = game.seat_named(onward.side).number if onward.side else reached.seat
    if named != reached.seat or (onward.turn or reached.number) != reached.number:
        side = game.seat(reached.seat).side.name
        raise Refused(
            "not_next",
            f"Next comes {reached.phase} of {side} in Game Turn {reached.number}; "
            "side and turn are said once, where play begins.",
            "A3",
        )
    return path


def _beginning(game: Game, onward: Onward) -> Turn:
    if onward.side is None:
        sides = " or ".join(seat.side.name for seat in game.seats)
        raise Refused("which_side", f"Play has not begun; say whose Player Turn it is, side: {sides}.", "A3")
    seat = game.seat_named(onward.side).number
    return Turn(onward.turn or 1, seat, seat, onward.phase or PHASES[0])


def _given(game: Game, rows: Sequence[PieceRow], ended: list[str], keep: tuple[str, ...]) -> Object:
    """The request of what ends; empty where no unit bears anything that comes off."""
    ends = {end.flag for phase in ended for end in phase_rows(game)[Phase(phase)].ends}
    bearing = [row for row in rows if ends & {Flag(flag) for flag in states(row)}]
    kept = list(dict.fromkeys(_kept(row_name, bearing).id for row_name in keep))
    if not bearing:
        return {}
    given: Object = {"module": game.module, "ended": ended, "units": [row.state for row in bearing]}
    return {**given, "keep": kept} if kept else given


def _kept(name: str, bearing: Sequence[PieceRow]) -> PieceRow:
    desperate = [row for row in bearing if Flag.DM in states(row)]
    return find_one(desperate, name, " among those whose DM would come off")


def _begun(
    game: Game, turn: Turn, ended: list[str], rows: Sequence[PieceRow], read: tuple[str, ...]
) -> PhaseBegun:
    """`rows` are the units as what ends has left them."""
    row = phase_rows(game)[Phase(turn.phase)]
    duties = (*row.duties, *(_snipers(game) if row.snipers and not _snipers_told(game, turn) else ()))
    broken = list(_broken(game, turn, rows)) if row.rally else []
    duties = (*duties, *(_attempt(game, one) for one in broken))
    marked = tuple(_marked(piece) for piece in rows if piece.id in read)
    return PhaseBegun(
        turn.number,
        turn.seat,
        turn.first,
        game.seat(turn.seat).side.name,
        turn.phase,
        tuple(ended),
        duties,
        marked,
        row.cite,
        tuple(_marked(one.row) for one in broken if _may_try(game, turn, one)),
        tuple(_marked(piece) for piece in rows if row.phase is Phase.MPH and _charges(turn, piece)),
    )


def _snipers_told(game: Game, turn: Turn) -> bool:
    """Whether the phase that ends is one of the same Player Turn with snipers: they are told once in each."""
    was = game.turn
    same = was.running and (was.number, was.seat) == (turn.number, turn.seat)
    return same and phase_rows(game)[Phase(was.phase)].snipers


def _snipers(game: Game) -> Iterator[Duty]:
    for seat in game.seats:
        if seat.side.san:
            says = f"SAN {seat.side.san}: an enemy Original DR of {seat.side.san} draws it"
            yield Duty(f"Sniper, {seat.side.name}", says, "A14.1")


def _broken(game: Game, turn: Turn, rows: Sequence[PieceRow]) -> list[Outlook]:
    """The broken units that take rallies, the ATTACKER's first."""
    found = (one for one in outlooks(game, rows) if one.unit.broken and not one.unit.has(Flag.SURRENDERED))
    return sorted(found, key=lambda one: one.row.seat != turn.seat)


def _attempt(game: Game, broken: Outlook) -> Duty:
    """A broken unit with who may rally it."""
    helpers = ", ".join(broken.helpers) or _alone(broken.unit, situation_of(game, broken.row.seat))
    where = f"{label(broken.row)} at {broken.row.location}"
    return Duty(where, f"morale {broken.morale}, {helpers}", "A10.6")


def _may_try(game: Game, turn: Turn, broken: Outlook) -> bool:
    """Whether an attempt is possible: by a leader, by its own right, or as the ATTACKER's first by a MMC."""
    if broken.helpers:
        return True
    first = broken.row.seat == turn.seat
    return not broken.unit.has(Flag.DISRUPTED) and may_self_rally(
        broken.unit, first, situation_of(game, broken.row.seat)
    )


def _charges(turn: Turn, piece: PieceRow) -> bool:
    return piece.seat == turn.seat and Flag.BERSERK in states(piece)


def _marked(piece: PieceRow) -> Marked:
    return Marked(piece.id, label(piece))


def _alone(unit: Unit, situation: Situation) -> str:
    """What is left to a broken unit with no leader: a Self-Rally of its own right, or nothing (A10.63)."""
    if unit.has(Flag.DISRUPTED) or not may_self_rally(unit, False, situation):
        return "no leader"
    return "by himself" if unit.leader else "by itself"
