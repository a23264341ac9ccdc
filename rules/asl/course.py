"""What one step of a ruling needs while it runs: its dice, and the events told so far."""

from __future__ import annotations

from typing import NoReturn

from rules.answers import Asked, Asks, Question
from rules.asl.events import Event
from rules.asl.situation import Situation
from rules.dice import DR, OneDie, Throws
from rules.json import Json
from rules.ruling import Births


class Course:
    def __init__(self, situation: Situation, throws: Throws, births: Births) -> None:
        self.situation = situation
        self.events: list[Event] = []
        self._throws = throws
        self._births = births

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def dr(self, purpose: str, piece: str) -> DR:
        return self._throws.dr(purpose, piece)

    def one(self, purpose: str, piece: str) -> OneDie:
        return self._throws.one(purpose, piece)

    def born(self, origin: str, part: str) -> str:
        return self._births(origin, part)

    def ask_fact(self, what: str, of: str, options: tuple[Json, ...], cite: str) -> NoReturn:
        """Raises Asks: somebody at the table must say it."""
        raise Asks(Question(what, of, options, ("facts", what), Asked.OWNER, cite))

    def ask(self, question: Question) -> NoReturn:
        raise Asks(question)
