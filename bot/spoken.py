"""How posts speak of pieces and of the dice thrown for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot import names, wording
from bot.events import PieceNamed, RulingCalled
from rules.event import Event

Spoken = Mapping[str, str]
"""pieces by id, in running text"""


def labels(called: RulingCalled, events: Iterable[Event] = ()) -> Spoken:
    """Each piece as the ruling found it, or as it was named when it came."""
    found = {
        standing.piece: names.plain(f"{standing.counter} {names.shown(standing.name)}".strip())
        for standing in called.pieces
    }
    born = {event.piece: names.spoken(event.name) for event in events if isinstance(event, PieceNamed)}
    return {**found, **born}


def subject(of: str, spoken: Spoken) -> str:
    """What a question is about: a piece, or the dice of one, which rules name `purpose:piece`."""
    purpose, _, piece = of.partition(":")
    if piece in spoken:
        return f"the {wording.DICE.get(purpose, purpose)} of {spoken[piece]}"
    return spoken.get(of, of)
