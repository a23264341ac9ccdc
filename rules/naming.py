"""Names as a sentence says them, and names that dice could not tell apart."""

from __future__ import annotations

from collections.abc import Collection

_CAPITALS = ("ss", "nkvd", "usmc")


def nation_name(nation: str) -> str:
    """As a sentence says it: German, SS, Allied Minor."""
    return nation.upper() if nation in _CAPITALS else nation.replace("_", " ").title()


def read_as_second(names: Collection[str]) -> tuple[str, str] | None:
    """A name that reads as the second die of another one, and that other: `a#2` beside `a`."""
    for name in names:
        first, mark, number = name.rpartition("#")
        if mark and first in names and number.isascii() and number.isdigit():
            return name, first
    return None
