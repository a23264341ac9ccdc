"""An entry that is told again, with what its fields say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from bot.ledger.entry import Entry
from rules.event import Event
from rules.json import Json, Object
from rules.refusal import Refused

T = TypeVar("T")


class Retold(Struct, frozen=True):
    """An entry with its events; `account` gives the number under which a pseudonym asks."""

    entry: Entry
    events: tuple[Event, ...]
    account: Callable[[str], int]

    @property
    def given(self) -> Object:
        """The request of its ruling. Raises Refused `no_act` where it has none."""
        return object_of(self.entry.inputs.get("given"), "given")

    @property
    def typed(self) -> tuple[int, ...] | None:
        """The faces that were rolled elsewhere and typed."""
        typed = self.entry.inputs.get("entered")
        return None if typed is None else integers(typed)

    def one(self, kind: type[T]) -> T:
        """Its only event of a kind. Raises Refused `no_act`."""
        found = self.all(kind)
        if len(found) != 1:
            raise no_act(f"it has {len(found)} events of a kind of which there is one")
        return found[0]

    def all(self, kind: type[T]) -> tuple[T, ...]:
        return tuple(event for event in self.events if isinstance(event, kind))


def no_act(why: str) -> Refused:
    """That an entry is nothing which can be done at a table."""
    return Refused("no_act", f"{why}.")


def object_of(value: Json, what: str) -> Object:
    """Raises Refused `no_act`."""
    if not isinstance(value, dict):
        raise no_act(f"{what} is no object")
    return value


def text_of(value: Json) -> str:
    """Raises Refused `no_act`."""
    if not isinstance(value, str):
        raise no_act(f"{value!r} is no text")
    return value


def integer_of(value: Json) -> int:
    """Raises Refused `no_act`."""
    if type(value) is not int:
        raise no_act(f"{value!r} is no number")
    return value


def items_of(value: Json) -> list[Json]:
    """Raises Refused `no_act`."""
    if not isinstance(value, list):
        raise no_act(f"{value!r} is no list")
    return value


def integers(value: Json) -> tuple[int, ...]:
    """Raises Refused `no_act`."""
    return tuple(map(integer_of, items_of(value)))


def numbered(ids: Iterable[Json]) -> tuple[str, ...]:
    """Pieces as players name them by their ids."""
    return tuple(f"#{text_of(piece)}" for piece in ids)
