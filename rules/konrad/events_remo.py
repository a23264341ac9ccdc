"""REMO checks and their numbers: what happened, with the roll that decided."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.dice import OneDie
from rules.konrad.formations import Order


class When(StrEnum):
    """What an RSU is checked for."""

    COMBAT = "combat"
    OVERSTACK = "overstack"
    RECOVERY = "recovery"


class Modifier(Struct, frozen=True):
    """One term of a REMO number, never 0."""

    what: str
    drm: int
    cite: str


class RemoNumber(Struct, frozen=True):
    """The number that the die must not exceed, from its start and its terms."""

    start: int
    modifiers: tuple[Modifier, ...]
    number: int
    cite: str


class CheckLine(Struct, frozen=True):
    """One line of a check sheet."""

    rsu: str
    dsu: str
    remo: RemoNumber


class ChecksListed(Struct, frozen=True):
    """The sheet of a batch, before its dice."""

    tag: ClassVar[str] = "checks_listed"
    lines: tuple[CheckLine, ...]
    cite: str


class RsuHeld(Struct, frozen=True):
    """A check after Combat or in an overstack was passed: still in good order."""

    tag: ClassVar[str] = "rsu_held"
    rsu: str
    dsu: str | None
    when: When
    remo: RemoNumber
    roll: OneDie
    cite: str


class RsuShattered(Struct, frozen=True):
    """A check after Combat or in an overstack was failed: shattered, and in its DSU's RES.

    `order_before` is what it held until then, and gets back if a correction lets it hold.
    """

    tag: ClassVar[str] = "rsu_shattered"
    rsu: str
    dsu: str | None
    when: When
    remo: RemoNumber
    roll: OneDie
    order_before: Order | None
    cite: str


class RsuRecovered(Struct, frozen=True):
    """A Recovery check was passed: in good order."""

    tag: ClassVar[str] = "rsu_recovered"
    rsu: str
    dsu: str | None
    remo: RemoNumber
    roll: OneDie
    cite: str


class RsuStayedShattered(Struct, frozen=True):
    tag: ClassVar[str] = "rsu_stayed_shattered"
    rsu: str
    dsu: str | None
    remo: RemoNumber
    roll: OneDie
    cite: str


class RsuDisbanded(Struct, frozen=True):
    """A Recovery check was failed too far below full strength: gone, with `lost` SP."""

    tag: ClassVar[str] = "rsu_disbanded"
    rsu: str
    dsu: str | None
    remo: RemoNumber
    roll: OneDie
    lost: int
    cite: str


Check: TypeAlias = RsuHeld | RsuShattered | RsuRecovered | RsuStayedShattered | RsuDisbanded
"""One check, passed or failed, with its number and its die."""
