"""The checks after Combat: the sheet, its batch, and the DSUs that must retreat (p5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.dice import Throws
from rules.konrad.book import Book
from rules.konrad.events import Event
from rules.konrad.events_remo import CheckLine, ChecksListed, RsuShattered, When
from rules.konrad.events_retreat import Cause, DsuObligedToRetreat
from rules.konrad.formations import Dsu, Order, Rsu, State
from rules.konrad.remo import check, remo_number


class Sheet(Struct, frozen=True):
    """Which RSUs a batch checks: the rule's own, less those struck, and those added by the GoW.

    `battle` names the DSUs of one battle where a batch is for that battle alone, None for everyone.
    """

    battle: tuple[str, ...] | None = None
    added: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()


def to_check(dsus: Sequence[Dsu], sheet: Sheet) -> Iterator[tuple[Dsu, Rsu]]:
    """The RSUs of a batch in list order."""
    for dsu in dsus:
        listed = (dsu.fought or dsu.moved) if sheet.battle is None else dsu.id in sheet.battle
        for rsu in dsu.rsus:
            on_the_map = listed and rsu.order is not Order.RES and not rsu.shattered
            if (on_the_map and rsu.id not in sheet.struck) or rsu.id in sheet.added:
                yield dsu, rsu


def check_list(book: Book, dsus: Sequence[Dsu], sheet: Sheet) -> ChecksListed:
    lines = tuple(
        CheckLine(rsu.id, dsu.id, remo_number(book, rsu, When.COMBAT, dsu.scenario_today))
        for dsu, rsu in to_check(dsus, sheet)
    )
    return ChecksListed(lines, book.cites.check_list)


def combat_checks(book: Book, dsus: Sequence[Dsu], sheet: Sheet, throws: Throws) -> tuple[Event, ...]:
    """Every check of the batch, then the DSUs that it leaves without a usable RSU, in list order."""
    events: list[Event] = []
    shattered: set[str] = set()
    for dsu, rsu in to_check(dsus, sheet):
        checked = check(book, rsu, dsu.id, When.COMBAT, dsu.scenario_today, throws)
        events.append(checked)
        if isinstance(checked, RsuShattered):
            shattered.add(rsu.id)
    for dsu in dsus:
        if any(rsu.id in shattered for rsu in dsu.rsus) and not shatter(dsu, shattered).holds:
            cite = book.cites.must_retreat
            events.append(DsuObligedToRetreat(dsu.id, dsu.sector, Cause.COMBAT, cite))
    return tuple(events)


def shatter(dsu: Dsu, rsus: Collection[str]) -> Dsu:
    """The DSU with those of its RSUs shattered, which puts them in RES."""
    return replace(
        dsu,
        rsus=tuple(
            replace(rsu, state=State.SHATTERED, order=Order.RES) if rsu.id in rsus else rsu
            for rsu in dsu.rsus
        ),
    )
