"""Movement: a DSU enters a sector, and what that sets off."""

from __future__ import annotations

from bot.operations.desk_entry import desk_entry
from bot.operations.nights import nights
from bot.operations.speaking import speaking
from bot.operations.view import CampaignView, dsu_named, gow_view, sector_named
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.konrad import desk
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Phase
from rules.konrad.events import Event
from rules.konrad.events_retreat import DsuObligedToRetreat
from rules.konrad.formations import Dsu
from rules.konrad.movement import shattered_in_movement
from rules.refusal import Refused


def move_dsu(wanted: str, sector: str) -> Operation:
    """How far it may go is the GoW's to judge; shattered DSUs alone in the sector must retreat at once.

    Raises Refused `not_gow`, `question_open`, `not_movement_phase`, `no_unit`, `which_unit`,
    `unknown_sector`, `no_room`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        dsu, to = dsu_named(view, wanted), sector_named(view, sector)
        _require_phase(view, dsu, to)
        _require_room(view, dsu, to)
        with speaking(view):
            moved = desk.move(konrad.BOOK, view.campaign, dsu.id, to)
        after = rebuild(view.campaign, moved)
        waiting = {item.dsu for item in view.desk.waiting}
        sent_back: list[Event] = [
            event
            for event in shattered_in_movement(konrad.BOOK, after.dsus, (dsu.id,))
            if not isinstance(event, DsuObligedToRetreat) or event.dsu not in waiting
        ]
        return desk_entry(view, f"Day {view.campaign.day}, {view.campaign.phase}", (*moved, *sent_back))

    return operation


def _require_phase(view: CampaignView, dsu: Dsu, sector: str) -> None:
    """Movement, or the night for the sector of a night attack that takes place."""
    campaign = view.campaign
    if campaign.phase is Phase.MOVEMENT:
        return
    by_night = any(plan.dsu == dsu.id and plan.sector == sector for plan in nights(view))
    if campaign.phase is not Phase.NIGHT or not by_night:
        raise Refused(
            "not_movement_phase",
            f"Day {campaign.day} is in {campaign.phase}; DSUs move in movement, and by night into the sector "
            "of a night attack that takes place.",
            konrad.BOOK.cites.day,
        )


def _require_room(view: CampaignView, dsu: Dsu, sector: str) -> None:
    if dsu.sector == sector:
        raise Refused("stands_there", f"{view.called(dsu.id)} stands in {sector} already.")
    there = [known for known in view.campaign.dsus if known.sector == sector and known.side == dsu.side]
    limit = konrad.BOOK.stacking.limit
    if len(there) >= limit:
        who = " and ".join(view.called(known.id) for known in there)
        wrong = f"{sector} holds {who}; {limit} DSUs of a side have room."
        raise Refused("no_room", wrong, konrad.BOOK.stacking.cite)
