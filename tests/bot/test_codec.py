"""Stored events and entries outlive the program: a kept sample of each stays readable, word for word."""

from __future__ import annotations

import types
import typing
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from bot.events.codec import Codec
from bot.events.codecs import EVENTS
from bot.events.table import TableEvent
from bot.ledger.canonical import canonical, parse
from bot.ledger.entry import Kind, read_entry
from rules import konrad
from rules.asl.events import Event as AslEvent
from rules.refusal import DataError

SAMPLES = Path(__file__).parent / "samples"
TYPES = {
    event.tag: event for event in (*typing.get_args(TableEvent), *typing.get_args(AslEvent), *konrad.EVENTS)
}


def lines(name: str) -> list[Any]:
    return [parse(line) for line in (SAMPLES / name).read_bytes().splitlines()]


def holds(newer: Any, older: Any) -> bool:
    """Whether everything that was stored stands in what is stored today; fields only come to it."""
    if isinstance(older, dict):
        return isinstance(newer, dict) and all(k in newer and holds(newer[k], v) for k, v in older.items())
    if isinstance(older, list):
        return len(newer) == len(older) and all(map(holds, newer, older))
    return type(newer) is type(older) and newer == older


@pytest.mark.parametrize("stored", lines("events.jsonl"), ids=lambda stored: stored["event"])
def test_an_event_that_was_stored_is_read_as_what_it_was(stored: Any) -> None:
    event = EVENTS.read(stored)
    assert type(event) is TYPES[stored["event"]]
    assert holds(parse(canonical(EVENTS.write(event))), stored)


@pytest.mark.parametrize("stored", lines("entries.jsonl"), ids=lambda stored: stored["kind"])
def test_an_entry_that_was_stored_gives_the_same_bytes_and_its_events(stored: Any) -> None:
    entry = read_entry(stored)
    assert entry.body() == canonical(stored)
    for event in entry.events:
        assert holds(parse(canonical(EVENTS.write(EVENTS.read(event)))), event)


def test_every_kind_of_entry_is_kept() -> None:
    assert {stored["kind"] for stored in lines("entries.jsonl")} == set(Kind)


def test_every_event_is_kept() -> None:
    """Append what is printed: a line stays as long as anything that was stored is to be read."""
    missing = TYPES.keys() - {stored["event"] for stored in lines("events.jsonl")}
    assert not missing, "\n".join(canonical(EVENTS.write(some(TYPES[tag]))).decode() for tag in missing)


def some(kind: Any, name: str = "") -> Any:
    """A value of a type, each text named after its field."""
    kind = getattr(kind, "__supertype__", kind)
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return some(next(argument for argument in arguments if argument is not type(None)), name)
    if typing.get_origin(kind) in (tuple, frozenset):
        return typing.get_origin(kind)(some(inner, name) for inner in arguments if inner is not Ellipsis)
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = typing.get_type_hints(kind)
        return kind(**{field.name: some(hints[field.name], field.name) for field in fields(kind)})
    if issubclass(kind, Enum):
        return next(iter(kind))
    return {bool: True, int: 2}.get(kind, f"a {name}")


@settings(max_examples=15, deadline=None)
@pytest.mark.parametrize("tag", sorted(TYPES))
@given(data=st.data())
def test_whatever_an_event_holds_is_read_as_it_was_written(tag: str, data: Any) -> None:
    event = data.draw(st.from_type(TYPES[tag]))
    assert EVENTS.read(EVENTS.write(event)) == event


@pytest.mark.parametrize(
    "stored",
    [
        None,
        [],
        "seat_taken",
        {},
        {"event": "seat_bought"},
        {"event": ["seat_taken"]},
        {"event": "seat_taken"},
        {"event": "seat_taken", "seat": "1", "side": "German", "holder": "p1", "cite": ""},
        {"event": "seat_taken", "seat": True, "side": "German", "holder": "p1", "cite": ""},
        {"event": "seat_taken", "seat": 1, "side": None, "holder": "p1", "cite": ""},
        {"event": "seat_taken", "seat": 1, "side": "German", "holder": "p1", "cite": "", "wish": 1},
        {"event": "game_opened", "sides": "German"},
    ],
)
def test_what_is_no_event_is_a_sentence_and_no_crash(stored: Any) -> None:
    with pytest.raises(DataError):
        EVENTS.read(stored)


def test_a_field_with_a_default_may_be_missing_from_what_was_stored() -> None:
    stored = {"event": "seat_taken", "seat": 1, "side": "German", "holder": "p1"}
    assert EVENTS.read(stored).cite == ""


class Colour(StrEnum):
    RED = "red"


class Painted(Struct, frozen=True):
    tag: ClassVar[str] = "painted"
    colours: frozenset[Colour]
    by: str | None
    parts: tuple[tuple[int, str], ...]


class Brushed(Struct, frozen=True):
    tag: ClassVar[str] = "painted"


def test_the_stored_form_is_plain_and_sorted() -> None:
    codec = Codec(Painted)
    event = Painted(frozenset({Colour.RED}), None, ((1, "a"), (2, "b")))
    stored = codec.write(event)  # type: ignore[arg-type]
    assert stored == {"event": "painted", "colours": ["red"], "by": None, "parts": [[1, "a"], [2, "b"]]}
    assert codec.read(stored) == event
    with pytest.raises(DataError, match="blue"):
        codec.read({**stored, "colours": ["blue"]})
    with pytest.raises(DataError, match="has not 2 items"):
        codec.read({**stored, "parts": [[1, "a", "c"]]})


def test_two_events_never_share_a_tag() -> None:
    with pytest.raises(DataError, match="share the tag painted"):
        Codec(Painted, Brushed)
