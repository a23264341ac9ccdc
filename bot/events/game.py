"""What happens to the terms of a game: its year, its special rules, its readings, ELR and SAN."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct

Value: TypeAlias = bool | int | str


class NationElr(Struct, frozen=True):
    """The ELR (0 to 5) of one nationality of a side, where it is not the side's."""

    nation: str
    elr: int


class TermChanged(Struct, frozen=True):
    """A term of the whole game; nationalities are listed with spaces between."""

    tag: ClassVar[str] = "term_changed"
    term: str
    was: Value
    becomes: Value
    cite: str = ""


class ElrChanged(Struct, frozen=True):
    """The ELR of a side, or of its nationality `nation` alone."""

    tag: ClassVar[str] = "elr_changed"
    seat: int
    side: str
    nation: str
    was: int
    becomes: int
    cite: str = ""


class SanChanged(Struct, frozen=True):
    """The SAN of a side, 2 to 7, or 0 for none."""

    tag: ClassVar[str] = "san_changed"
    seat: int
    side: str
    was: int
    becomes: int
    cite: str = ""


GameChange: TypeAlias = TermChanged | ElrChanged | SanChanged
