"""What a post says of the dice's epochs: seeds revealed, commitments, and the cuts that are awaited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.events.epochs import EpochClosed
from bot.events.table import EpochOpened, EpochRevealed
from bot.words import names
from rules.event import Event


def lines(events: Iterable[Event]) -> Iterator[str]:
    """Each epoch that ends or begins; the first one is cut by joining, the others by buttons."""
    for event in events:
        match event:
            case EpochRevealed():
                yield f"Seed of epoch {event.epoch}: `{event.seed}`"
            case EpochClosed():
                yield f"Epoch {event.epoch} is closed: its seed is not held here. Nobody can verify its dice."
            case EpochOpened():
                yield f"The dice of epoch {event.epoch} follow from a secret seed and your cuts."
                yield f"Commitment: `{event.commitment}`"
            case _:
                continue


def awaited(events: Iterable[Event]) -> tuple[str, ...]:
    """The sides whose buttons cut the epoch that the events open, in the order of the seats."""
    return next((event.sides for event in events if isinstance(event, EpochOpened)), ())


def title(events: Sequence[Event]) -> str:
    """What happened to the epochs, for the line of a post."""
    told: list[str] = []
    for event in events:
        match event:
            case EpochRevealed():
                told.append(f"Epoch {event.epoch} is revealed")
            case EpochClosed():
                told.append(f"Epoch {event.epoch} is closed")
            case EpochOpened():
                told.append(f"epoch {event.epoch} waits for the cuts of {_listed(event.sides)}")
            case _:
                continue
    return "; ".join(told)


def _listed(sides: Sequence[str]) -> str:
    return " and ".join(map(names.plain, sides))
