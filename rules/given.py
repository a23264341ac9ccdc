"""Reads a plain request strictly: every key known, every value of its kind, or a refusal that names it."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from functools import wraps
from typing import TypeVar

from msgspec import msgpack

from rules.json import Json, Object
from rules.refusal import Refused

Choice = TypeVar("Choice", bound=StrEnum)
Read = TypeVar("Read")
Rules = TypeVar("Rules")

PACK = msgpack.Encoder().encode
REMEMBERED_MOST = 4096
"""Forms that a reading remembers before it forgets them all."""


def refuse(code: str, where: str, wrong: str) -> Refused:
    return Refused(code, f"{where}: {wrong}.")


class Given:
    """One object of a request; `where` names it in refusals.

    Each method takes a key off; `done` refuses the keys that nobody took.
    """

    def __init__(self, given: Json, where: str = "given") -> None:
        if not isinstance(given, dict):
            raise refuse("bad_value", where, f"needs an object, not {show(given)}")
        self._left: dict[str, Json] = dict(given)
        self._known: list[str] = []
        self.where = where

    def has(self, key: str) -> bool:
        """Whether the key is there with a value; one without is taken off."""
        return self._left.get(key) is not None or self.raw(key) is not None

    def raw(self, key: str) -> Json:
        self._known.append(key)
        return self._left.pop(key, None)

    def text(self, key: str, default: str | None = None) -> str:
        value = self.raw(key)
        if isinstance(value, str):
            return value
        if value is not None:
            raise self._wrong(key, "needs a text", value)
        if default is None:
            raise self._missing(key)
        return default

    def name(self, key: str, code: str = "bad_value", default: str | None = None) -> str:
        """A text that is more than spaces; `code` is that of the refusal."""
        name = self.text(key, default)
        if not name.strip():
            raise refuse(code, f"{self.where}.{key}", "needs a name, not an empty text")
        return name

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "needs true or false", value)
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"needs a whole number from {low} to {high}", value)
        return value

    def word(
        self, key: str, words: type[Choice], default: Choice | None = None, code: str = "bad_value"
    ) -> Choice:
        """`code` is that of the refusal."""
        return self._word(key, self._take(key, default), words, code)

    def words(
        self, key: str, words: type[Choice], default: Sequence[Choice] | None = None, code: str = "bad_value"
    ) -> tuple[Choice, ...]:
        """A list of words; `code` is that of the refusal."""
        return tuple([self._word(key, item, words, code) for item in self.items(key, default)])

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        items = self.items(key, default)
        for item in items:
            if not isinstance(item, str):
                raise self._wrong(key, "needs a list of texts", item)
        return tuple(item for item in items if isinstance(item, str))

    def items(self, key: str, default: Sequence[Json] | None = None) -> tuple[Json, ...]:
        value = self._take(key, default)
        if not isinstance(value, (list, tuple)):
            raise self._wrong(key, "needs a list", value)
        return tuple(value)

    def object(self, key: str, default: Object | None = None) -> Given:
        value = self._take(key, default)
        if not isinstance(value, dict):
            raise self._wrong(key, "needs an object", value)
        return Given(value, f"{self.where}.{key}")

    def objects(self, key: str, default: Sequence[Json] | None = None) -> Iterator[Given]:
        for place, item in enumerate(self.items(key, default)):
            yield Given(item, f"{self.where}.{key}[{place}]")

    def packed(self) -> bytes | None:
        """The keys not yet taken with their values: no two that differ have the same. None where a number is
        beyond 64 bits or a text is half a surrogate pair."""
        try:
            return PACK(self._left)
        except (OverflowError, UnicodeEncodeError):
            return None

    def names(self) -> tuple[str, ...]:
        """The keys not yet taken, for objects whose keys are names."""
        return tuple(self._left)

    def done(self) -> None:
        if self._left:
            unknown = ", ".join(sorted(self._left))
            known = ", ".join(sorted(set(self._known)))
            raise refuse("unknown_key", self.where, f"has no use for {unknown}; it knows {known}")

    def _take(self, key: str, default: Json) -> Json:
        value = self.raw(key)
        if value is not None:
            return value
        if default is None:
            raise self._missing(key)
        return default

    def _missing(self, key: str) -> Refused:
        return refuse("missing_key", self.where, f"{key} is missing")

    def _word(self, key: str, value: Json, words: type[Choice], code: str) -> Choice:
        try:
            return words(value)  # type: ignore[arg-type]  # a StrEnum refuses what is no word of its own
        except ValueError:
            raise refuse(
                code, f"{self.where}.{key}", f"needs one of {', '.join(words)}, not {show(value)}"
            ) from None

    def _wrong(self, key: str, needs: str, value: Json) -> Refused:
        return refuse("bad_value", f"{self.where}.{key}", f"{needs}, not {show(value)}")


def remembered(read: Callable[[Given, Rules], Read]) -> Callable[[Given, Rules], Read]:
    """Reads a form once by the same rules: rulings read the same units and facts again and again.

    What is refused is not remembered.
    """
    known: dict[tuple[Rules, bytes], Read] = {}

    @wraps(read)
    def reading(form: Given, rules: Rules) -> Read:
        packed = form.packed()
        if packed is None:
            return read(form, rules)
        key = (rules, packed)
        found = known.get(key)
        if found is None:
            found = read(form, rules)
            if len(known) >= REMEMBERED_MOST:
                known.clear()
            known[key] = found
        return found

    return reading


def require_apart(names: Collection[str], where: str) -> None:
    """Raise Refused `ambiguous_id` for `a#2` beside `a`: a second die of `a` would have that name."""
    for name in names:
        first, mark, number = name.rpartition("#")
        if mark and first in names and number.isascii() and number.isdigit():
            wrong = f"needs ids that dice can tell apart; {show(name)} is also the second of {show(first)}"
            raise refuse("ambiguous_id", where, wrong)


def show(value: Json) -> str:
    """A value as a refusal quotes it, at most 40 characters; null, true and false are JSON's."""
    shown = json.dumps(value) if value is None or isinstance(value, bool) else repr(value)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def said(name: str) -> str:
    """A name as it is; one that nobody would see is quoted."""
    return name if name.strip() else show(name)
