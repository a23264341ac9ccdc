"""The REMO checks after Combat: the sheet of the day, or of RSUs that the GoW name."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.events.desk import SheetDrawn
from bot.events.table import RulingCalled
from bot.operations.checks import due_checks, first_of_each, left_out
from bot.operations.sheet import open_sheet, pieces_in_play, sheet
from bot.operations.view import CampaignView, campaign_view, require_quiet, rsus_named
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.dice import RecordedDice
from rules.json import Object
from rules.konrad.campaign import Phase
from rules.konrad.events_remo import ChecksListed
from rules.konrad.formations import Dsu, Scenario
from rules.konrad.rulings import CHECK_LIST, COMBAT_CHECKS
from rules.konrad.write_campaign import write_table
from rules.refusal import Refused


class Edits(Struct, frozen=True):
    """RSUs by name that the GoW put on a sheet and take off it, and why."""

    added: Sequence[str] = ()
    struck: Sequence[str] = ()
    reason: str = ""

    @property
    def any(self) -> bool:
        return bool(self.added or self.struck)


def sheet_of_named(wanted: Sequence[str], scenario: Scenario | None) -> Operation:
    """A sheet of the RSUs named alone, whatever they did today.

    `scenario` is the end of the battle for all of them, or None to take what was entered for their DSUs.
    Raises Refused `not_gow`, `no_unit`, `which_unit`, `twice`, or what the rules refuse.
    """

    def operation(sitting: Sitting) -> Draft:
        view = _view(sitting)
        require_quiet(sitting)
        ids = tuple(rsu.id for rsu in rsus_named(view, wanted))
        if not ids:
            raise Refused("no_unit", "Name the RSUs to check, with commas between.")
        dsus = view.campaign.dsus
        if scenario is not None:
            dsus = tuple(_ended(dsu, scenario) if any(r.id in ids for r in dsu.rsus) else dsu for dsu in dsus)
        return _drawn(sitting, view, dsus, SheetDrawn((), (), ids, (), sitting.actor, ""), ())

    return operation


def sheet_of_day(edits: Edits) -> Operation:
    """The sheet of everyone who must check; with edits it takes the place of one that waits.

    A DSU with two battles today is on a sheet for each, with the result of that battle. Raises Refused
    `not_gow`, `not_checks_phase`, `nothing_due`, `no_reason`, `question_open`, and as `rsus_named` does.
    """

    def operation(sitting: Sitting) -> Draft:
        view = _view(sitting)
        if view.campaign.phase not in (Phase.CHECKS, Phase.NIGHT):
            raise Refused(
                "not_checks_phase",
                f"Day {view.campaign.day} is in {view.campaign.phase}; the sheet of the day is drawn in "
                "checks, and in night after a night battle. /remo rsus: checks single RSUs.",
                konrad.BOOK.cites.check_list,
            )
        if edits.any and not edits.reason.strip():
            raise Refused("no_reason", "A line is struck or added for a reason: say it in reason:.")
        waiting = open_sheet(sitting, COMBAT_CHECKS)
        if waiting is None or not edits.any:
            require_quiet(sitting)
        due = first_of_each(due_checks(view.campaign, view.desk))
        drawn = _edited(view, edits, waiting[1] if waiting else None, sitting.actor)
        if not due and not drawn.added:
            raise Refused("nothing_due", "No RSU must check: /campaign open tells what the day waits for.")
        drawn = replace(drawn, covered=tuple(item.key for item in due))
        checked = {item.dsu.id: item.as_checked for item in due}
        dsus = tuple(checked.get(dsu.id, dsu) for dsu in view.campaign.dsus)
        answers = waiting[0].seq if waiting else 0
        return _drawn(sitting, view, dsus, drawn, tuple(checked), answers)

    return operation


def _view(sitting: Sitting) -> CampaignView:
    sitting.require_gow()
    return campaign_view(sitting)


def _ended(dsu: Dsu, scenario: Scenario) -> Dsu:
    return replace(dsu, fought=True, scenario=scenario)


def _edited(view: CampaignView, edits: Edits, before: SheetDrawn | None, author: str) -> SheetDrawn:
    """The lines put on and taken off so far; the later word about an RSU counts."""
    added = tuple(rsu.id for rsu in rsus_named(view, edits.added))
    struck = tuple(rsu.id for rsu in rsus_named(view, edits.struck))
    reason = edits.reason.strip()
    if before is not None:
        added = (*(rsu for rsu in before.added if rsu not in (*added, *struck)), *added)
        struck = (*(rsu for rsu in before.struck if rsu not in (*added, *struck)), *struck)
        reason = "; ".join(text for text in (before.reason, reason) if text)
    return SheetDrawn((), (), added, struck, author, reason)


def _drawn(
    sitting: Sitting,
    view: CampaignView,
    dsus: tuple[Dsu, ...],
    drawn: SheetDrawn,
    battle: tuple[str, ...],
    answers: int = 0,
) -> Draft:
    given: Object = {
        **write_table(konrad.BOOK, replace(view.campaign, dsus=dsus)),
        "battle": list(battle),
        "added": list(drawn.added),
        "struck": list(drawn.struck),
    }
    told = konrad.RULINGS[CHECK_LIST](given, RecordedDice({})).events
    listed = {line.rsu for event in told if isinstance(event, ChecksListed) for line in event.lines}
    if battle:
        drawn = replace(drawn, left_out=left_out(view.campaign, listed, battle, drawn.struck))
    called = RulingCalled(COMBAT_CHECKS, "REMO", 0, "", pieces_in_play(view))
    return sheet(sitting, called, given, told, drawn, answers=answers)
