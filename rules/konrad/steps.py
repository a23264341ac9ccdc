"""The legal sectors at every step of a batch of retreats, as its events went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rules.konrad.book import Book
from rules.konrad.events import Event
from rules.konrad.events_remo import RsuShattered
from rules.konrad.events_retreat import DsuDestroyed, DsuEliminated, DsuOverstacked, DsuRetreated
from rules.konrad.field import Field, Way
from rules.konrad.read_retreats import RetreatRequest


class Step(Struct, frozen=True):
    """Where a DSU could go from `start`, the best first; `taken` is "" while that is not settled."""

    dsu: str
    start: str
    ways: tuple[Way, ...]
    taken: str


def steps(
    book: Book, request: RetreatRequest, events: Iterable[Event], undecided: str = ""
) -> Iterator[Step]:
    """Every step that the events tell, then that of the DSU whose sector is still asked for."""
    table = request.table
    field = Field(book, table.settings, table.ground, table.dsus, request.allowed)
    left: dict[str, list[str]] = {}

    def step(dsu: str, taken: str) -> Step:
        start = field.sectors[dsu]
        left.setdefault(dsu, []).append(start)
        ways = sorted(field.ways(field.dsus[dsu], left[dsu]), key=lambda way: way.rank)
        return Step(dsu, start, tuple(ways), taken)

    for event in events:
        match event:
            case DsuRetreated() | DsuOverstacked():
                yield step(event.dsu, event.sector)
                field.move(field.dsus[event.dsu], event.sector)
            case RsuShattered():
                field.shatter({event.rsu})
            case DsuDestroyed() | DsuEliminated():
                field.remove(field.dsus[event.dsu])
            case _:
                continue
    if undecided in field.dsus:
        yield step(undecided, "")
