"""A phase that begins, in words: what came off, who may try what, which snipers wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.events.play import PhaseBegun
from bot.play.turn import phase_words
from bot.render.asl_summary import marker
from bot.words import names
from rules.asl.events_phase import MarkerTakenOff
from rules.asl.words import Flag
from rules.event import Event
from rules.refusal import DataError


def told(events: Sequence[Event]) -> tuple[str, tuple[str, ...]]:
    """The phase in one line, then a paragraph for what came off and one for what it asks."""
    begun = next((event for event in events if isinstance(event, PhaseBegun)), None)
    if begun is None:
        raise DataError("an entry of a phase names no phase")
    labels = {marked.piece: names.plain(marked.label) for marked in begun.pieces}
    off = "\n".join(_off(events, labels))
    passed = ", ".join(begun.passed)
    ended = f"Ended: {passed}" if passed else ""
    duties = "\n".join(
        f"{names.plain(duty.subject)}: {names.plain(duty.says)} ({duty.cite})" for duty in begun.duties
    )
    heading = f"Turn {begun.turn}, {names.plain(begun.side)} {phase_words(begun.phase)} ({begun.cite})"
    return heading, tuple(part for part in (ended, off, duties) if part)


def _off(events: Iterable[Event], labels: Mapping[str, str]) -> Iterator[str]:
    """One line a marker, with all the units that lost it."""
    lost: dict[tuple[Flag, str], list[str]] = {}
    for event in events:
        if isinstance(event, MarkerTakenOff):
            lost.setdefault((event.marker, event.cite), []).append(labels[event.unit.id])
    for (flag, cite), units in lost.items():
        word = marker(flag)
        yield f"{word[0].upper()}{word[1:]} comes off {', '.join(units)} ({cite})"
