"""Retreats one DSU at a time, in the order of the queue."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.boards.desk import Waiting
from bot.events.desk import RetreatCalled
from bot.events.table import RulingCalled
from bot.operations.ruling import Case, require_cuts, rule
from bot.operations.sheet import pieces_in_play
from bot.operations.view import CampaignView, dsu_named, gow_view, sector_named
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.event import Event
from rules.given import Given
from rules.json import Object
from rules.konrad.campaign import Phase
from rules.konrad.events_retreat import Cause
from rules.konrad.formations import Dsu
from rules.konrad.read_retreats import read_retreats
from rules.konrad.rulings import RETREAT
from rules.konrad.steps import Step, steps
from rules.konrad.write_campaign import write_table
from rules.refusal import Refused


class RetreatOrder(Struct, frozen=True):
    """Who retreats ("": whoever is next), where to ("": as the rules propose), into which closed sectors.

    `reason` is that of the GoW for a DSU that no rule sends back.
    """

    dsu: str = ""
    sector: str = ""
    allowed: Sequence[str] = ()
    reason: str = ""


def retreat(order: RetreatOrder) -> Operation:
    """One DSU retreats; whom it sends back by an overstack waits behind all who wait already.

    Raises Refused `not_gow`, `question_open`, `nobody_waits`, `not_next`, `no_reason`, `no_cut`, and what
    the rules refuse.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        require_cuts(sitting.game)
        mover, called = _mover(view, order, sitting.actor)
        queue = [mover.dsu, *(item.dsu for item in view.desk.waiting if item.dsu != mover.dsu)]
        sector = {f"sector:{mover.dsu}": sector_named(view, order.sector)} if order.sector else {}
        given: Object = {
            **write_table(konrad.BOOK, view.campaign),
            "retreating": queue,
            "first_alone": True,
            "after": Cause.COMBAT.value if mover.forced else Cause.MOVEMENT.value,
            "choices": sector,
            "allowed_sectors": [sector_named(view, name) for name in order.allowed],
        }
        if order.sector:
            _require_way(view, mover.dsu, sector_named(view, order.sector), given)
        pieces = pieces_in_play(view)
        title = f"Retreat of {view.called(mover.dsu)}"
        case = Case(
            RulingCalled(RETREAT, title, 0, "", pieces),
            given,
            tuple(one.piece for one in pieces),
            caller_seat=0,
            beside=called,
        )
        try:
            return rule(sitting, case)
        except Refused as wrong:
            if wrong.code != "illegal_choice":
                raise
            raise _illegal(view, mover.dsu, order.sector.upper(), _first_step(mover.dsu, given)) from wrong

    return operation


def _mover(view: CampaignView, order: RetreatOrder, author: str) -> tuple[Waiting, tuple[Event, ...]]:
    """Who retreats, and what the entry tells of a retreat that the GoW order."""
    waiting = view.desk.waiting
    if not order.dsu:
        if not waiting:
            raise Refused("nobody_waits", "No DSU must retreat. The GoW may order one with dsu: and reason:.")
        return waiting[0], ()
    dsu = dsu_named(view, order.dsu)
    for place, item in enumerate(waiting):
        if item.dsu == dsu.id:
            _require_next(view, waiting, place)
            return item, ()
    if not order.reason.strip():
        wrong = f"No rule sends {view.called(dsu.id)} back; say in reason: why the GoW order it."
        raise Refused("no_reason", wrong, konrad.BOOK.cites.retreat)
    return _by_gow(view, dsu), (RetreatCalled(dsu.id, author, order.reason.strip()),)


def _first_step(dsu: str, given: Object) -> Step:
    request = read_retreats(konrad.BOOK, Given({**given, "choices": {}}))
    (step,) = steps(konrad.BOOK, request, (), dsu)
    return step


def _require_way(view: CampaignView, dsu: str, sector: str, given: Object) -> None:
    """Who names a sector means it to be reached: where none can be, no DSU is destroyed unawares."""
    step = _first_step(dsu, given)
    if not step.ways:
        raise _illegal(view, dsu, sector, step)


def _illegal(view: CampaignView, dsu: str, sector: str, step: Step) -> Refused:
    """The sector that was named cannot be reached: where the DSU may go."""
    if step.ways:
        ways = f"from {step.start} it may go to {', '.join(way.sector for way in step.ways)}."
    else:
        ways = (
            f"no sector beside {step.start} is open to it. allow: opens a friendly one in spite of an enemy "
            "there; without sector: the DSU is destroyed."
        )
    wrong = f"{view.called(dsu)} cannot retreat to {sector}; {ways}"
    return Refused("illegal_choice", wrong, konrad.BOOK.cites.retreat)


def _by_gow(view: CampaignView, dsu: Dsu) -> Waiting:
    early = view.campaign.phase in (Phase.WEATHER, Phase.ORDERS, Phase.MOVEMENT)
    cause = Cause.MOVEMENT if early else Cause.COMBAT
    return Waiting(dsu.id, cause, cause is Cause.COMBAT)


def _require_next(view: CampaignView, waiting: Sequence[Waiting], place: int) -> None:
    """The GoW choose among those sent back together; whom an overstack sends back waits behind them."""
    if place and waiting[place].cause is Cause.OVERSTACK:
        first = view.called(waiting[0].dsu)
        wrong = f"{view.called(waiting[place].dsu)} waits behind those before it: {first} is next."
        raise Refused("not_next", wrong, konrad.BOOK.cites.retreat)
