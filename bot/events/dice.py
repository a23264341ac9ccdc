"""Dice that fell outside any ruling, with what they were thrown for."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.asl.modifier import Modifier


class Category(StrEnum):
    """What a DR or dr is thrown for, in the words of VASL's buttons."""

    IFT = "IFT"
    TH = "TH"
    TK = "TK"
    MC = "MC"
    TC = "TC"
    CC = "CC"
    RALLY = "Rally"
    OTHER = "Other"


class DiceRolled(Struct, frozen=True):
    """Dice fell for a side (0 and "GoW": for the game masters) outside any ruling.

    `asked` is what was asked for, such as 3d6+1; `total` is the sum of the faces and of `plus`.
    """

    tag: ClassVar[str] = "dice_rolled"
    seat: int
    side: str
    asked: str
    sides: int
    faces: tuple[int, ...]
    plus: int
    total: int
    purpose: str = ""
    cite: str = ""


class DrRolled(Struct, frozen=True):
    """A DR fell for a side (0 and "GoW": for the game masters) outside any ruling; `total` is their sum.

    `led` is the leader who directs, by name, his DRM among `drms`, as is that of `heroes`. `san_of` are the
    nationalities of the side whose SAN was thrown, `phase` is the phase where the game knows it. `san_as` is
    what VASL calls that SAN where nationalities do not tell the sides apart.
    """

    tag: ClassVar[str] = "dr_rolled"
    seat: int
    side: str
    coloured: int
    white: int
    total: int
    purpose: str = ""
    cite: str = ""
    category: Category = Category.OTHER
    drms: tuple[Modifier, ...] = ()
    led: str = ""
    heroes: int = 0
    san_of: tuple[str, ...] = ()
    phase: str = ""
    san_as: str = ""


class DieRolled(Struct, frozen=True):
    """A dr, one six-sided die, fell for a side outside any ruling; `led` and `heroes` as of a DR."""

    tag: ClassVar[str] = "die_rolled"
    seat: int
    side: str
    face: int
    category: Category
    drms: tuple[Modifier, ...]
    purpose: str = ""
    cite: str = ""
    led: str = ""
    heroes: int = 0


class SanThrown(Struct, frozen=True):
    """An Original DR of a ruling, thrown for `piece` by `seat`, was the SAN of the other side."""

    tag: ClassVar[str] = "san_thrown"
    piece: str
    seat: int
    side: str
    san: int
    cite: str = ""


FreeRoll: TypeAlias = DiceRolled | DrRolled | DieRolled


class RollEntered(Struct, frozen=True):
    """A roll with dice of `sides` faces thrown elsewhere, which counts once the other side agrees to them.

    `drawn` is what it brings about then.
    """

    tag: ClassVar[str] = "roll_entered"
    roll: FreeRoll
    sides: int
    drawn: tuple[SanThrown, ...] = ()
    cite: str = ""
