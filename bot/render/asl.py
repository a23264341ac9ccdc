"""ASL events as plain lines: blocks by unit, and one line that sums them up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.render.asl_lines import line
from bot.render.asl_summary import phrase
from bot.render.block import Block
from rules.asl.events import BecameDesperate, Event, RandomlySelected, Split
from rules.asl.events_heat import HeroCreated
from rules.asl.events_turn import Deployed, FpfFired

Names = Mapping[str, str]


def blocks(events: Iterable[Event], names: Names) -> tuple[Block, ...]:
    """What concerns the whole Location, then one block a unit in the order in which they first come up; a
    unit without a name goes by its id."""
    told = tuple(events)
    lines: dict[str, list[str]] = {_heading(event, names): [] for event in sorted(told, key=_place)}
    for event in told:
        lines[_heading(event, names)].append(line(event, names))
    return tuple(Block(heading, tuple(told)) for heading, told in lines.items())


def summary(events: Iterable[Event], names: Names) -> str:
    """What happened to each unit, in one line: `9-1 Schmidt passes; 4-4-7 A breaks, is Replaced by 4-3-6`."""
    told: dict[str, list[str]] = {}
    for event in events:
        said = phrase(event, names)
        if said.startswith("passes") and told.get(_heading(event, names)):
            continue
        if said:
            told.setdefault(_heading(event, names), []).append(said)
    return "; ".join(f"{name} {', '.join(phrases)}" for name, phrases in told.items())


def piece_of(event: Event) -> str:
    """The id of the unit that an event belongs to, "" for one that belongs to the whole Location."""
    if isinstance(event, RandomlySelected | FpfFired):
        return ""
    if isinstance(event, HeroCreated | Split | Deployed):
        return event.unit.origin if isinstance(event, HeroCreated) else event.piece
    piece = getattr(event, "piece", None)
    return piece if isinstance(piece, str) else event.unit.id  # type: ignore[union-attr]  # one of the two


def _place(event: Event) -> int:
    """Where a block begins: a DM given before anybody checks opens none (A10.62)."""
    if not piece_of(event):
        return 0
    return 2 if isinstance(event, BecameDesperate) else 1


def _heading(event: Event, names: Names) -> str:
    piece = piece_of(event)
    if not piece:
        return "Random Selection" if isinstance(event, RandomlySelected) else "FPF"
    return names.get(piece, piece)
