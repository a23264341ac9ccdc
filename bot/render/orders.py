"""Orders given together: everybody under the order that he has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.events.codecs import of_konrad
from bot.operations.understanding import Understood
from bot.render import konrad
from bot.render.block import Block
from bot.render.pages import joined
from rules.konrad.events_desk import OrderGiven
from rules.konrad.formations import Order

HEADING = "Orders"
SEALED = "Sealed. Only you know what it says; it is opened and posted at Movement."


def sealed_pages(seen: Understood) -> tuple[str, ...]:
    """That orders are sealed, how they were understood, and which of the sender's DSUs have none."""
    spoken = {piece: seen.view.called(piece) for piece in seen.view.names}
    given = [event for event in seen.events if isinstance(event, OrderGiven)]
    plans = [event for event in of_konrad(seen.events) if not isinstance(event, OrderGiven)]
    lines = [SEALED]
    lines += [line for orders in block(given, spoken) for line in orders.lines]
    lines += [f"{plan.heading}: {line}" for plan in konrad.blocks(plans, spoken) for line in plan.lines]
    if seen.owing:
        lines.append(f"Still without orders: {', '.join(map(seen.view.called, seen.owing))}")
    return joined(lines)


def block(given: Sequence[OrderGiven], spoken: Mapping[str, str]) -> Iterator[Block]:
    """`MOB: GR 283, GR 284` for each order; nothing where none was given."""
    told = _by_order(given)
    if told:
        called = {order: [spoken.get(rsu, rsu) for rsu in rsus] for order, rsus in told.items()}
        lines = (f"{order.value}: {', '.join(rsus)}" for order, rsus in called.items())
        yield Block(HEADING, tuple(lines))


def in_short(given: Iterable[OrderGiven]) -> str:
    """`12 MOB, 3 RES`."""
    return ", ".join(f"{len(rsus)} {order.value}" for order, rsus in _by_order(given).items())


def _by_order(given: Iterable[OrderGiven]) -> Mapping[Order, Sequence[str]]:
    """A later order for an RSU replaces an earlier one."""
    last = {event.rsu: event.order for event in given}
    told = {order: [rsu for rsu, has in last.items() if has is order] for order in Order}
    return {order: rsus for order, rsus in told.items() if rsus}
