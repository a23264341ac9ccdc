"""Nationalities and sides, which files and requests name in lower case, as a sentence says them."""

from __future__ import annotations

_CAPITALS = ("ss", "nkvd", "usmc")


def nation_name(nation: str) -> str:
    """As a sentence says it: German, SS, Allied Minor."""
    return nation.upper() if nation in _CAPITALS else nation.replace("_", " ").title()
