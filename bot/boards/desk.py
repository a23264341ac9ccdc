"""What of a campaign's day is done and what is owed, folded from the entries beside the campaign itself."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.boards.units import Change
from bot.events.codec import plain, read_plain
from bot.events.desk import OrdersSealed, SealOpened, SealStruck, SheetRolled, Waived
from bot.store.rows import PieceRow
from rules.event import Event
from rules.konrad.campaign import Campaign
from rules.konrad.desk import PHASES
from rules.konrad.events_desk import CampaignSetUp, DayBegan, PhaseBegan
from rules.konrad.events_recovery import DsuLeftPlay
from rules.konrad.events_retreat import (
    Cause,
    DsuDestroyed,
    DsuEliminated,
    DsuObligedToRetreat,
    DsuOverstacked,
    DsuRetreated,
    NightAttackAllowed,
    RetreatsOrdered,
)

PIECE = "desk"
RECOVERY_SHEET = "recovery"
"""what a sheet of the Recovery phase covers"""


class Seal(Struct, frozen=True):
    """Sealed orders not yet opened, by the entry that holds their digest."""

    seq: int
    sender: str
    side: str
    dsus: tuple[str, ...]
    digest: str


class Waiting(Struct, frozen=True):
    """A DSU that must retreat; `forced` tells whether that counts as forced by today's combat."""

    dsu: str
    cause: Cause
    forced: bool


class Strength(Struct, frozen=True):
    """What a DSU had in SP at some moment."""

    dsu: str
    side: str
    now: int
    full: int


class Desk(Struct, frozen=True):
    """`began` is the entry that began the phase; `start` and `dawn` are the strengths of then.

    `waiting` is the queue of retreats, `checked` what the sheets rolled today covered, `ordered` the DSUs
    with an order, `waived` what the GoW go on without, `night` the DSUs whose night attack takes place.
    """

    began: int = 0
    start: tuple[Strength, ...] = ()
    dawn: tuple[Strength, ...] = ()
    seals: tuple[Seal, ...] = ()
    ordered: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    checked: tuple[str, ...] = ()
    waived: tuple[str, ...] = ()
    night: tuple[str, ...] = ()


def change(rows: Sequence[PieceRow], events: Sequence[Event], campaign: Campaign | None, seq: int) -> Change:
    """The desk after the events of entry `seq`, which left `campaign`."""
    before = desk_of(rows)
    after = before
    forced = True
    for event in events:
        if isinstance(event, DsuRetreated | DsuOverstacked):
            forced = event.forced
        after = _after(after, event, forced, seq)
    if campaign is not None:
        set_up = any(isinstance(event, CampaignSetUp) for event in events)
        if set_up and (campaign.day, campaign.phase) == (1, PHASES[0]):
            after = replace(after, began=seq, start=_strengths(campaign), dawn=_strengths(campaign))
        elif any(isinstance(event, DayBegan) for event in events):
            after = replace(after, dawn=_strengths(campaign))
        in_play = {dsu.id for dsu in campaign.dsus}
        after = replace(after, waiting=tuple(item for item in after.waiting if item.dsu in in_play))
    if after == before:
        return Change((), ())
    return Change((PieceRow(PIECE, PIECE, 0, "", "", plain(after), seq),), ())


def desk_of(rows: Sequence[PieceRow]) -> Desk:
    """The desk among the rows of a campaign."""
    return next((read_plain(Desk, row.state) for row in rows if row.id == PIECE), Desk())


def _after(desk: Desk, event: Event, forced: bool, seq: int) -> Desk:
    match event:
        case DayBegan():
            return Desk(seq, desk.start)
        case PhaseBegan():
            return replace(desk, began=seq)
        case OrdersSealed():
            seal = Seal(seq, event.sender, event.side, event.dsus, event.digest)
            return replace(desk, seals=(*desk.seals, seal))
        case SealOpened():
            ordered = [dsu for seal in desk.seals if seal.seq == event.seal for dsu in seal.dsus]
            left = tuple(seal for seal in desk.seals if seal.seq != event.seal)
            return replace(desk, seals=left, ordered=_joined(desk.ordered, ordered))
        case SealStruck():
            return replace(desk, seals=tuple(seal for seal in desk.seals if seal.seq != event.seal))
        case Waived():
            return replace(desk, waived=_joined(desk.waived, [event.item]))
        case SheetRolled():
            return replace(desk, checked=_joined(desk.checked, event.covered))
        case NightAttackAllowed():
            return replace(desk, night=_joined(desk.night, [event.dsu]))
        case (
            DsuObligedToRetreat()
            | RetreatsOrdered()
            | DsuRetreated()
            | DsuDestroyed()
            | DsuEliminated()
            | DsuLeftPlay()
        ):
            return replace(desk, waiting=_queue(desk.waiting, event, forced))
        case _:
            return desk


def _queue(
    waiting: tuple[Waiting, ...],
    event: DsuObligedToRetreat | RetreatsOrdered | DsuRetreated | DsuDestroyed | DsuEliminated | DsuLeftPlay,
    forced: bool,
) -> tuple[Waiting, ...]:
    match event:
        case DsuObligedToRetreat():
            counts = forced if event.cause is Cause.OVERSTACK else event.cause is Cause.COMBAT
            return (*waiting, Waiting(event.dsu, event.cause, counts))
        case RetreatsOrdered():
            sent = {item.dsu: item for item in waiting if item.dsu in event.dsus}
            others = tuple(item for item in waiting if item.dsu not in sent)
            return (*others, *(sent[dsu] for dsu in event.dsus if dsu in sent))
        case _:
            return tuple(item for item in waiting if item.dsu != event.dsu)


def _joined(known: tuple[str, ...], further: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *further)))


def _strengths(campaign: Campaign) -> tuple[Strength, ...]:
    return tuple(
        Strength(dsu.id, dsu.side, sum(rsu.now for rsu in dsu.rsus), sum(rsu.full for rsu in dsu.rsus))
        for dsu in campaign.dsus
    )
