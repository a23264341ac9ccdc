"""What a game has cost each side and how its dice fell, counted over what stands of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from bot.events.codecs import read_events
from bot.events.dice import Category, DieRolled, DrRolled, FreeRoll
from bot.events.play import PhaseBegun
from bot.events.table import RulingCalled
from bot.ledger.dice import ENTERED, Draw
from bot.ledger.entry import Entry
from rules.asl.events import Broke, Eliminated, MortallyWounded, Reduced, Replaced, StepLost, Wounded
from rules.asl.events_heat import Surrendered, WentBerserk
from rules.event import Event

SNIPER = "sniper:side-"
GONE = "eliminated"
KINDS: dict[type[Event], str] = {
    Reduced: "Reduced",
    StepLost: "steps lost",
    Replaced: "Replaced",
    Broke: "broken",
    Wounded: "wounded",
    Surrendered: "surrendered",
    WentBerserk: "berserk",
}
"""losses by what brought them about; each time counts, whatever became of the unit since"""


@dataclass(slots=True)
class Fallen:
    """Totals of one kind of throw, `dice` of `sides` faces each, and how often each came."""

    dice: int
    sides: int
    counts: Counter[int] = field(default_factory=Counter)

    @property
    def size(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return sum(total * times for total, times in self.counts.items()) / self.size

    @property
    def expected(self) -> float:
        """The mean of fair dice."""
        return self.dice * (self.sides + 1) / 2

    @property
    def deviation(self) -> float:
        """By how many standard errors the mean is off the expected one."""
        spread = sqrt(self.dice * (self.sides**2 - 1) / 12 / self.size)
        return (self.mean - self.expected) / spread


@dataclass(slots=True)
class Count:
    """Losses by kind, throws by dice and sides, and those of each purpose; all of one side."""

    losses: Counter[str] = field(default_factory=Counter)
    throws: dict[tuple[int, int], Fallen] = field(default_factory=dict)
    purposes: dict[tuple[str, int, int], Fallen] = field(default_factory=dict)


def tally(standing: Iterable[tuple[Entry, Sequence[Draw]]], turn: int | None = None) -> dict[int, Count]:
    """By the number of the seat, over entries with the dice that fell for them; of Game Turn `turn` alone
    where one is named. Dice rolled elsewhere and entered are left out.
    """
    found: defaultdict[int, Count] = defaultdict(Count)
    now = 0
    for entry, dice in standing:
        events = read_events(entry.events)
        now = next((event.turn for event in events if isinstance(event, PhaseBegun)), now)
        if turn is not None and now != turn:
            continue
        seat = _seat(events)
        for loss in _losses(events):
            found[seat].losses[loss] += 1
        for draw in dice:
            if draw.n != ENTERED:
                _count(found[_thrower(draw, seat)], draw, _purpose(draw, events))
    return dict(found)


def _seat(events: Iterable[Event]) -> int:
    return next((event.seat for event in events if isinstance(event, RulingCalled | FreeRoll)), 0)


def _thrower(draw: Draw, seat: int) -> int:
    """A sniper's dr is thrown by the side across the table."""
    return 3 - int(draw.name.removeprefix(SNIPER)) if draw.name.startswith(SNIPER) else seat


def _losses(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, Eliminated | MortallyWounded):
            yield f"{GONE}: {event.unit.type.spoken}"
        elif type(event) in KINDS:
            yield KINDS[type(event)]


def _purpose(draw: Draw, events: Iterable[Event]) -> str:
    """What a roll was for where its player said it, else what the rules call the die."""
    for event in events:
        if isinstance(event, DrRolled | DieRolled) and event.category is not Category.OTHER:
            return event.category
    return draw.name.partition(":")[0]


def _count(count: Count, draw: Draw, purpose: str) -> None:
    """Two six-sided dice are a DR; of any other throw each die counts for itself."""
    whole = len(draw.faces) == 2 and draw.sides == 6
    dice = 2 if whole else 1
    for total in [sum(draw.faces)] if whole else draw.faces:
        for fallen in (
            count.throws.setdefault((dice, draw.sides), Fallen(dice, draw.sides)),
            count.purposes.setdefault((purpose, dice, draw.sides), Fallen(dice, draw.sides)),
        ):
            fallen.counts[total] += 1
