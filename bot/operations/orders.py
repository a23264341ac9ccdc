"""Sealed orders: read and checked when they come in, told to nobody before Movement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.boards.desk import Seal
from bot.events.desk import OrdersSealed, SealOpened, SealStruck
from bot.ledger.seal import digest
from bot.operations.desk_entry import desk_entry
from bot.operations.instructions import LINES_MOST, carried, lines_of
from bot.operations.offices import commands
from bot.operations.view import CampaignView, campaign_view, gow_view
from bot.play.notation import BadLines
from bot.play.sitting import Draft, Operation, Sitting
from bot.store.sealed import Sealed
from bot.words import names
from rules import konrad
from rules.event import Event
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Phase
from rules.konrad.events import Event as KonradEvent
from rules.refusal import DataError, Refused

COMMAND = "/campaign orders (sealed)"


class BadOrders(BadLines):
    """Orders of which some lines are not right; nothing was sealed."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self.message = "Nothing is sealed until every line is right."


def seal_orders(text: str) -> Operation:
    """Orders of whoever may give them, all lines or none; a later order for an RSU replaces an earlier one.

    Raises Refused `not_orders_phase`, `not_yours`, `no_orders`, `too_many`; BadOrders with every bad line.
    """

    def operation(sitting: Sitting) -> Draft:
        view = campaign_view(sitting)
        commanded = commands(sitting, view)
        if view.campaign.phase is not Phase.ORDERS:
            wrong = f"Day {view.campaign.day} is in {view.campaign.phase}; orders are given in orders."
            raise Refused("not_orders_phase", wrong, konrad.BOOK.cites.day)
        lines = lines_of(names.lines(text))
        if not lines:
            raise Refused("no_orders", "Write an order a line, such as GR 283 DEF; GR 284 MOB.")
        if len(lines) > LINES_MOST:
            raise Refused("too_many", f"There are {len(lines)} lines; {LINES_MOST} are the most in one go.")
        kept = "\n".join(line.text for line in lines)
        orders = carried(view, kept, commanded)
        if orders.refused:
            raise BadOrders(orders.refused)
        sides = {view.campaign.dsu(dsu).side for dsu in orders.dsus}
        sealed = Sealed(sitting.nonce(), kept)
        event = OrdersSealed(
            sitting.actor, " and ".join(sorted(sides)), orders.dsus, digest(sealed.nonce, sealed.text)
        )
        draft = desk_entry(view, f"Day {view.campaign.day}, sealed orders", (event,))
        return replace(draft, sealed=sealed, command=COMMAND)

    return operation


def strike_seal(seq: int, reason: str) -> Operation:
    """A seal that cannot be opened, or that its sender takes back, counts for nothing.

    Raises Refused `not_gow`, `no_seal`, `no_reason`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        if all(seal.seq != seq for seal in view.desk.seals):
            known = ", ".join(f"#{seal.seq}" for seal in view.desk.seals) or "none"
            raise Refused("no_seal", f"#{seq} is no seal that waits; there are {known}.")
        if not reason.strip():
            raise Refused("no_reason", "Say in reason: why the seal is struck.")
        return desk_entry(view, "Seal struck", (SealStruck(seq, sitting.actor, reason.strip()),))

    return operation


def opened(sitting: Sitting, view: CampaignView) -> Iterator[Event]:
    """Every seal opened and carried out, in the order in which they came in.

    Raises Refused `seal_unopened` where the text of one is not held here; DataError where a text is not
    what was sealed.
    """
    campaign = view.campaign
    for seal in view.desk.seals:
        sealed = sitting.tx.seals.of(sitting.game.id, seal.seq)
        if sealed is None:
            raise Refused(
                "seal_unopened", f"What #{seal.seq} sealed is not held here: {_instead(view, seal)}."
            )
        if digest(sealed.nonce, sealed.text) != seal.digest:
            raise DataError(f"What is held for #{seal.seq} is not what was sealed")
        now = CampaignView(campaign, view.names, view.desk)
        orders = carried(now, sealed.text, None)
        yield SealOpened(seal.seq, seal.sender, sealed.nonce.hex(), sealed.text, orders.refused)
        yield from orders.events
        events: tuple[KonradEvent, ...] = orders.events
        campaign = rebuild(campaign, events)


def _instead(view: CampaignView, seal: Seal) -> str:
    dsus = ", ".join(map(view.called, seal.dsus))
    return f"its sender seals the orders of {dsus} again, then a GoW strikes it with /campaign hand strike"
