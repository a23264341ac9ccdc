"""Walks every way that the checks of a ruling can end, without a die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from rules import event
from rules.answers import Asks, Question
from rules.dice import Throws
from rules.konrad.book import Book
from rules.konrad.chances import pass_chance
from rules.konrad.events import Event
from rules.konrad.events_remo import Check
from rules.refusal import Refused

MOST_PATHS = 1 << 15
"""More would keep a reader waiting for minutes."""

Resolve = Callable[[Throws], tuple[Event, ...]]


class Loaded:
    """Dice that lie as told by name, and otherwise show `face`."""

    def __init__(self, faces: Mapping[str, int], face: int) -> None:
        self._faces = faces
        self._face = face

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        return (self._faces.get(name, self._face),) * count


class Path(Struct, frozen=True):
    """One way things can go, with its chance; it may stop at a question, and then has no events."""

    chance: Fraction
    events: tuple[Event, ...]
    question: Question | None


def paths(book: Book, resolve: Resolve) -> Iterator[Path]:
    """Every way that differs in a check passed or failed; their chances add up to 1.

    Raises Refused too_many_ends beyond 2**15 of them.
    """
    waiting: list[tuple[dict[str, int], Fraction]] = [({}, Fraction(1))]
    count = 0
    while waiting:
        faces, chance = waiting.pop()
        count += 1
        if count > MOST_PATHS:
            raise Refused("too_many_ends", f"There are more than {MOST_PATHS} ways that this can end.")
        question: Question | None = None
        events: tuple[Event, ...] = ()
        try:
            events = resolve(Throws(Loaded(faces, 1)))
            seen = checks(events)
        except Asks as asks:
            question = asks.question
            seen = checks(asks.events)
        for check in seen:
            if check.roll.name in faces:
                continue
            passes = pass_chance(book, check.remo)
            if 0 < passes < 1:
                waiting.append(({**faces, check.roll.name: book.die}, chance * (1 - passes)))
                chance *= passes
            faces = {**faces, check.roll.name: 1}
        yield Path(chance, events, question)


def best_and_worst(book: Book, resolve: Resolve) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """What happens when every die shows 1, and when every die shows its highest face."""
    return resolve(Throws(Loaded({}, 1))), resolve(Throws(Loaded({}, book.die)))


def checks(events: Iterable[event.Event]) -> tuple[Check, ...]:
    return tuple(each for each in events if isinstance(each, Check))
