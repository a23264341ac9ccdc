"""What happens to the sequence of play, and all that players change in a game between rulings."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from bot.events.game import GameChange
from bot.events.roster import RosterEvent
from rules.asl.phase import Duty


class Marked(Struct, frozen=True):
    """A piece that an end of phase speaks of, in running text."""

    piece: str
    label: str


class PhaseBegun(Struct, frozen=True):
    """A phase of the Player Turn of `seat`, the ATTACKER, began; `passed` are those that ended before it.

    `first` is the seat that moves first in each Game Turn; `duties` are what the phase asks of the players,
    `rallying` who may try to rally in it, `charging` who is berserk and has to charge.
    """

    tag: ClassVar[str] = "phase_begun"
    turn: int
    seat: int
    first: int
    side: str
    phase: str
    passed: tuple[str, ...]
    duties: tuple[Duty, ...]
    pieces: tuple[Marked, ...]
    cite: str = ""
    rallying: tuple[Marked, ...] = ()
    charging: tuple[Marked, ...] = ()


PlayEvent: TypeAlias = PhaseBegun | GameChange | RosterEvent
