"""Entries about the game itself: opened, seats, terms, epochs, phases."""

from __future__ import annotations

from collections.abc import Iterator

from bot.events.game import ElrChanged, SanChanged, TermChanged
from bot.events.play import PhaseBegun
from bot.events.table import (
    CampaignOpened,
    Cut,
    EpochRevealed,
    GameMoved,
    GameOpened,
    HostAppointed,
    SeatHandedOver,
    SeatTaken,
)
from bot.ledger.entry import Kind
from bot.operations.campaign import new_campaign, open_sample
from bot.operations.ending import end_game
from bot.operations.epochs import close_unheld, cut, reveal
from bot.operations.opening import (
    Setup,
    appoint_host,
    hand_over,
    move_game,
    open_game,
    take_seat,
)
from bot.operations.terms import Changes, change_terms
from bot.operations.turns import Onward, move_on
from bot.play.sitting import Draft, Operation, Sitting
from bot.verify.acts.entry import Retold, items_of, no_act, numbered
from rules.asl.phase import Phase
from rules.json import Json
from rules.konrad.events_desk import CampaignSetUp


def played(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    entry = told.entry
    match entry.kind:
        case Kind.OPENED:
            return _opened(told)
        case Kind.JOINED:
            return take_seat(told.one(SeatTaken).side)
        case Kind.SEATED:
            handed = told.one(SeatHandedOver)
            return hand_over(handed.side, told.account(handed.holder))
        case Kind.HOSTED:
            return appoint_host(told.account(told.one(HostAppointed).host))
        case Kind.MOVED:
            told.one(GameMoved)
            return move_game(entry.game)
        case Kind.SET:
            return change_terms(_changes(told))
        case Kind.EPOCH:
            return reveal() if told.all(EpochRevealed) or entry.actor else close_unheld()
        case Kind.CUT:
            return _cut(told)
        case Kind.TURN:
            return move_on(_onward(told))
        case Kind.ENDED:
            return end_game()
        case _:
            raise no_act(f"nothing makes an entry of kind {entry.kind} so")


def _opened(told: Retold) -> Operation:
    for game in told.all(GameOpened):
        return open_game(Setup(game.module, game.sides, game.solo, game.entered, game.epochs))
    campaign = told.one(CampaignOpened)
    if told.all(CampaignSetUp):
        return open_sample(solo=campaign.solo, epochs=campaign.epochs)
    return new_campaign(campaign.label, solo=campaign.solo, epochs=campaign.epochs)


def _cut(told: Retold) -> Operation:
    event = told.one(Cut)

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        return cut(game.id, sitting.tx.first_of_epoch(game.id, game.epoch), event.seat)(sitting)

    return operation


def _changes(told: Retold) -> Changes:
    terms = {event.term: event.becomes for event in told.all(TermChanged)}
    elr, san = told.all(ElrChanged), told.all(SanChanged)
    sides = [*(f"{event.side} {event.nation}".strip() for event in elr), *(event.side for event in san)]
    return Changes(
        terms,
        sides[0] if sides else None,
        elr[0].becomes if elr else None,
        san[0].becomes if san else None,
    )


def _onward(told: Retold) -> Onward:
    begun = told.one(PhaseBegun)
    try:
        phase = Phase(begun.phase)
    except ValueError as error:
        raise no_act(str(error)) from error
    return Onward(phase, begun.side, begun.turn, tuple(_kept(told)))


def _kept(told: Retold) -> Iterator[str]:
    """The units that stay DM."""
    given: Json = told.entry.inputs.get("given")
    if isinstance(given, dict) and "keep" in given:
        yield from numbered(items_of(given["keep"]))
