"""A sheet: what a batch will decide, entered before one button rolls it all, once."""

from __future__ import annotations

from msgspec.structs import replace

from bot.events.codecs import EVENTS
from bot.events.desk import SHEET, SheetDrawn, SheetRolled
from bot.events.table import CalledPiece, QuestionAsked, RulingCalled
from bot.ledger.entry import Entry
from bot.operations.ruling import Case, question, require_cuts
from bot.operations.view import CampaignView
from bot.play.sitting import Draft, Sitting
from rules.answers import Asked, Asks, Question
from rules.event import Event
from rules.json import Object

ROLL, WITHDRAW = "roll", "withdraw"


def sheet(
    sitting: Sitting,
    called: RulingCalled,
    given: Object,
    told: tuple[Event, ...],
    drawn: SheetDrawn,
    *,
    answers: int = 0,
) -> Draft:
    """The entry of a sheet whose button rolls the ruling on `given`; `told` is what it shows.

    It reads every piece called. `answers` is the sheet that it takes the place of. Raises Refused `no_cut`.
    """
    require_cuts(sitting.game)
    pieces = tuple(one.piece for one in called.pieces)
    case = Case(called, given, pieces, caller_seat=0, answers=answers, beside=(drawn,))
    cite = next((event.cite for event in told), "")
    return question(
        sitting.game, case, Asks(Question(SHEET, "", (ROLL, WITHDRAW), (), Asked.GOW, cite), told)
    )


def rolled(case: Case, seq: int) -> Case:
    """The ruling of the sheet in entry `seq`, which names it."""
    covered = tuple(key for event in case.beside if isinstance(event, SheetDrawn) for key in event.covered)
    return replace(case, beside=(SheetRolled(seq, covered),))


def open_sheet(sitting: Sitting, rule: str) -> tuple[Entry, SheetDrawn] | None:
    """The sheet of this ruling that waits to be rolled."""
    for link in sitting.tx.open_questions(sitting.game.id):
        called, asked, *beside = (EVENTS.read(event) for event in link.entry.events)
        if isinstance(asked, QuestionAsked) and asked.what == SHEET and called.rule == rule:
            for event in beside:
                if isinstance(event, SheetDrawn):
                    return link.entry, event
    return None


def pieces_in_play(view: CampaignView) -> tuple[CalledPiece, ...]:
    """Every DSU and RSU in play, by name."""
    return tuple(
        CalledPiece(piece, view.names.get(piece, piece))
        for dsu in view.campaign.dsus
        for piece in (dsu.id, *(rsu.id for rsu in dsu.rsus))
    )
