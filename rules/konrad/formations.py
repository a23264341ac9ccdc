"""Regiments and divisions: RSUs with their strength, and the DSUs that they belong to."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class State(StrEnum):
    GOOD_ORDER = "good_order"
    SHATTERED = "shattered"


class Order(StrEnum):
    """What an RSU does today: mobile, defend, or reserve, which is off the battle map."""

    MOB = "MOB"
    DEF = "DEF"
    RES = "RES"


class Scenario(StrEnum):
    """How the battle of a DSU ended for its side."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NONE = "none"


class Platoons(Struct, frozen=True):
    """The platoons of one kind in an RSU, in SP: 0 <= now <= full."""

    kind: str
    now: int
    full: int

    @property
    def room(self) -> int:
        return self.full - self.now


class Rsu(Struct, frozen=True):
    """A regiment-sized unit; `strength` holds every kind of platoons of the campaign in its order.

    `order` is None where none was given: the RSU is on the battle map. `usable` tells whether it could be
    given MOB or DEF, which artillery and the like cannot.
    """

    id: str
    side: str
    category: str
    strength: tuple[Platoons, ...]
    fatigue: int = 0
    state: State = State.GOOD_ORDER
    order: Order | None = None
    usable: bool = True

    @property
    def now(self) -> int:
        """Present SP of all kinds."""
        return sum([platoons.now for platoons in self.strength])

    @property
    def full(self) -> int:
        """Full SP of all kinds, at least 1."""
        return sum([platoons.full for platoons in self.strength])

    @property
    def shattered(self) -> bool:
        return self.state is State.SHATTERED

    @property
    def holds_its_dsu(self) -> bool:
        """Whether it keeps its DSU from a retreat: good order, and could be given MOB or DEF (p5)."""
        return self.usable and not self.shattered

    def of(self, kind: str) -> Platoons:
        for platoons in self.strength:
            if platoons.kind == kind:
                return platoons
        raise KeyError(kind)


class Pair(Struct, frozen=True):
    """Two RSUs to be consolidated; of two equally strong ones the second is disbanded."""

    first: str
    second: str


class Allowance(Struct, frozen=True):
    """The most SP of armour replacements that the GoW let one RSU have."""

    rsu: str
    sp: int


class Dsu(Struct, frozen=True):
    """A division-sized unit, where it stands and what it did today.

    `scenario` counts only where it fought, and is that of its later battle. `armour_fought` tells whether
    armour of its side was in that battle, `captured` whether it took an enemy sector by a battle today.
    """

    id: str
    side: str
    sector: str
    rsus: tuple[Rsu, ...]
    moved: bool = False
    fought: bool = False
    scenario: Scenario = Scenario.NONE
    captured: bool = False
    armour_fought: bool = False
    forced_retreat: bool = False
    gow_refuses: bool = False
    gow_allows: tuple[Allowance, ...] = ()
    consolidations: tuple[Pair, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether one RSU at least keeps it in place (p5)."""
        return any(rsu.holds_its_dsu for rsu in self.rsus)

    @property
    def scenario_today(self) -> Scenario:
        return self.scenario if self.fought else Scenario.NONE
