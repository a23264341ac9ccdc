"""Events to their stored form and back: a tag, then the fields by name."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any

from rules.event import Event
from rules.json import Json, Object
from rules.refusal import DataError

TAG = "event"
T = typing.TypeVar("T")


class Codec:
    """Reads and writes the events of the given unions.

    Tags are never renamed and fields only gain defaults, so that what was stored stays readable.
    """

    def __init__(self, *events: type[Any]) -> None:
        self._types: dict[str, type[Any]] = {}
        for event in events:
            tag = event.tag
            if tag in self._types:
                raise DataError(f"{event.__name__} and {self._types[tag].__name__} share the tag {tag}")
            self._types[tag] = event

    def write(self, event: Event) -> Object:
        return {TAG: type(event).tag, **_fields(event)}  # type: ignore[attr-defined]  # checked in __init__

    def read(self, stored: Json) -> Any:
        """The event of a stored form. Raises DataError on an unknown tag, field or value."""
        if not isinstance(stored, Mapping) or stored.get(TAG) not in self._types:
            raise DataError(f"no event that this program knows: {stored!r}")
        return _read(self._types[str(stored[TAG])], {k: v for k, v in stored.items() if k != TAG})


def plain(value: Any) -> dict[str, Json]:
    """A frozen dataclass without a tag as a plain object."""
    return _fields(value)


def read_plain(kind: type[T], stored: Json) -> T:
    """The dataclass of a plain object. Raises DataError on an unknown or missing field or a wrong value."""
    value: T = _read(kind, stored)
    return value


def _fields(value: Any) -> dict[str, Json]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | frozenset):
        items = [_plain(item) for item in value]
        return items if isinstance(value, tuple) else sorted(items, key=str)
    if is_dataclass(value):
        inner = _fields(value)
        tag = getattr(value, "tag", None)
        return {TAG: tag, **inner} if tag is not None else inner
    raise DataError(f"{type(value).__name__} has no stored form")


_known_hints: dict[type[Any], dict[str, Any]] = {}


def _hints(kind: type[Any]) -> dict[str, Any]:
    if kind not in _known_hints:
        _known_hints[kind] = typing.get_type_hints(kind)
    return _known_hints[kind]


def _read(kind: Any, value: Json) -> Any:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _read_one_of(typing.get_args(kind), value)
    if origin in (tuple, frozenset):
        return _read_items(origin, typing.get_args(kind), value)
    if is_dataclass(kind):
        return _read_fields(typing.cast("type[Any]", kind), value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError as error:
            raise DataError(str(error)) from error
    if kind is not None and isinstance(kind, type) and type(value) is kind:
        return value
    raise DataError(f"{value!r} is no {getattr(kind, '__name__', kind)}")


def _read_one_of(kinds: tuple[Any, ...], value: Json) -> Any:
    if value is None and type(None) in kinds:
        return None
    tag = value.get(TAG) if isinstance(value, Mapping) else None
    tries = [k for k in kinds if k is not type(None) and (tag is None or getattr(k, "tag", None) == tag)]
    for kind in tries[:-1]:
        try:
            return _read(kind, value)
        except DataError:
            continue  # the value may be of the next kind; the last one's error is raised
    if not tries:
        raise DataError(f"{value!r} is none of {kinds}")
    return _read(tries[-1], value)


def _read_items(origin: Any, kinds: tuple[Any, ...], value: Json) -> Any:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise DataError(f"{value!r} is no list")
    if origin is frozenset or (len(kinds) == 2 and kinds[1] is Ellipsis):
        return origin(_read(kinds[0], item) for item in value)
    if len(kinds) != len(value):
        raise DataError(f"{value!r} has not {len(kinds)} items")
    return tuple(_read(kind, item) for kind, item in zip(kinds, value, strict=True))


def _read_fields(kind: type[Any], value: Json) -> Any:
    if not isinstance(value, Mapping):
        raise DataError(f"{value!r} is no {kind.__name__}")
    hints = _hints(kind)
    known = {field.name: field for field in fields(kind)}
    given = {name: item for name, item in value.items() if name != TAG}
    unknown = given.keys() - known.keys()
    missing = [n for n, f in known.items() if n not in given and f.default is MISSING]
    if unknown or missing:
        raise DataError(f"{kind.__name__}: unknown {sorted(unknown)}, missing {missing}")
    return kind(**{name: _read(hints[name], item) for name, item in given.items()})
