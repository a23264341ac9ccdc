"""A Location while a ruling runs: its units, what is still to be done, whose loss is still to be felt."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.asl.apply import apply
from rules.asl.events import CheckKind, Event
from rules.asl.events_heat import WentBerserk
from rules.asl.morale import Morale
from rules.asl.unit import LEADERS, Unit
from rules.asl.words import Terrain
from rules.dice import DR


class Lost(Struct, frozen=True):
    """A leader as he counts for those who check because of him."""

    leader: Unit
    morale: Morale


class Select(Struct, frozen=True):
    """Random Selection of `number` of the pieces struck: they are eliminated by a KIA, Reduced by a K."""

    struck: tuple[str, ...]
    number: int
    kia: bool
    level: int


class MarkDesperate(Struct, frozen=True):
    piece: str


class Kill(Struct, frozen=True):
    piece: str


class Reduce(Struct, frozen=True):
    piece: str


class BreakOne(Struct, frozen=True):
    piece: str


class CheckAll(Struct, frozen=True):
    """The pieces struck check in the order of A10.2, but for those `spared`."""

    kind: CheckKind
    level: int
    struck: tuple[str, ...]
    spared: tuple[str, ...] = ()


class CheckOne(Struct, frozen=True):
    """Those struck with the piece are the ones who may help it (A10.2)."""

    kind: CheckKind
    level: int
    piece: str
    struck: tuple[str, ...]


class LossFelt(Struct, frozen=True):
    """The checks for a lost leader begin."""

    kind: CheckKind
    lost: Lost


class LossCheck(Struct, frozen=True):
    kind: CheckKind
    lost: Lost
    piece: str


class BerserkCheck(Struct, frozen=True):
    leader: Unit
    piece: str


class HeatOne(Struct, frozen=True):
    """Heat of Battle with no check before it."""

    piece: str


class RallyOne(Struct, frozen=True):
    """`leader` is "" for a Self-Rally, `terrain` what of it helps."""

    piece: str
    leader: str
    terrain: tuple[Terrain, ...]
    first_mmc: bool


class WoundOne(Struct, frozen=True):
    """A wound with no check before it; `casualty` adds the drm of an Original 12."""

    piece: str
    casualty: bool


class BreakWillingly(Struct, frozen=True):
    piece: str


class RunShort(Struct, frozen=True):
    """Ammunition Shortage (A19.131)."""

    piece: str


class FpfVolley(Struct, frozen=True):
    """`thrown` is the IFT DR where the table has thrown it already."""

    pieces: tuple[str, ...]
    thrown: tuple[int, int] | None


class FpfSelect(Struct, frozen=True):
    """Which one of a group an Original 2 or 12 concerns."""

    pieces: tuple[str, ...]
    roll: DR


class FpfCheckAll(Struct, frozen=True):
    """`singled` are those whom an Original 2 or 12 concerns."""

    pieces: tuple[str, ...]
    roll: DR
    singled: tuple[str, ...]


class FpfCheck(Struct, frozen=True):
    piece: str
    roll: DR
    singled: bool


Step: TypeAlias = (
    Select
    | MarkDesperate
    | Kill
    | Reduce
    | BreakOne
    | CheckAll
    | CheckOne
    | LossFelt
    | LossCheck
    | BerserkCheck
    | HeatOne
    | RallyOne
    | WoundOne
    | BreakWillingly
    | RunShort
    | FpfVolley
    | FpfSelect
    | FpfCheckAll
    | FpfCheck
)


class Scene(Struct, frozen=True):
    """`eliminated`, `broke` and `berserk` are leaders whose checks come after the attack, in that order."""

    units: tuple[Unit, ...]
    agenda: tuple[Step, ...]
    eliminated: tuple[Lost, ...] = ()
    broke: tuple[str, ...] = ()
    berserk: tuple[str, ...] = ()

    @property
    def leaders(self) -> tuple[Unit, ...]:
        """The leaders and Commissars: nobody else acts on the others."""
        return tuple([unit for unit in self.units if unit.type in LEADERS])

    def unit(self, piece: str) -> Unit | None:
        for unit in self.units:
            if unit.id == piece:
                return unit
        return None

    def todo(self, *steps: Step) -> Scene:
        """The same scene with these steps before all others."""
        return replace(self, agenda=(*steps, *self.agenda))

    def happened(self, *events: Event) -> Scene:
        units = {unit.id: unit for unit in self.units}
        for event in events:
            units = apply(units, event)
        return replace(self, units=tuple(units.values()))

    def remember_broken(self, before: Scene) -> Scene:
        """Notes the leaders who stood unbroken before the step and are broken after it."""
        if self.units is before.units:
            return self
        fallen = [
            leader.id
            for leader in before.leaders
            if not leader.broken and (after := self.unit(leader.id)) is not None and after.broken
        ]
        return replace(self, broke=(*self.broke, *fallen)) if fallen else self

    def remember_lost(self, lost: Lost) -> Scene:
        return replace(self, eliminated=(*self.eliminated, lost))

    def remember_berserk(self, event: WentBerserk) -> Scene:
        return replace(self, berserk=(*self.berserk, event.unit.id))
