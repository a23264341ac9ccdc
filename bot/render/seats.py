"""What a post says of the people at the table: who takes a side, who cuts, who acts for whom."""

from __future__ import annotations

from collections.abc import Iterable

from bot.events.table import Cut, GameMoved, HostAppointed, SeatHandedOver, SeatTaken
from bot.render.block import Block, People
from bot.words import names
from rules.event import Event
from rules.refusal import DataError


def joined(events: Iterable[Event], people: People) -> Block:
    """A side is taken, which cuts the dice."""
    listed = tuple(events)
    taken = next(event for event in listed if isinstance(event, SeatTaken))
    cut = next(event for event in listed if isinstance(event, Cut))
    side = names.plain(taken.side)
    return Block(
        f"{people(taken.holder)} takes {side} and cuts the dice of epoch {cut.epoch}",
        (f"Cut of {side}: `{cut.cut}`",),
    )


def cut(event: Event, who: str) -> Block:
    """A side cuts a later epoch by its button."""
    if not isinstance(event, Cut):
        raise DataError(f"{type(event).__name__} cuts no dice")
    side = names.plain(event.side)
    return Block(f"{who} cuts the dice of epoch {event.epoch} for {side}", (f"Cut of {side}: `{event.cut}`",))


def arranged(event: Event, people: People) -> str:
    """Who plays, who hosts and where, from here on."""
    match event:
        case SeatHandedOver():
            return f"{names.plain(event.side)} is handed over to {people(event.holder)}"
        case HostAppointed():
            return f"{people(event.host)} hosts this game"
        case GameMoved():
            return "The game goes on in this channel"
        case _:
            raise DataError(f"{type(event).__name__} arranges no game")
