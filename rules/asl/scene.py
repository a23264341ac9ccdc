"""A Location while a ruling runs: its units, what is still to be done, whose loss is still to be felt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.asl.apply import apply
from rules.asl.events import CheckKind, Event
from rules.asl.events_heat import WentBerserk
from rules.asl.morale import Morale
from rules.asl.unit import Unit
from rules.asl.words import Terrain
from rules.dice import DR


@dataclass(frozen=True, slots=True)
class Lost:
    """A leader as he counts for those who check because of him."""

    leader: Unit
    morale: Morale


@dataclass(frozen=True, slots=True)
class Select:
    """Random Selection of `number` units: they are eliminated by a KIA, Reduced by a K."""

    number: int
    kia: bool
    level: int


@dataclass(frozen=True, slots=True)
class MarkDesperate:
    piece: str


@dataclass(frozen=True, slots=True)
class Kill:
    piece: str


@dataclass(frozen=True, slots=True)
class Reduce:
    piece: str


@dataclass(frozen=True, slots=True)
class BreakOne:
    piece: str


@dataclass(frozen=True, slots=True)
class CheckAll:
    """Everybody checks in the order of A10.2, but for the pieces `spared`."""

    kind: CheckKind
    level: int
    spared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckOne:
    kind: CheckKind
    level: int
    piece: str


@dataclass(frozen=True, slots=True)
class LossFelt:
    """The checks for a lost leader begin."""

    kind: CheckKind
    lost: Lost


@dataclass(frozen=True, slots=True)
class LossCheck:
    kind: CheckKind
    lost: Lost
    piece: str


@dataclass(frozen=True, slots=True)
class BerserkCheck:
    leader: Unit
    piece: str


@dataclass(frozen=True, slots=True)
class HeatOne:
    """Heat of Battle with no check before it."""

    piece: str


@dataclass(frozen=True, slots=True)
class RallyOne:
    """`leader` is "" for a Self-Rally, `terrain` what of it helps."""

    piece: str
    leader: str
    terrain: tuple[Terrain, ...]
    first_mmc: bool


@dataclass(frozen=True, slots=True)
class WoundOne:
    """A wound with no check before it; `casualty` adds the drm of an Original 12."""

    piece: str
    casualty: bool


@dataclass(frozen=True, slots=True)
class BreakWillingly:
    piece: str


@dataclass(frozen=True, slots=True)
class RunShort:
    """Ammunition Shortage (A19.131)."""

    piece: str


@dataclass(frozen=True, slots=True)
class FpfVolley:
    """`thrown` is the IFT DR where the table has thrown it already."""

    pieces: tuple[str, ...]
    thrown: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class FpfSelect:
    """Which one of a group an Original 2 or 12 concerns."""

    pieces: tuple[str, ...]
    roll: DR


@dataclass(frozen=True, slots=True)
class FpfCheckAll:
    """`singled` are those whom an Original 2 or 12 concerns."""

    pieces: tuple[str, ...]
    roll: DR
    singled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FpfCheck:
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


class Scene(NamedTuple):
    """`eliminated`, `broke` and `berserk` are leaders whose checks come after the attack, in that order."""

    units: tuple[Unit, ...]
    agenda: tuple[Step, ...]
    eliminated: tuple[Lost, ...] = ()
    broke: tuple[str, ...] = ()
    berserk: tuple[str, ...] = ()

    def unit(self, piece: str) -> Unit | None:
        return next((unit for unit in self.units if unit.id == piece), None)

    def todo(self, *steps: Step) -> Scene:
        """The same scene with these steps before all others."""
        return self._replace(agenda=(*steps, *self.agenda))

    def happened(self, event: Event) -> Scene:
        units = apply({unit.id: unit for unit in self.units}, event)
        return self._replace(units=tuple(units.values()))

    def remember_broken(self, before: Scene) -> Scene:
        """Notes the leaders who stood unbroken before the step and are broken after it."""
        if self.units is before.units:
            return self
        fallen = tuple(
            unit.id
            for unit in before.units
            if unit.leader and not unit.broken and (after := self.unit(unit.id)) is not None and after.broken
        )
        return self._replace(broke=(*self.broke, *fallen)) if fallen else self

    def remember_lost(self, lost: Lost) -> Scene:
        return self._replace(eliminated=(*self.eliminated, lost))

    def remember_berserk(self, event: WentBerserk) -> Scene:
        return self._replace(berserk=(*self.berserk, event.unit.id))
