"""The day walked phase by phase: what each phase still waits for, and the step to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.boards.desk import RECOVERY_SHEET, Desk
from bot.events.desk import Waived
from bot.operations.checks import due_checks
from bot.operations.desk_entry import desk_entry
from bot.operations.epochs import NextEpoch, next_epoch_with_day
from bot.operations.nights import nights
from bot.operations.orders import opened
from bot.operations.view import CampaignView, campaign_view, gow_view
from bot.play.game import Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names
from rules import konrad
from rules.event import Event
from rules.konrad import desk
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Campaign, Phase
from rules.konrad.formations import Dsu
from rules.konrad.night import night_attack
from rules.refusal import Refused

ALL = "all"
WAIVING = "`/campaign hand waive` goes on without one of them, or all, with a reason."


class OpenItem(Struct, frozen=True):
    """Something that the phase waits for, and by which command it is done, where `told` does not say it.

    `waivable` where the GoW may go on without it.
    """

    key: str
    told: str
    waivable: bool = True
    by: str = ""


def next_phase() -> Operation:
    """The next phase; the one after Orders opens every seal.

    Raises Refused `not_gow`, `question_open`, and `day_waits` with everything that is open.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        waiting = open_items(view)
        if waiting:
            told = "\n".join(f"- {item.told}" for item in waiting)
            more = [WAIVING] if any(item.waivable for item in waiting) else []
            head = f"{view.campaign.phase.capitalize()} waits for:"
            raise Refused("day_waits", "\n".join((head, told, *done_by(waiting), *more)))
        events: list[Event] = []
        if view.campaign.phase is Phase.ORDERS:
            events += opened(sitting, view)
        begun = desk.next_phase(konrad.BOOK, view.campaign)
        events += begun
        after = rebuild(view.campaign, begun)
        if after.phase is Phase.NIGHT:
            events += _nights(after)
        dice = next_epoch_with_day(sitting) if after.day > view.campaign.day else NextEpoch()
        entry = desk_entry(view, f"Day {after.day}, {after.phase}", (*events, *dice.events))
        return replace(entry, seed=dice.seed)

    return operation


def waive(wanted: Sequence[str], reason: str) -> Operation:
    """The day goes on without what is named of what it owes, or without all that can be waived.

    Raises Refused `not_gow`, `no_reason`, `not_open`, and `which_item` where a name fits several.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        if not reason.strip():
            raise Refused("no_reason", "Say in reason: why the day goes on without it.")
        waivable = waivable_items(view)
        if not waivable:
            raise Refused("not_open", "Nothing is owed that could be waived; /campaign open tells the rest.")
        fits = {item.key: item for name in wanted for item in _fitting(waivable, name)}
        events = [Waived(item.key, item.told, sitting.actor, reason.strip()) for item in fits.values()]
        return desk_entry(view, "Waived", events)

    return operation


def open_view(sitting: Sitting) -> tuple[CampaignView, tuple[OpenItem, ...]]:
    """What the phase waits for."""
    view = campaign_view(sitting)
    return view, open_items(view)


def open_items(view: CampaignView) -> tuple[OpenItem, ...]:
    """Everything that must be done, or waived, before the next phase."""
    return tuple(item for item in _items(view) if item.key not in view.desk.waived)


def done_by(items: Sequence[OpenItem]) -> tuple[str, ...]:
    """A line with the commands that do what is open, each once; none where nothing is to be said."""
    ways = " and ".join(dict.fromkeys(item.by for item in items if item.by))
    return (f"Done by {ways}.",) if ways else ()


def waivable_items(view: CampaignView) -> tuple[OpenItem, ...]:
    """What of it the GoW may go on without."""
    return tuple(item for item in open_items(view) if item.waivable)


def _fitting(waivable: Sequence[OpenItem], name: str) -> Sequence[OpenItem]:
    """The one that is called so, or by a part of it; every one for `all`."""
    folded = name.casefold().strip()
    if folded == ALL:
        return waivable
    fits = [item for item in waivable if item.told.casefold() == folded]
    fits = fits or [item for item in waivable if folded in item.told.casefold()]
    known = "; ".join(item.told for item in fits or waivable)
    if not fits:
        raise Refused("not_open", f"{names.spoken(name)} is not owed. What can be waived is: {known}.")
    if len(fits) > 1:
        raise Refused("which_item", f"{names.spoken(name)} may be {known}: say more of it, or all.")
    return fits


def cut_of(seat: Seat) -> str:
    """What a side owes whose dice are not cut."""
    side = names.plain(seat.side.name)
    if not seat.holder:
        return f"the OAC of {side}, who cuts the dice: /game join side:{side}"
    return f"the cut of {side}: its button stands under the post that opened the epoch"


def owing_orders(campaign: Campaign, desk_: Desk) -> tuple[Dsu, ...]:
    """The DSUs for which no order came in; shattered RSUs alone take none."""
    sealed = {dsu for seal in desk_.seals for dsu in seal.dsus}
    return tuple(
        dsu
        for dsu in campaign.dsus
        if dsu.id not in sealed
        and any(rsu.holds_its_dsu for rsu in dsu.rsus)
        and all(rsu.order is None or rsu.shattered for rsu in dsu.rsus)
    )


def owing_battles(campaign: Campaign) -> tuple[str, ...]:
    """The sectors that an enemy entered today and where both sides stand without a battle."""
    fought = {battle.sector for battle in campaign.battles}
    entered = dict.fromkeys(dsu.sector for dsu in campaign.dsus if dsu.moved)
    return tuple(
        sector
        for sector in entered
        if sector not in fought and len({dsu.side for dsu in campaign.dsus if dsu.sector == sector}) == 2
    )


def _items(view: CampaignView) -> Iterator[OpenItem]:
    campaign, phase = view.campaign, view.campaign.phase
    if phase is not Phase.WEATHER:
        yield from (OpenItem(f"cut:{seat.number}", cut_of(seat), waivable=False) for seat in view.uncut)
    for waiting in view.desk.waiting:
        dsu = campaign.dsu(waiting.dsu)
        told = f"the retreat of {view.called(dsu.id)} from {dsu.sector}"
        yield OpenItem(f"retreat:{dsu.id}", told, waivable=False, by="/campaign retreat")
    if phase is Phase.ORDERS:
        for dsu in owing_orders(campaign, view.desk):
            yield OpenItem(f"orders:{dsu.id}", f"orders of {view.called(dsu.id)}", by="/campaign orders")
    if phase is Phase.COMBAT:
        for sector in owing_battles(campaign):
            yield OpenItem(
                f"battle:{sector}", f"the battle at {sector}", by="/campaign battle, then /campaign losses"
            )
    if phase is Phase.NIGHT:
        fought = {dsu.dsu for battle in campaign.battles if battle.night for dsu in battle.attackers}
        for plan in nights(view):
            if plan.dsu not in fought:
                told = f"the night attack of {view.called(plan.dsu)} on {plan.sector}"
                yield OpenItem(f"night:{plan.dsu}", told, by="/campaign battle with night:True")
    if phase in (Phase.CHECKS, Phase.NIGHT):
        for due in due_checks(campaign, view.desk):
            after = f"its battle at {due.sector}" if due.sector else "its move"
            told = f"REMO checks of {view.called(due.dsu.id)} after {after}"
            yield OpenItem(f"check:{due.key}", told, waivable=False, by="/remo")
    if phase is Phase.RECOVERY and RECOVERY_SHEET not in view.desk.checked:
        yield OpenItem(RECOVERY_SHEET, "Recovery: /campaign recovery", waivable=False)


def _nights(campaign: Campaign) -> Iterator[Event]:
    """Whether each night attack planned takes place (p6)."""
    battles = {battle.sector for battle in campaign.battles}
    attacked = desk.attacked_today(campaign)
    for plan in campaign.night_attacks:
        yield night_attack(konrad.BOOK, plan.dsu, plan.sector, battles, attacked)
