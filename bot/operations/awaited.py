"""Who is awaited: for orders, for the file of a battle, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from bot.events.desk import Office
from bot.operations.day import cut_of, owing_battles, owing_orders
from bot.operations.open_questions import OpenQuestion
from bot.operations.seeing import Sight, sight, sight_of
from bot.operations.view import stands
from bot.play import game as games
from bot.play.sitting import Sitting
from bot.store.transaction import Transaction
from rules.konrad.campaign import Phase
from rules.konrad.formations import Dsu


class Awaited(Struct, frozen=True):
    """Something owed by people; `who` are pseudonyms, nobody where the GoW must see to it."""

    told: str
    who: tuple[str, ...]


class DayClock(Struct, frozen=True):
    """What is owed since `since`, UTC as entries write it."""

    sight: Sight
    since: str
    awaited: tuple[Awaited, ...]


def day_clock(sitting: Sitting) -> DayClock:
    """Raises Refused `no_campaign`, `not_set_up`."""
    seen = sight(sitting)
    began = sitting.tx.entry(seen.game.id, seen.view.desk.began)
    return DayClock(seen, began.entry.at if began else "", tuple(_awaited(seen)))


def owed(tx: Transaction, number: int) -> list[OpenQuestion]:
    """What a campaign waits for beside its open questions, and the accounts of who owes it; else nothing."""
    game = games.of(tx, number)
    if game is None or not stands(tx, game):
        return []
    seen = sight_of(tx, game)
    began = tx.entry(number, seen.view.desk.began)
    if began is None:
        return []
    since = datetime.fromisoformat(began.entry.at)
    return [
        OpenQuestion(
            began.entry.seq,
            since,
            item.told,
            "",
            tuple(seen.people[person] for person in item.who if person in seen.people),
            "",
        )
        for item in _awaited(seen)
    ]


def _awaited(seen: Sight) -> Iterator[Awaited]:
    view = seen.view
    yield from (Awaited(cut_of(seat), tuple(filter(None, [seat.holder]))) for seat in view.uncut)
    if view.campaign.phase is Phase.ORDERS:
        for dsu in owing_orders(view.campaign, view.desk):
            if f"orders:{dsu.id}" not in view.desk.waived:
                yield Awaited(f"orders of {view.called(dsu.id)}", _commanding(seen, dsu))
    if view.campaign.phase is Phase.COMBAT:
        for sector in owing_battles(view.campaign):
            if f"battle:{sector}" not in view.desk.waived:
                there = [dsu for dsu in view.campaign.dsus if dsu.sector == sector]
                who = dict.fromkeys(person for dsu in there for person in _commanding(seen, dsu))
                yield Awaited(f"the battle file of {sector}", tuple(who))


def _commanding(seen: Sight, dsu: Dsu) -> tuple[str, ...]:
    """The commander of a DSU and his deputies, or the OAC of its side and theirs."""
    offices = seen.game.offices
    commanders = [held.holder for held in offices if held.office is Office.COMMANDER and held.of == dsu.id]
    deputies = [held.holder for held in offices if held.office is Office.DEPUTY and held.of == dsu.id]
    if commanders or deputies:
        return (*commanders, *deputies)
    oac = [seat.holder for seat in seen.game.seats if seat.side.nations == (dsu.side,) and seat.holder]
    return (*oac, *(held.holder for held in offices if held.office is Office.DEPUTY and held.of == dsu.side))
