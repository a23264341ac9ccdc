"""ASL events as plain lines: blocks by unit, and one line that sums them up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.render.asl_lines import line
from bot.render.asl_summary import phrase
from bot.render.block import Block
from rules.asl.events import BecameDesperate, Event, RandomlySelected
from rules.asl.events_heat import HeroCreated
from rules.asl.events_turn import FpfFired
from rules.asl.unit import Unit

Names = Mapping[str, str]
FOR_ALL: Mapping[type, str] = {RandomlySelected: "Random Selection", FpfFired: "FPF"}
"""what throws dice for the whole Location, by the name over its lines"""


def blocks(events: Iterable[Event], names: Names) -> tuple[Block, ...]:
    """What concerns the whole Location, then one block a unit in the order in which they first come up; a
    unit without a name goes by its id."""
    headed = [(_heading(event, names), event) for event in events]
    # A DM given before anybody checks opens no block (A10.62).
    lines: dict[str, list[str]] = {
        heading: [] for heading, event in headed if not isinstance(event, BecameDesperate)
    }
    for heading, event in headed:
        lines.setdefault(heading, []).append(line(event, names))
    return tuple([Block(heading, tuple(told)) for heading, told in lines.items()])


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


def _heading(event: Event, names: Names) -> str:
    """The unit that an event belongs to, or what threw dice for the whole Location."""
    kind = type(event)
    if kind in FOR_ALL:
        return FOR_ALL[kind]
    piece: str = getattr(event, "piece", "")
    if not piece:
        unit: Unit = event.unit  # type: ignore[union-attr]  # who has no `piece` has a `unit`
        piece = unit.origin if kind is HeroCreated else unit.id
    return names.get(piece, piece)
