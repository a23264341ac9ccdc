"""Discord's JSON: what may stand in it, and typed readers for what clients send."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

# Unlike the referee's own JSON this one holds floats: number options, retry_after.
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Object: TypeAlias = Mapping[str, Json]

EMPTY: Object = {}
# Either half of a pair, escaped or as it is: whole pairs are found too, and told apart by encoding them.
HALVES = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def encode(value: Json) -> str:
    """The text as it goes over the wire, without spaces."""
    return _ENCODER.encode(value)


def decode(text: str | bytes) -> Json:
    """Raises ValueError where it is no JSON, or holds half a surrogate pair, which no UTF-8 can carry."""
    written = text.decode() if isinstance(text, bytes) else text
    value: Json = json.loads(written)
    if HALVES.search(written):
        encode(value).encode()
    return value


def as_object(value: Json) -> Object:
    """The value, or an empty object where it is none."""
    return value if isinstance(value, dict) else EMPTY


def as_list(value: Json) -> Sequence[Json]:
    """The value, or an empty list where it is none."""
    return value if isinstance(value, list) else ()


def child(body: Object, key: str) -> Object:
    """The object under `key`; empty where there is none."""
    return as_object(body.get(key))


def children(body: Object, key: str) -> list[Object]:
    """The objects in the list under `key`; what is no object is left out."""
    return [item for item in as_list(body.get(key)) if isinstance(item, dict)]


def text(body: Object, key: str, otherwise: str = "") -> str:
    """The string under `key`; `otherwise` where there is none."""
    value = body.get(key)
    return value if isinstance(value, str) else otherwise


def whole(body: Object, key: str, otherwise: int = 0) -> int:
    """The whole number under `key`, also where it is written as a string, as snowflakes are."""
    value = body.get(key)
    if isinstance(value, bool):
        return otherwise
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value)
    return otherwise


def yes(body: Object, key: str) -> bool:
    """Whether true stands under `key`."""
    return body.get(key) is True


def kept(pairs: Mapping[str, Json]) -> dict[str, Json]:
    """Without what is None: Discord leaves such keys out of embeds and components."""
    return {key: value for key, value in pairs.items() if value is not None}
