"""REMO checks and their numbers: what happened, with the roll that decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from rules.dice import OneDie
from rules.konrad.formations import Order


class When(StrEnum):
    """What an RSU is checked for."""

    COMBAT = "combat"
    OVERSTACK = "overstack"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One term of a REMO number, never 0."""

    what: str
    drm: int
    cite: str


@dataclass(frozen=True, slots=True)
class RemoNumber:
    """The number that the die must not exceed, from its start and its terms."""

    start: int
    modifiers: tuple[Modifier, ...]
    number: int
    cite: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line of a check sheet."""

    rsu: str
    dsu: str
    remo: RemoNumber


@dataclass(frozen=True, slots=True)
class ChecksListed:
    """The sheet of a batch, before its dice."""

    tag: ClassVar[str] = "checks_listed"
    lines: tuple[CheckLine, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class RsuHeld:
    """A check after Combat or in an overstack was passed: still in good order."""

    tag: ClassVar[str] = "rsu_held"
    rsu: str
    dsu: str | None
    when: When
    remo: RemoNumber
    roll: OneDie
    cite: str


@dataclass(frozen=True, slots=True)
class RsuShattered:
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


@dataclass(frozen=True, slots=True)
class RsuRecovered:
    """A Recovery check was passed: in good order."""

    tag: ClassVar[str] = "rsu_recovered"
    rsu: str
    dsu: str | None
    remo: RemoNumber
    roll: OneDie
    cite: str


@dataclass(frozen=True, slots=True)
class RsuStayedShattered:
    tag: ClassVar[str] = "rsu_stayed_shattered"
    rsu: str
    dsu: str | None
    remo: RemoNumber
    roll: OneDie
    cite: str


@dataclass(frozen=True, slots=True)
class RsuDisbanded:
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
