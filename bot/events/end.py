"""Ending a game that two people play: what was proposed, and that it came to nothing."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from msgspec import Struct


class EndProposed(Struct, frozen=True):
    """It was proposed to end the game; `consents` are the seats that have yet to agree.

    After `days` without a word of theirs the host may agree for them.
    """

    tag: ClassVar[str] = "end_proposed"
    consents: tuple[int, ...]
    days: int
    cite: str = ""


class EndDeclined(Struct, frozen=True):
    """The game goes on: `side` did not agree, or "" where who proposed the end took it back."""

    tag: ClassVar[str] = "end_declined"
    side: str
    cite: str = ""


EndEvent: TypeAlias = EndProposed | EndDeclined
