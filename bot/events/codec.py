"""Events to their stored form and back: a tag, then the fields by name."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import fields

from rules.event import Event
from rules.json import Json, Object
from rules.refusal import DataError

TAG = "event"
T = typing.TypeVar("T")
Reader: TypeAlias = Callable[[Json], Any]


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
        tag = stored.get(TAG) if isinstance(stored, Mapping) else None
        if not isinstance(tag, str) or tag not in self._types:
            raise DataError(f"no event that this program knows: {stored!r}")
        return _reader(self._types[tag])(stored)


def plain(value: Any) -> dict[str, Json]:
    """A value without a tag as a plain object."""
    return _fields(value)


def read_plain(kind: type[T], stored: Json) -> T:
    """The value of a plain object. Raises DataError on an unknown or missing field or a wrong value."""
    value: T = _reader(kind)(stored)
    return value


def _fields(value: Any) -> dict[str, Json]:
    kind = type(value)
    if kind not in _known_simple:
        _known_simple[kind] = all(map(_is_simple, typing.get_type_hints(kind).values()))
    if _known_simple[kind]:
        fields_by_name: dict[str, Json] = decode(encode(value))
        return fields_by_name
    return {name: _plain(getattr(value, name)) for name in kind.__struct_fields__}


def _is_simple(kind: Any) -> bool:
    """Whether values of the kind are written as msgspec writes them: nowhere in them a set or a tag."""
    if isinstance(kind, typing.NewType):
        return _is_simple(kind.__supertype__)
    if kind is Ellipsis or typing.get_origin(kind) is typing.ClassVar:
        return True
    if inner := typing.get_args(kind):
        return typing.get_origin(kind) is not frozenset and all(map(_is_simple, inner))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return not hasattr(kind, "tag") and all(map(_is_simple, typing.get_type_hints(kind).values()))
    return isinstance(kind, type) and issubclass(kind, bool | int | str | types.NoneType | Enum)


def _plain(value: Any) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | frozenset):
        items = [_plain(item) for item in value]
        return items if isinstance(value, tuple) else sorted(items, key=str)
    if isinstance(value, Struct):
        inner = _fields(value)
        tag = getattr(value, "tag", None)
        return {TAG: tag, **inner} if tag is not None else inner
    raise DataError(f"{type(value).__name__} has no stored form")


# What is read from annotations, kept: whether a kind is simple, and what reads a kind of value.
_known_simple: dict[type[Any], bool] = {}
_known_readers: dict[Any, Reader] = {}


def _reader(kind: Any) -> Reader:
    if kind not in _known_readers:
        _known_readers[kind] = _made_reader(kind)
    return _known_readers[kind]


def _made_reader(kind: Any) -> Reader:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _reader_of_one(typing.get_args(kind))
    if origin in (tuple, frozenset):
        return _reader_of_items(origin, typing.get_args(kind))
    if isinstance(kind, typing.NewType):
        return _reader(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _reader_of_fields(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _reader_of_choice(kind)
    if isinstance(kind, type):
        return _reader_of_plain(kind)
    raise DataError(f"{kind} has no stored form")


def _reader_of_plain(kind: type[Any]) -> Reader:
    def read(value: Json) -> Any:
        if type(value) is not kind:
            raise DataError(f"{value!r} is no {kind.__name__}")
        return value

    return read


def _reader_of_choice(kind: type[Enum]) -> Reader:
    def read(value: Json) -> Any:
        try:
            return kind(value)
        except ValueError as error:
            raise DataError(str(error)) from error

    return read


def _reader_of_one(kinds: tuple[Any, ...]) -> Reader:
    some = tuple(kind for kind in kinds if kind is not type(None))
    untagged = tuple(map(_reader, some))
    tagged = {kind.tag: _reader(kind) for kind in some if hasattr(kind, "tag")}

    def read(value: Json) -> Any:
        if value is None and len(some) < len(kinds):
            return None
        tag = value.get(TAG) if isinstance(value, Mapping) else None
        if tag is not None:
            if tag not in tagged:
                raise DataError(f"{value!r} is none of {kinds}")
            return tagged[str(tag)](value)
        for reader in untagged[:-1]:
            try:
                return reader(value)
            except DataError:
                continue  # the value may be of the next kind; the last one's error is raised
        return untagged[-1](value)

    return read


def _reader_of_items(origin: Any, kinds: tuple[Any, ...]) -> Reader:
    alike = origin is frozenset or (len(kinds) == 2 and kinds[1] is Ellipsis)
    readers = tuple(_reader(kind) for kind in kinds if kind is not Ellipsis)

    def read(value: Json) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise DataError(f"{value!r} is no list")
        if alike:
            return origin(map(readers[0], value))
        if len(readers) != len(value):
            raise DataError(f"{value!r} has not {len(readers)} items")
        return tuple(reader(item) for reader, item in zip(readers, value, strict=True))

    return read


def _reader_of_fields(kind: type[Any]) -> Reader:
    hints = typing.get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = frozenset(field.name for field in fields(kind) if field.required)

    def read(value: Json) -> Any:
        if not isinstance(value, Mapping):
            raise DataError(f"{value!r} is no {kind.__name__}")
        given = {name: item for name, item in value.items() if name != TAG}
        if not (given.keys() <= readers.keys() and given.keys() >= needed):
            unknown, missing = given.keys() - readers.keys(), needed - given.keys()
            raise DataError(f"{kind.__name__}: unknown {sorted(unknown)}, missing {sorted(missing)}")
        return kind(**{name: readers[name](item) for name, item in given.items()})

    return read
