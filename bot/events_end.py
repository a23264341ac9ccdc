"""Ending a game that two people play: what was proposed, and that it came to nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class EndProposed:
    """It was proposed to end the game; `consents` are the seats that have yet to agree.

    After `days` without a word of theirs the host may agree for them.
    """

    tag: ClassVar[str] = "end_proposed"
    consents: tuple[int, ...]
    days: int
    cite: str = ""


@dataclass(frozen=True, slots=True)
class EndDeclined:
    """The game goes on: `side` did not agree, or "" where who proposed the end took it back."""

    tag: ClassVar[str] = "end_declined"
    side: str
    cite: str = ""


EndEvent: TypeAlias = EndProposed | EndDeclined
