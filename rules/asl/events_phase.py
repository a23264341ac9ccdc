"""What happens because a phase ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.asl.unit import Unit
from rules.asl.words import Flag


@dataclass(frozen=True, slots=True)
class MarkerTakenOff:
    """`unit` is without its `marker`, such as DM or a pin."""

    tag: ClassVar[str] = "marker_taken_off"
    unit: Unit
    marker: Flag
    cite: str
