"""What players change on the roster themselves, besides what rulings do."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.asl.unit import Unit


class UnitMoved(Struct, frozen=True):
    """A unit stands in another folded `location` than it `was`."""

    tag: ClassVar[str] = "unit_moved"
    piece: str
    counter: str
    name: str
    was: str
    location: str
    cite: str = ""


class UnitSet(Struct, frozen=True):
    """A unit's state was set by hand: `unit` from here on, `was` before."""

    tag: ClassVar[str] = "unit_set"
    name: str
    was: Unit
    unit: Unit
    cite: str = ""


class UnitRenamed(Struct, frozen=True):
    """A unit bears another name than it `was` called."""

    tag: ClassVar[str] = "unit_renamed"
    piece: str
    counter: str
    was: str
    name: str
    cite: str = ""


class UnitRemoved(Struct, frozen=True):
    """A unit left the roster by hand; `unit` is what it was."""

    tag: ClassVar[str] = "unit_removed"
    name: str
    location: str
    unit: Unit
    cite: str = ""


class ActedFor(Struct, frozen=True):
    """The host gave this entry for the absent player of a side."""

    tag: ClassVar[str] = "acted_for"
    seat: int
    side: str
    cite: str = ""


RosterEvent: TypeAlias = UnitMoved | UnitSet | UnitRenamed | UnitRemoved | ActedFor
