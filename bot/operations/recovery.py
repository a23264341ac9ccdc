"""The Recovery phase: its sheet shows what is settled, then one button rolls the checks."""

from __future__ import annotations

from bot.boards.desk import RECOVERY_SHEET
from bot.events.desk import SheetDrawn
from bot.events.table import RulingCalled
from bot.operations.sheet import pieces_in_play, sheet
from bot.operations.view import gow_view
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.event import Event
from rules.json import Object
from rules.konrad.campaign import Phase
from rules.konrad.events_recovery import DsuLeftPlay
from rules.konrad.events_remo import CheckLine, ChecksListed
from rules.konrad.events_retreat import SectorTaken
from rules.konrad.rulings import RECOVERY
from rules.konrad.walk import Loaded, checks
from rules.konrad.write_campaign import write_table
from rules.refusal import Refused


def recovery_sheet() -> Operation:
    """Replacements and consolidations as they will come, and every check with its chance.

    Raises Refused `not_gow`, `question_open`, `not_recovery_phase`, `recovered`, `no_cut`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        campaign = view.campaign
        if campaign.phase is not Phase.RECOVERY:
            wrong = f"Day {campaign.day} is in {campaign.phase}; this is done in recovery."
            raise Refused("not_recovery_phase", wrong, konrad.BOOK.cites.day)
        if RECOVERY_SHEET in view.desk.checked:
            raise Refused(
                "recovered", f"The Recovery of day {campaign.day} was rolled; /campaign next goes on."
            )
        given: Object = write_table(konrad.BOOK, campaign)
        called = RulingCalled(RECOVERY, "Recovery", 0, "", pieces_in_play(view))
        drawn = SheetDrawn((RECOVERY_SHEET,), (), (), (), sitting.actor, "")
        return sheet(sitting, called, given, _settled(given), drawn)

    return operation


def _settled(given: Object) -> tuple[Event, ...]:
    """What no die decides, then the checks; every die is thought to show 1."""
    events = konrad.RULINGS[RECOVERY](given, Loaded({}, 1)).events
    to_come = checks(events)
    emptied = (DsuLeftPlay, SectorTaken)
    settled = tuple(event for event in events if event not in to_come and not isinstance(event, emptied))
    lines = tuple(CheckLine(check.rsu, check.dsu or "", check.remo) for check in to_come)
    return (*settled, ChecksListed(lines, konrad.BOOK.cites.recovery))
