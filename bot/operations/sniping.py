"""The sniper check of a side whose SAN was thrown."""

from __future__ import annotations

from msgspec import Struct

from bot.events.table import CalledPiece
from bot.operations.calling import Call, calling
from bot.operations.owning import held_seat
from bot.play.game import Game, Seat
from bot.play.sitting import Operation, Sitting
from rules.json import Object
from rules.refusal import Refused

SNIPER = "asl.sniper"
ANY_PHASE = "MPh"
"""a phase with snipers, where nobody has said which one it is"""


class Shot(Struct, frozen=True):
    """A DR thrown by `side`, which the other side's sniper may shoot at for it.

    `original` is taken to be the SAN where it is not said.
    """

    side: str | None = None
    original: int | None = None
    phase: str | None = None
    typed: tuple[int, ...] | None = None


def sniper(shot: Shot) -> Operation:
    """Raises Refused `no_san` where the other side has none."""

    def build(sitting: Sitting) -> Call:
        game = sitting.game
        seat = game.seat_named(shot.side) if shot.side else held_seat(sitting, None)
        given = sniper_request(game, seat, shot.original, shot.phase)
        victim = CalledPiece(str(given["against"]), f"{seat.side.name} side")
        title = f"{game.other(seat.number).side.name} sniper"
        return Call(SNIPER, title, seat, "", given, (), (victim,), shot.typed)

    return calling(build)


def sniper_request(game: Game, seat: Seat, original: int | None, phase: str | None = None) -> Object:
    """The request of the check that an Original DR of `seat` draws; the phase is the game's if not said.

    Raises Refused `no_san`.
    """
    san = san_against(game, seat)
    if not san:
        enemy = game.other(seat.number).side.name
        raise Refused("no_san", f"{enemy} has no SAN in this game, so it has no sniper.", "A14.1")
    return {
        "module": game.module,
        "san": san,
        "original": san if original is None else original,
        "phase": phase or game.turn.phase or ANY_PHASE,
        "against": f"side-{seat.number}",
    }


def san_against(game: Game, seat: Seat) -> int:
    """The SAN that a DR of this seat may hit: the other side's; 0 for none."""
    return game.other(seat.number).side.san
