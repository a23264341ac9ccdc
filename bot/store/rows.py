"""Rows that the database gives and takes, as values."""

from __future__ import annotations

from msgspec import Struct

from rules.json import Json, Object


class PieceRow(Struct, frozen=True):
    """A piece as it stands: `state` is its plain form, `seat` the number of the side that owns it."""

    id: str
    kind: str
    seat: int
    name: str
    location: str
    state: Object
    seq: int


class Due(Struct, frozen=True):
    """A part of an entry that is not posted; `again` is the interaction that has it sent once more, or 0."""

    game: int
    seq: int
    part: int
    channel: int
    request: str
    again: int = 0


class PostedPart(Struct, frozen=True):
    """A part of an entry where it stands in a channel.

    `content` is the hash of what was sent, None where it was posted before hashes were kept; `edited` when
    the referee itself last edited it, "" for never, None where nobody knows.
    """

    game: int
    seq: int
    part: int
    channel: int
    message: int
    content: bytes | None
    edited: str | None


class RulingRow(Struct, frozen=True):
    """As much of a ruling as tells whether it is called once more."""

    actor: str
    answers: int
    voids: tuple[int, ...]
    given: Json
    rule: str
    title: str


class EntryRow(Struct, frozen=True):
    """As much of an entry as its effect depends on; `events` in their stored form."""

    seq: int
    kind: str
    read: tuple[str, ...]
    events: tuple[Object, ...]
