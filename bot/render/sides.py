"""A side of a game as posts tell it: whom it fields, its ELR and SAN."""

from __future__ import annotations

from bot.events.table import SideOffered
from bot.words.wording import side_name
from rules.asl.book import peoples
from rules.naming import nation_name


def about(side: SideOffered) -> str:
    """`French, ELR 4, SAN 3`; whom it fields only where its name is not just that."""
    fielded = _fielded(side)
    whom = "" if fielded == side.name else f"{fielded}, "
    apart = "".join(f", {nation_name(apart.nation)} {apart.elr}" for apart in side.apart)
    return f"{whom}ELR {side.elr}{apart}" + (f", SAN {side.san}" if side.san else "")


def _fielded(side: SideOffered) -> str:
    """Its peoples in place of the nationality whose counters they have."""
    counters = {people.value: nation for people, nation in peoples().items()}
    theirs = {counters[people] for people in side.peoples}
    return side_name([*(nation for nation in side.nations if nation not in theirs), *side.peoples])
