"""Where a retreating DSU can go, the sectors ranked with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.events.codecs import of_konrad
from bot.render.block import Block
from rules import konrad
from rules.event import Event
from rules.given import Given
from rules.json import Json
from rules.konrad.field import Way
from rules.konrad.read_retreats import read_retreats
from rules.konrad.steps import Step, steps


def ranked(
    given: Json, events: Iterable[Event], spoken: Mapping[str, str], undecided: str = ""
) -> Iterator[Block]:
    """A block for each step of a batch of retreats on the request `given`."""
    request = read_retreats(konrad.BOOK, Given(given))
    for step in steps(konrad.BOOK, request, of_konrad(events), undecided):
        lines = tuple(_line(place, way, step) for place, way in enumerate(step.ways, 1))
        yield Block(f"{spoken.get(step.dsu, step.dsu)} may go from {step.start} to", lines)


def _line(place: int, way: Way, step: Step) -> str:
    room = "room" if way.room else "overstack"
    towards = ", towards a friendly edge" if way.towards else ""
    taken = " (taken)" if way.sector == step.taken else ""
    return f"{place}. {way.sector}: {room}{towards}{taken}"
