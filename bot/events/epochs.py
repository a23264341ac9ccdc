"""Epochs of a game's dice: how long one lasts, and one that is closed without its seed."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct


class Epochs(StrEnum):
    """How long the dice of one seed last."""

    GAME = "game"
    """until the players have it revealed, or the game ends"""
    TURN = "turn"
    """until the next Game Turn, at the latest"""
    DAY = "day"
    """until the next day of the campaign, at the latest"""


class EpochClosed(Struct, frozen=True):
    """An epoch ended whose seed is not held here: nobody can compute its dice."""

    tag: ClassVar[str] = "epoch_closed"
    epoch: int
    cite: str = ""


EpochEvent: TypeAlias = EpochClosed
