"""A ruling on units: what happened, its dice and modifiers, the units as it leaves them, what follows."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from bot.boards.units import units_after
from bot.events.codecs import of_asl
from bot.events.dice import SanThrown
from bot.events.table import PieceNamed, RulingCalled
from bot.ledger.entry import Entry
from bot.operations.follow_ups import FollowUp, follow_ups
from bot.render import asl as asl_words
from bot.render import rolls
from bot.render.asl_summary import unit_line
from bot.render.pages import block
from bot.words import names
from bot.words.spoken import labels
from rules.asl.book import book
from rules.asl.request import STRUCK
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit
from rules.asl.words import Module
from rules.event import Event
from rules.given import Given

SELECTION = "asl.random_selection"
ENTERED = "_Dice rolled elsewhere and entered._"
"""what stands under a ruling or a roll whose dice players typed"""


class Ruled(Struct, frozen=True):
    """`first` is a line before all others, "" for none."""

    line: str
    paragraphs: tuple[str, ...]
    follow_ups: tuple[FollowUp, ...]
    first: str = ""


def ruled(entry: Entry, called: RulingCalled, events: tuple[Event, ...]) -> Ruled:
    """The post of an ASL ruling."""
    spoken = labels(called, events)
    told = of_asl(events)
    summary = asl_words.summary(told, spoken).removeprefix(f"{called.title} ") or "nothing changes"
    paragraphs = [part.paragraph for part in asl_words.blocks(told, spoken)]
    paragraphs += [_san(event, spoken) for event in events if isinstance(event, SanThrown)]
    if "entered" in entry.inputs:
        paragraphs.append(ENTERED)
    called_so = {one.piece: names.shown(one.name) for one in called.pieces}
    called_so |= {event.piece: names.shown(event.name) for event in events if isinstance(event, PieceNamed)}
    units = _units(entry) if entry.read else {}
    if units:
        about = _about(entry, units)
        after = units_after(units, events).items()
        shown = [(piece, unit) for piece, unit in after if piece in about or units.get(piece) != unit]
        paragraphs += [block(unit_line(unit, called_so[piece]) for piece, unit in shown)] if shown else []
    first = ""
    if called.rule == SELECTION:
        first = rolls.selected(told, {one.piece: f"{one.counter} {one.name}" for one in called.pieces})
    return Ruled(
        f"{title(called)}: {summary}",
        tuple(paragraphs),
        tuple(follow_ups(called.rule, events, units, called_so)),
        f"{first}\n" if first else "",
    )


def title(called: RulingCalled) -> str:
    """What was called, and where."""
    return f"{called.title} at {names.spoken(called.location)}" if called.location else called.title


def _san(event: SanThrown, spoken: Mapping[str, str]) -> str:
    who, side = spoken.get(event.piece, event.piece), names.plain(event.side)
    return f"SAN {event.san} thrown for {who}: it may draw the {side} sniper ({event.cite})"


def _about(entry: Entry, units: Mapping[str, Unit]) -> Collection[str]:
    """The units that a ruling is about: the one, the firers or the moving stack that it names, or all."""
    given = entry.inputs.get("given")
    for key in ("unit", "firers", STRUCK):
        one = given.get(key) if isinstance(given, Mapping) else None
        if one:
            return [str(piece) for piece in one] if isinstance(one, list) else [str(one)]
    return units.keys()


def _units(entry: Entry) -> dict[str, Unit]:
    """The units as the ruling found them."""
    given = Given(entry.inputs.get("given"), f"#{entry.seq}")
    module = book(Module(given.text("module")))
    return {unit.id: unit for unit in (read_unit(form, module) for form in given.objects("units"))}
