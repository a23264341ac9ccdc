"""As much of an entry as chain and dice need, read without looking at its form."""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import Struct

from bot.dice import Draw
from rules.json import Json, Object


class Skim(Struct, frozen=True):
    """An entry's numbers, dice and stored events, as `Entry` has them."""

    seq: int
    game: int
    epoch: int
    kind: str
    request: str
    at: str
    answers: int
    voids: tuple[int, ...]
    dice: tuple[Draw, ...]
    events: tuple[Object, ...]


def skim(body: bytes) -> Skim:
    """Raises ValueError where something is missing or of another kind; `read_entry` then says what."""
    try:
        value = json.loads(body)
        return Skim(
            _integer(value["seq"]),
            _integer(value["game"]),
            _integer(value["epoch"]),
            _text(value["kind"]),
            _text(value["request"]),
            _text(value["at"]),
            _integer(value["answers"]),
            tuple(map(_integer, value["voids"])),
            tuple(map(_draw, value["dice"])),
            tuple(map(_event, value["events"])),
        )
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _draw(value: Object) -> Draw:
    faces = value["faces"]
    if not isinstance(faces, list):
        raise TypeError("faces are a list")
    return Draw(
        _text(value["name"]), _integer(value["n"]), _integer(value["sides"]), tuple(map(_integer, faces))
    )


def _integer(value: Json) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is no integer")
    return value


def _text(value: Json) -> str:
    if type(value) is not str:
        raise TypeError(f"{value!r} is no text")
    return value


def _event(value: Json) -> Object:
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no object")
    _text(value["event"])
    return value
