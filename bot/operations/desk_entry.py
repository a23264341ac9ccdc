"""An entry of the desk: its events, and the names of the pieces that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import fields

from bot.events.desk import DeskEntered, Named
from bot.ledger.entry import Kind
from bot.operations.view import CampaignView
from bot.play.sitting import Draft
from rules.event import Event


def desk_entry(view: CampaignView, title: str, events: Sequence[Event]) -> Draft:
    """What the entry is called stands before its events; it reads every piece that they name."""
    said = set(_texts(tuple(events)))
    pieces = tuple(Named(piece, name) for piece, name in view.names.items() if piece in said)
    read = tuple(named.piece for named in pieces)
    return Draft(Kind.DESK, (DeskEntered(title, pieces), *events), read=read)


def _texts(value: object) -> Iterator[str]:
    """Every text in a value, ids of pieces among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, Struct):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
