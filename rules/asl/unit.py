"""A unit: its counter and what has happened to it."""

from __future__ import annotations

from msgspec import Struct

from rules.asl.counter import Key
from rules.asl.words import COMMISSAR, HERO, LEADER, MMC, Flag, Nation, Trait, UnitClass, UnitType

LEADERS = (LEADER, COMMISSAR)
BROKEN_STATES = (Flag.BROKEN, Flag.DM, Flag.DISRUPTED, Flag.SURRENDERED)

# Slow to reach through their enum, as LEADER, COMMISSAR and HERO are.
BROKEN, DM, PINNED, UNARMED = Flag.BROKEN, Flag.DM, Flag.PINNED, Flag.UNARMED
BERSERK, WOUNDED, HEROIC = Flag.BERSERK, Flag.WOUNDED, Flag.HEROIC


class Unit(Struct, frozen=True):
    """One counter in play.

    `counter` is the name on the side that is up (a wounded hero is 1-3-8), `unit_class` the class of a squad
    or half-squad (None for others and for Partisans), `flags` are sorted, `origin` is the id of the unit
    that it came from, "" for one that was there from the start.
    """

    id: str
    nation: Nation
    type: UnitType
    counter: str
    unit_class: UnitClass | None = None
    trait: Trait | None = None
    flags: tuple[Flag, ...] = ()
    origin: str = ""

    def has(self, flag: Flag) -> bool:
        return flag in self.flags

    def put(self, *flags: Flag) -> Unit:
        return self._flagged(sorted_flags((*self.flags, *flags)))

    def rid(self, *flags: Flag) -> Unit:
        kept = tuple([flag for flag in self.flags if flag not in flags])
        return self if len(kept) == len(self.flags) else self._flagged(kept)

    def exchanged(self, by: Key) -> Unit:
        """The unit with another counter, its id, states and origin kept."""
        return Unit(self.id, *by, self.trait, self.flags, self.origin)

    @property
    def broken(self) -> bool:
        return BROKEN in self.flags

    @property
    def pinned(self) -> bool:
        return PINNED in self.flags

    @property
    def berserk(self) -> bool:
        return BERSERK in self.flags

    @property
    def wounded(self) -> bool:
        return WOUNDED in self.flags

    @property
    def unarmed(self) -> bool:
        return UNARMED in self.flags

    @property
    def fanatic(self) -> bool:
        return Flag.FANATIC in self.flags

    @property
    def mmc(self) -> bool:
        """A squad, half-squad or crew (A1.2)."""
        return self.type in MMC

    @property
    def leader(self) -> bool:
        """A leader or a Commissar, whose loss others feel (A10.2)."""
        return self.type in LEADERS

    @property
    def heroic(self) -> bool:
        """A hero or a heroic leader, who fails as a hero does (A15.2)."""
        return self.type is HERO or HEROIC in self.flags

    @property
    def good_order(self) -> bool:
        """Neither broken nor berserk."""
        return not self.broken and not self.berserk

    def _flagged(self, flags: tuple[Flag, ...]) -> Unit:
        return Unit(
            self.id, self.nation, self.type, self.counter, self.unit_class, self.trait, flags, self.origin
        )


def sorted_flags(flags: tuple[Flag, ...]) -> tuple[Flag, ...]:
    return tuple(sorted(set(flags)))
