"""A DR that fell before the ruling it counts in: the side's own last one, as the ledger has it."""

from __future__ import annotations

from itertools import islice

from bot.events.codecs import EVENTS
from bot.events.dice import DrRolled
from bot.events.table import EnteredDiceAllowed
from bot.ledger.entry import Kind
from bot.play.sitting import Sitting
from rules.refusal import Refused

LOOKED_AT = 50
"""entries, from the last one, among which it is looked for"""


def require_thrown(sitting: Sitting, seat: int, faces: tuple[int, ...]) -> None:
    """Raise Refused `not_thrown` unless the last DR of the seat shows these faces, coloured before white.

    Where dice rolled elsewhere need nobody's consent the players' word is enough.
    """
    if sitting.game.entered is EnteredDiceAllowed.ALWAYS:
        return
    last = _last(sitting, seat)
    if last is not None and (last.coloured, last.white) == faces:
        return
    stands = f"is {last.coloured},{last.white}" if last is not None else "was not thrown here lately"
    raise Refused(
        "not_thrown",
        f"dr: the last DR of {sitting.game.seat(seat).side.name} {stands}. Throw it with /dr, or leave it "
        "out and it is thrown with the ruling.",
    )


def _last(sitting: Sitting, seat: int) -> DrRolled | None:
    tx, game = sitting.tx, sitting.game.id
    void = tx.voids.struck(game)
    for seq, kind, _, _ in islice(tx.voids.backwards(game), LOOKED_AT):
        link = tx.entry(game, seq) if kind == Kind.ROLLED and seq not in void else None
        for stored in link.entry.events if link is not None else ():
            event = EVENTS.read(stored)
            if isinstance(event, DrRolled) and event.seat == seat:
                return event
    return None
