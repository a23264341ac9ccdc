"""Facts and choices that a ruling may need, and the question that stops it where one is missing."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from rules.event import Event
from rules.json import Json


class Asked(StrEnum):
    """Whose answer a question waits for."""

    OWNER = "owner"
    """the player who owns the piece that the question is about"""
    GOW = "gow"
    """the game masters of a campaign"""
    CALLER = "caller"
    """whoever called for the ruling"""


class Question(Struct, frozen=True):
    """What stops a ruling.

    `what` and `of` name it (a fact or choice, and the piece), `options` are the answers allowed as they
    would stand in the request, `path` is where in the request the answer belongs.
    """

    what: str
    of: str
    options: tuple[Json, ...]
    path: tuple[str, ...]
    who: Asked
    cite: str


class Asks(Exception):
    """A fact or choice is missing; the dice thrown so far stay, and `events` tells what they did."""

    def __init__(self, question: Question, events: tuple[Event, ...] = ()) -> None:
        super().__init__(f"{question.what} of {question.of}")
        self.question = question
        self.events = events
