"""JSON as the requests, answers and records use it: no floats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
Object: TypeAlias = Mapping[str, Json]


def object_in(value: Json) -> Object:
    """The object that a value is; an empty one in the place of anything else."""
    return value if isinstance(value, Mapping) else {}


def objects_in(value: Json) -> list[Object]:
    """The objects of a list, whatever else is in it; none of a value that is no list."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []
