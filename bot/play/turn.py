"""Where a game stands in its sequence of play: Game Turn, Player Turn, phase (A3)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from bot.words import names
from rules.asl.book import numbers
from rules.asl.phase import Phase
from rules.asl.unit import Unit

PHASES = tuple(Phase)


class Turn(Struct, frozen=True):
    """`number` counts Game Turns from 1, 0 before play; `seat` is the ATTACKER's, `first` that of who began.

    `attempted` are the pieces that have tried to rally in this Player Turn; of those gone since, only the
    ATTACKER's MMC, whose attempt was his first all the same (A10.63). `across` are those of the DEFENDER.
    """

    number: int = 0
    seat: int = 0
    first: int = 0
    phase: str = ""
    attempted: tuple[str, ...] = ()
    across: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        return self.number > 0

    def spoken(self, side: str) -> str:
        """`Turn 2, German Rally Phase`; `side` is the ATTACKER's name."""
        return f"Turn {self.number}, {names.plain(side)} {phase_words(self.phase)}"

    def next(self, other: int) -> Turn:
        """One phase on; `other` is the seat across the table."""
        at = PHASES.index(Phase(self.phase)) + 1
        if at < len(PHASES):
            return replace(self, phase=PHASES[at].value)
        number = self.number if self.seat == self.first else self.number + 1
        return Turn(number, other, self.first, PHASES[0].value)

    def tried(self, piece: str, seat: int) -> Turn:
        across = self.across if seat == self.seat else (*self.across, piece)
        return replace(self, attempted=(*self.attempted, piece), across=across)

    def gone(self, unit: Unit) -> Turn:
        """Where a unit that had tried is no more."""
        if unit.mmc and unit.id not in self.across:
            return self
        attempted, across = (
            tuple(piece for piece in tried if piece != unit.id) for tried in (self.attempted, self.across)
        )
        return replace(self, attempted=attempted, across=across)


BEFORE_PLAY = Turn()


def phase_words(phase: str) -> str:
    """`Rally Phase` for RPh; the phases are the same in every module."""
    rows = {row.phase: row.words for row in numbers().phases}
    return rows[Phase(phase)]
