"""What the GoW chose in a batch of retreats: sectors of DSUs, and the order of those sent back together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rules.answers import Asked, Asks, Question
from rules.konrad.book import Book
from rules.konrad.events import Event
from rules.konrad.field import Way
from rules.konrad.formations import Dsu
from rules.refusal import Refused

Choice: TypeAlias = "str | tuple[str, ...]"
SECTOR = "sector"
ORDER = "order"


class Choices:
    """The answers by key: `sector:DSU` and `order:SECTOR`, the second answer to one as `sector:DSU#2`.

    A sector may also be named where nothing would be asked; it is then taken at the first step that allows
    it.
    """

    def __init__(self, book: Book, given: Mapping[str, Choice]) -> None:
        self._given = dict(given)
        self._cite = book.cites.retreat
        self._taken: dict[str, int] = {}
        self._offered: dict[str, set[str]] = {}

    def sector(
        self, dsu: Dsu, beside: Sequence[str], ways: Sequence[Way], events: Sequence[Event]
    ) -> tuple[Way, bool]:
        """The way a DSU takes and whether the GoW named it; raises Asks where several are equal.

        `beside` are the sectors that touch the one it leaves; naming one that is not legal is refused.
        """
        best = min(way.rank for way in ways)
        equal = [way for way in ways if way.rank == best]
        legal = {way.sector: way for way in ways}
        key = self._key(SECTOR, dsu.id)
        answer = self._given.get(key)
        if isinstance(answer, str) and answer in legal:
            self._use(SECTOR, dsu.id, key)
            return legal[answer], True
        if answer is not None and (len(equal) > 1 or answer in beside):
            raise self._illegal(key, answer, tuple(legal))
        offered = self._offered.setdefault(dsu.id, set())
        if len(equal) == 1:
            offered.update(beside)
            return equal[0], False
        if offered.intersection(legal):
            # Under this key the answer would be taken for an earlier step: it carries the next number.
            offered.clear()
            self._count(SECTOR, dsu.id)
            return self.sector(dsu, beside, ways, events)
        options = tuple(way.sector for way in equal)
        raise Asks(Question(SECTOR, dsu.id, options, ("choices", key), Asked.GOW, self._cite), tuple(events))

    def order(self, sector: str, waiting: Sequence[str], events: Sequence[Event]) -> tuple[str, ...]:
        """The order in which DSUs sent back together retreat; raises Asks where it is not given.

        An answer is the whole list, or the one DSU that goes first.
        """
        ordered: list[str] = []
        left = sorted(waiting, key=_by_letter)
        while len(left) > 1:
            key = self._key(ORDER, sector)
            answer = self._given.get(key)
            if answer is None:
                question = Question(ORDER, sector, tuple(left), ("choices", key), Asked.GOW, self._cite)
                raise Asks(question, tuple(events))
            named = (answer,) if isinstance(answer, str) else answer
            if not (
                named[:1]
                and set(named) <= set(left)
                and (len(named) == 1 or sorted(named, key=_by_letter) == left)
            ):
                raise self._illegal(key, answer, left)
            self._use(ORDER, sector, key)
            ordered += named
            left = [dsu for dsu in left if dsu not in named]
        return (*ordered, *left)

    def require_taken(self) -> None:
        """Refuse an answer to a DSU that retreated past it; one for what the dice did not bring is idle."""
        for dsu in self._offered:
            key = self._key(SECTOR, dsu)
            if key in self._given:
                wrong = f"choices.{key}: no step of its retreat can take {_shown(self._given[key])}."
                raise Refused("illegal_choice", wrong, self._cite)

    def _key(self, what: str, of: str) -> str:
        count = self._taken.get(f"{what}:{of}", 0) + 1
        return f"{what}:{of}" if count == 1 else f"{what}:{of}#{count}"

    def _use(self, what: str, of: str, key: str) -> None:
        self._count(what, of)
        del self._given[key]

    def _count(self, what: str, of: str) -> None:
        self._taken[f"{what}:{of}"] = self._taken.get(f"{what}:{of}", 0) + 1

    def _illegal(self, key: str, answer: Choice, legal: Sequence[str]) -> Refused:
        right = ", ".join(legal)
        return Refused("illegal_choice", f"choices.{key}: needs {right}, not {_shown(answer)}.", self._cite)


def _shown(answer: Choice) -> str:
    return answer if isinstance(answer, str) else ", ".join(answer)


def _by_letter(name: str) -> tuple[str, int]:
    """Sorts ids by letter, then number: P9 before P10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)
