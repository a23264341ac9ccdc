"""Whether consent comes from those who were asked for it, and from nobody who gives it to himself."""

from __future__ import annotations

from collections.abc import Collection

from bot.events.codecs import read_events
from bot.events.table import SeatHandedOver
from bot.ledger.entry import Entry, Kind
from bot.play.sitting import Sitting
from rules.refusal import Refused


def require_same_hands(sitting: Sitting, asked: Entry, seats: Collection[int]) -> None:
    """Raise Refused `changed_hands` where one of these seats was handed over after `asked` was entered."""
    for link in sitting.tx.entries(asked.game, asked.seq):
        for event in read_events(link.entry.events if link.entry.kind is Kind.SEATED else ()):
            if isinstance(event, SeatHandedOver) and event.seat in seats:
                raise Refused(
                    "changed_hands",
                    f"#{asked.seq} waits for {event.side}, which changed hands since; "
                    "it is refused or withdrawn and asked anew.",
                )


def require_other_person(sitting: Sitting, asked: Entry, side: str, *, as_host: bool) -> None:
    """Raise Refused `own_dice` for who entered the dice, `host_since` for a host named after `asked`."""
    if sitting.actor == asked.actor:
        raise Refused("own_dice", "Who entered dice does not agree to them for the other side.")
    since = (link.entry.kind for link in sitting.tx.entries(asked.game, asked.seq))
    if as_host and Kind.HOSTED in since:
        raise Refused("host_since", f"#{asked.seq} waits for {side}; the host was named since.")
