"""What happens because a phase ends."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from rules.asl.unit import Unit
from rules.asl.words import Flag


class MarkerTakenOff(Struct, frozen=True):
    """`unit` is without its `marker`, such as DM or a pin."""

    tag: ClassVar[str] = "marker_taken_off"
    unit: Unit
    marker: Flag
    cite: str
