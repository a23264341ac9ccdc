"""The roster of a campaign, in lines that fit a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.render.pages import COLUMNS, paged
from bot.words.names import breadth, columns, fenced, shown
from rules.konrad.formations import Dsu, Rsu
from rules.konrad.remo import percent


def roster_pages(dsus: Sequence[Dsu], names: Mapping[str, str]) -> tuple[str, ...]:
    """The roster in code blocks that one message each can hold."""
    return paged(roster(dsus, {piece: fenced(shown(name)) for piece, name in names.items()}))


def roster(dsus: Sequence[Dsu], names: Mapping[str, str]) -> tuple[str, ...]:
    """A line a DSU with its sector, then a line an RSU; each at most 38 columns of a fixed-width font."""
    lines: list[str] = []
    for dsu in dsus:
        lines.append(spread(names.get(dsu.id, dsu.id), dsu.sector))
        lines += [roster_line(rsu, names) for rsu in dsu.rsus]
    return tuple(lines)


def roster_line(rsu: Rsu, names: Mapping[str, str]) -> str:
    """` SS-PzGR 5     360/500 72.0% f1 MOB`: SP, percent of full, fatigue, order or shattered."""
    where = "shat" if rsu.shattered else rsu.order.value if rsu.order is not None else "map"
    tail = f"{rsu.now}/{rsu.full} {percent(rsu.now, rsu.full)}% f{rsu.fatigue} {where:<4}"
    return spread(f" {names.get(rsu.id, rsu.id)}", tail)


def spread(name: str, tail: str) -> str:
    """The name cut to the room that the tail leaves, and both at the ends of the line."""
    cut = columns(name, COLUMNS - len(tail) - 1)
    return f"{cut}{' ' * (COLUMNS - breadth(cut) - len(tail))}{tail}".rstrip()
