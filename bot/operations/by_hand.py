"""What the rules leave to the GoW, entered by hand with author and reason."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.operations.desk_entry import desk_entry
from bot.operations.seeing import events_of_today
from bot.operations.speaking import speaking
from bot.operations.view import dsu_named, gow_view, rsu_named, sector_named
from bot.play.sitting import Draft, Operation, Sitting
from rules import konrad
from rules.given import Given
from rules.konrad import desk
from rules.konrad.campaign import Topic
from rules.konrad.events import Event
from rules.konrad.events_desk import OrderGiven, RsuEntered
from rules.konrad.events_remo import RsuShattered
from rules.konrad.formations import Order, Rsu
from rules.konrad.read_rsu import read_rsu
from rules.konrad.write_campaign import write_rsu
from rules.refusal import Refused

TITLE = "By hand"


def enter_rsu(
    wanted: str, strength: Mapping[str, int], changed: Mapping[str, str | int], reason: str
) -> Operation:
    """An RSU set to what is said of it: present SP by kind, and fatigue, category or state.

    One that is shattered goes to RES; one that is not any more has the order given today, or none.
    Raises Refused `not_gow`, `question_open`, `no_unit`, `which_unit`, `nothing_new`, `no_reason`,
    `more_than_full`, and as `read_rsu` does.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        rsu = rsu_named(view, wanted)
        for kind, now in strength.items():
            if now > rsu.of(kind).full:
                wrong = (
                    f"{view.called(rsu.id)} has a full strength of {rsu.of(kind).full} SP {kind}, not {now}."
                )
                raise Refused("more_than_full", wrong)
        parts = tuple(replace(part, now=strength.get(part.kind, part.now)) for part in rsu.strength)
        form = {**write_rsu(replace(rsu, strength=parts)), **changed}
        entered = read_rsu(Given(form, view.called(rsu.id)), konrad.BOOK)
        if entered.shattered and not rsu.shattered:
            entered = replace(entered, order=Order.RES)
        if rsu.shattered and not entered.shattered:
            entered = replace(entered, order=_order_today(sitting, rsu.id))
        if entered == rsu:
            raise Refused("nothing_new", f"{view.called(rsu.id)} stands so already; nothing is changed.")
        with speaking(view):
            events = desk.enter_rsu(konrad.BOOK, view.campaign, entered, sitting.actor, reason)
        return desk_entry(view, TITLE, events)

    return operation


def enter_owner(sector: str, side: str, reason: str) -> Operation:
    """A sector given to a side. Raises Refused `not_gow`, `unknown_sector`, `no_reason`."""

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        at = sector_named(view, sector)
        with speaking(view):
            events = desk.enter_sector(konrad.BOOK, view.campaign, at, side, sitting.actor, reason)
        return desk_entry(view, TITLE, events)

    return operation


def rule_armour(wanted: str, most: int | None, reason: str) -> Operation:
    """Armour replacements: 0 refuses them to a DSU, None allows them again, more cuts those of an RSU.

    Raises Refused `not_gow`, `no_unit`, `which_unit`, `no_reason`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        book, author = konrad.BOOK, sitting.actor
        with speaking(view):
            if most:
                rsu = rsu_named(view, wanted)
                events: tuple[Event, ...] = desk.cut_armour(book, view.campaign, rsu.id, most, author, reason)
            else:
                dsu = dsu_named(view, wanted)
                events = desk.rule_armour(book, view.campaign, dsu.id, most == 0, author, reason)
        return desk_entry(view, TITLE, events)

    return operation


def record(topic: Topic, of: str, text: str, reason: str) -> Operation:
    """What the referee computes nothing of: weather, initiative, supply, victory points.

    Raises Refused `not_gow`, `question_open`, `no_reason`.
    """

    def operation(sitting: Sitting) -> Draft:
        view = gow_view(sitting)
        with speaking(view):
            events = desk.record(konrad.BOOK, topic, of or "campaign", text, sitting.actor, reason)
        return desk_entry(view, TITLE, events)

    return operation


def _order_today(sitting: Sitting, rsu: str) -> Order | None:
    """What an RSU was ordered today, or held until it was shattered: RES through that is no order (p5)."""
    for event in reversed(events_of_today(sitting)):
        match event:
            case OrderGiven() if event.rsu == rsu:
                return event.order
            case RsuShattered() if event.rsu == rsu:
                return event.order_before
            case RsuEntered(before=Rsu(id=known) as before) if known == rsu:
                if event.rsu.shattered and not before.shattered:
                    return before.order
    return None
