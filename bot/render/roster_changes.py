"""What players changed on the roster, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.events.roster import ActedFor, UnitMoved, UnitRemoved, UnitRenamed, UnitSet
from bot.events.table import UnitAdded
from bot.render.asl_summary import states, unit_line
from bot.render.pages import block
from bot.words import names
from bot.words.wording import counted
from rules.asl.unit import Unit
from rules.event import Event


def told(events: Sequence[Event], reason: str) -> tuple[str, tuple[str, ...]]:
    """The change in one line, then its units, then the reason given."""
    lines = tuple(_lines(events))
    why = (f"Reason: {names.plain(reason)}",) if reason else ()
    return _title(events), (*(() if not lines else (block(lines),)), *why)


def for_absent(events: Iterable[Event]) -> tuple[str, ...]:
    """Whom the host acted for, where he did."""
    return tuple(
        f"_The host acts for the absent player of {names.plain(event.side)}._"
        for event in events
        if isinstance(event, ActedFor)
    )


def _title(events: Sequence[Event]) -> str:
    first = events[0]
    count = counted(sum(not isinstance(event, ActedFor) for event in events), "unit")
    match first:
        case UnitAdded():
            places = ", ".join(_places(event.location for event in events if isinstance(event, UnitAdded)))
            return f"On the roster: {count} at {places}"
        case UnitMoved():
            one = names.plain(f"{first.counter} {names.shown(first.name)}")
            moved = one if count == "1 unit" else count
            return f"{moved} from {', '.join(_places(_origins(events)))} to {names.spoken(first.location)}"
        case UnitSet():
            return "; ".join(_set(event) for event in events if not isinstance(event, ActedFor))
        case UnitRenamed():
            return "; ".join(_set(event) for event in events if isinstance(event, UnitRenamed))
        case _:
            return f"Off the roster: {count}"


def _origins(events: Iterable[Event]) -> Iterator[str]:
    return (event.was for event in events if isinstance(event, UnitMoved))


def _set(event: Event) -> str:
    match event:
        case UnitSet():
            was, now = _state(event.was), _state(event.unit)
            if event.was.counter != event.unit.counter:
                was, now = f"{event.was.counter} {was}", f"{event.unit.counter} {now}"
            return f"{names.plain(f'{event.was.counter} {names.shown(event.name)}')}: {was} → {now}"
        case UnitRenamed():
            return f"{names.plain(f'{event.counter} {names.shown(event.was)}')} is called " + names.spoken(
                event.name
            )
        case _:
            return ""


def _state(unit: Unit) -> str:
    return states(unit) or "Good Order"


def _lines(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case UnitAdded():
                yield unit_line(event.unit, names.shown(event.name))
            case UnitMoved():
                yield f"{event.counter} {names.shown(event.name)}"
            case UnitSet() | UnitRemoved():
                yield unit_line(event.unit, names.shown(event.name))
            case _:
                continue


def _places(locations: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(names.spoken(location) for location in locations)
