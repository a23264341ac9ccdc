"""What players change on the roster themselves, besides what rulings do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.asl.unit import Unit


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit stands in another folded `location` than it `was`."""

    tag: ClassVar[str] = "unit_moved"
    piece: str
    counter: str
    name: str
    was: str
    location: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class UnitSet:
    """A unit's state was set by hand: `unit` from here on, `was` before."""

    tag: ClassVar[str] = "unit_set"
    name: str
    was: Unit
    unit: Unit
    cite: str = ""


@dataclass(frozen=True, slots=True)
class UnitRenamed:
    """A unit bears another name than it `was` called."""

    tag: ClassVar[str] = "unit_renamed"
    piece: str
    counter: str
    was: str
    name: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class UnitRemoved:
    """A unit left the roster by hand; `unit` is what it was."""

    tag: ClassVar[str] = "unit_removed"
    name: str
    location: str
    unit: Unit
    cite: str = ""


@dataclass(frozen=True, slots=True)
class ActedFor:
    """The host gave this entry for the absent player of a side."""

    tag: ClassVar[str] = "acted_for"
    seat: int
    side: str
    cite: str = ""


RosterEvent: TypeAlias = UnitMoved | UnitSet | UnitRenamed | UnitRemoved | ActedFor
