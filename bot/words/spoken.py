"""How posts speak of pieces and of the dice thrown for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from bot.events.table import PieceNamed, RulingCalled
from bot.words import names, wording
from rules.event import Event

_PIECE = re.compile(r"^(?:given\.[a-z]+: )?([0-9]+)(?=:? )")
"""the piece that a refusal of the rules begins with"""
_PATH = re.compile(r"^given\.(?:[a-z]+\.)*(?=[a-z_]+: )")
"""where in a request a refusal of the rules looked, but for the last word of it, which players know"""
_DICE = re.compile(r"\b[a-z]+:[0-9]+\b")
Spoken = Mapping[str, str]
"""pieces by id, in running text"""


def labels(called: RulingCalled, events: Iterable[Event] = ()) -> Spoken:
    """Each piece as the ruling found it, or as it was named when it came."""
    found = {
        one.piece: names.plain(f"{one.counter} {names.shown(one.name)}".strip()) for one in called.pieces
    }
    born = {event.piece: names.spoken(event.name) for event in events if isinstance(event, PieceNamed)}
    return {**found, **born}


def subject(of: str, spoken: Spoken) -> str:
    """What a question is about: a piece, or the dice of one, which rules name `purpose:piece`."""
    purpose, _, piece = of.partition(":")
    if piece in spoken:
        return f"the {wording.DICE.get(purpose, purpose)} of {spoken[piece]}"
    return spoken.get(of, of)


def refusal(message: str, spoken: Spoken) -> str:
    """A refusal of the rules, each piece in it and the dice of one as posts speak of them."""

    def named(found: re.Match[str]) -> str:
        return subject(found[0], spoken)

    told = _PIECE.sub(lambda found: spoken.get(found[1], found[0]), message)
    told = _DICE.sub(named, told)
    return _PATH.sub("", told) if _PATH.match(told) else told[:1].upper() + told[1:]
