"""What orders come to, for their sender alone, before they are sealed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from bot.operations.day import owing_orders
from bot.operations.instructions import carried
from bot.operations.offices import commands
from bot.operations.view import CampaignView, campaign_view
from bot.play.sitting import Sitting
from bot.words import names
from rules.event import Event


class Understood(Struct, frozen=True):
    """The events that the orders will be; `owing` are the sender's DSUs that have none even then, by id."""

    view: CampaignView
    events: tuple[Event, ...]
    owing: tuple[str, ...]


def understood(text: str) -> Callable[[Sitting], Understood]:
    """A line that is wrong comes to nothing here. Raises Refused `not_yours`."""

    def seen(sitting: Sitting) -> Understood:
        view = campaign_view(sitting)
        commanded = commands(sitting, view)
        orders = carried(view, names.lines(text), commanded)
        owing = [dsu.id for dsu in owing_orders(view.campaign, view.desk) if dsu in commanded]
        return Understood(view, orders.events, tuple(dsu for dsu in owing if dsu not in orders.dsus))

    return seen
