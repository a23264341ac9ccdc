"""Reads the rules' own data files: whatever is missing, unknown or of another kind names file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import TypeVar

from rules.asl.modifier import Modifier
from rules.refusal import DataError

Word = TypeVar("Word", bound=StrEnum)
Name = TypeVar("Name", bound=str)
Group = TypeVar("Group")


class Table:
    """One table of a data file; `where` names it. `done` refuses the keys that nobody took."""

    def __init__(self, content: Mapping[str, object], where: str) -> None:
        self._left = dict(content)
        self.where = where

    def has(self, key: str) -> bool:
        return key in self._left

    def wrong(self, key: str, needs: str) -> DataError:
        return DataError(f"{self.where}: {key}: {needs}")

    def text(self, key: str, default: str | None = None) -> str:
        value = self._take(key, default, "a text")
        if not isinstance(value, str):
            raise self.wrong(key, f"needs a text, not {value!r}")
        return value

    def cite(self, default: str | None = None) -> str:
        cite = self.text("cite", default)
        if not cite.strip():
            raise self.wrong("cite", "needs the number of a rule")
        return cite

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self._take(key, default, "true or false")
        if not isinstance(value, bool):
            raise self.wrong(key, f"needs true or false, not {value!r}")
        return value

    def integer(self, key: str, limits: tuple[int, int] | None = None) -> int:
        """`limits` are the lowest and the highest number allowed."""
        needs = "a whole number" if limits is None else f"a whole number from {limits[0]} to {limits[1]}"
        value = self._take(key, None, needs)
        if type(value) is int and (limits is None or limits[0] <= value <= limits[1]):
            return value
        raise self.wrong(key, f"needs {needs}, not {value!r}")

    def word(self, key: str, words: type[Word]) -> Word:
        return self._word(key, self.text(key), words)

    def words(self, key: str, words: type[Word]) -> tuple[Word, ...]:
        return tuple(self._word(key, item, words) for item in self.texts(key))

    def one_of(self, key: str, names: Sequence[Name]) -> Name:
        return self._one_of(key, self.text(key), names)

    def listed(self, key: str, names: Sequence[Name]) -> Iterator[Name]:
        return (self._one_of(key, item, names) for item in self.texts(key))

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._take(key, None, "a list of texts") if self.has(key) else []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, f"needs a list of texts, not {value!r}")
        return tuple(str(item) for item in value)

    def table(self, key: str) -> Table:
        value = self._take(key, None, "a table")
        if not isinstance(value, dict):
            raise self.wrong(key, f"needs a table, not {value!r}")
        return Table(value, f"{self.where}: {key}")

    def tables(self, key: str) -> Iterator[Table]:
        """The tables of a list, none where the key is missing; each is named by its place."""
        value = self._take(key, None, "a list of tables") if self.has(key) else []
        if not isinstance(value, list):
            raise self.wrong(key, f"needs a list of tables, not {value!r}")
        for place, item in enumerate(value):
            if not isinstance(item, dict):
                raise self.wrong(f"{key}[{place}]", f"needs a table, not {item!r}")
            yield Table(item, f"{self.where}: {key}[{place}]")

    def names(self) -> tuple[str, ...]:
        return tuple(self._left)

    def content(self) -> Mapping[str, object]:
        """All that is left, for a table that is joined with another before it is read."""
        return self._left

    def modifier(self, key: str) -> Modifier:
        entry = self.table(key)
        found = Modifier(entry.text("what"), entry.integer("value"), entry.cite())
        entry.done()
        return found

    def group(self, key: str, kind: Callable[..., Group], names: tuple[str, ...]) -> Group:
        """A table whose entries are all numbers of the book, one for each of `names`."""
        entry = self.table(key)
        found = kind(**{name: entry.modifier(name) for name in names})
        entry.done()
        return found

    def done(self) -> None:
        for key in self._left:
            raise self.wrong(key, "is no key known here")

    def _take(self, key: str, default: object, needs: str) -> object:
        if key not in self._left:
            if default is None:
                raise self.wrong(key, f"is missing, needs {needs}")
            return default
        return self._left.pop(key)

    def _word(self, key: str, value: str, words: type[Word]) -> Word:
        return self._one_of(key, value, tuple(words))

    def _one_of(self, key: str, value: str, names: Sequence[Name]) -> Name:
        for name in names:
            if name == value:
                return name
        raise self.wrong(key, f"needs one of {', '.join(names)}, not {value!r}")


def read_table(folder: Traversable, path: str) -> Table:
    """Raises DataError where the file is missing or no TOML."""
    try:
        content = tomllib.loads(folder.joinpath(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{path}: the file is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: is no TOML: {error}") from None
    return Table(content, path)
