"""A whole roster entered from text: everything, or nothing and every line that is wrong."""

from __future__ import annotations

from msgspec.structs import replace

from bot.events.table import UnitAdded
from bot.ledger.entry import Kind
from bot.operations.owning import marked, own_seat
from bot.operations.requiring import require_asl
from bot.operations.roster import names_for
from bot.play.catalogue import counters
from bot.play.game import Game, Seat
from bot.play.notation import BadLines, Written, read_notation
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules.asl.book import book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_unit
from rules.asl.words import Module
from rules.refusal import Refused

MOST_BYTES = 2**20
MOST_UNITS = 2000


def paste_units(text: str, side: str | None, location: str | None) -> Operation:
    """Units come onto the roster as a text lists them.

    Raises BadLines with every line that is wrong, Refused `too_long`, `too_many_units` or as
    `read_notation` does.
    """

    def operation(sitting: Sitting) -> Draft:
        require_asl(sitting)
        seat = own_seat(sitting, side)
        if len(text.encode("utf-8", "replace")) > MOST_BYTES:
            raise Refused("too_long", "The text is longer than 1 MB; paste it in parts.")
        written = read_notation(text, list(counters(sitting.game.module, seat.side.nations)), location)
        total = sum(found.number for found in written)
        if total > MOST_UNITS:
            raise Refused("too_many_units", f"{total} units are pasted; {MOST_UNITS} at once are the most.")
        return marked(sitting, seat, Draft(Kind.ROSTER, _added(sitting, seat, written)))

    return operation


def _added(sitting: Sitting, seat: Seat, written: tuple[Written, ...]) -> tuple[UnitAdded, ...]:
    game = sitting.game
    taken = {row.name for row in sitting.tx.pieces(game.id) if row.seat == seat.number}
    letters = names_for(None, 1, taken)
    added: list[UnitAdded] = []
    wrong: list[str] = []
    for found in written:
        try:
            unit, place = _unit(game, found), names.place(found.location)
            called = letters if found.name is None else names_for(found.name, found.number, taken)
            for _ in range(found.number):
                piece, name = str(game.pieces + len(added) + 1), next(called)
                taken.add(name)
                added.append(UnitAdded(piece, seat.number, name, place, replace(unit, id=piece)))
        except Refused as refused:
            wrong.append(f"Line {found.line}: {refused.message}")
    if wrong:
        raise BadLines(wrong)
    return tuple(added)


def _unit(game: Game, found: Written) -> Unit:
    form = {"id": found.counter.name, **found.counter.plain(), "is": list(found.flags)}
    return read_unit(form, book(Module(game.module)))
