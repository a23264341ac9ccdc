"""Rulings about everyone on the map: checks after Combat, retreats, Recovery, and what depends on sectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.dice import Throws
from rules.given import Given
from rules.json import Json
from rules.konrad.book import Book
from rules.konrad.combat import check_list, combat_checks
from rules.konrad.events import Event
from rules.konrad.events_recovery import DsuLeftPlay, RsuReplaced, RsusConsolidated
from rules.konrad.events_remo import Check, RsuDisbanded, RsuRecovered, RsuShattered
from rules.konrad.events_retreat import (
    BattleFellAway,
    DsuDestroyed,
    DsuEliminated,
    DsuIsolated,
    DsuObligedToRetreat,
    NightAttackAllowed,
    NightAttackFellAway,
)
from rules.konrad.field import Field
from rules.konrad.isolation import isolated, isolation
from rules.konrad.movement import shattered_in_movement
from rules.konrad.night import night_attack
from rules.konrad.read_map import known_sector, read_sector
from rules.konrad.read_retreats import read_retreats
from rules.konrad.recovery import Recovery
from rules.konrad.table import read_dsu_ids, read_sheet, read_table
from rules.refusal import Refused
from rules.ruling import Ruling


def listing(book: Book, given: Given, throws: Throws) -> Ruling:
    table = read_table(given, book)
    sheet = read_sheet(given, table)
    given.done()
    listed = check_list(book, table.dsus, sheet)
    rsus = [line.rsu for line in listed.lines]
    numbers = {line.rsu: line.remo.number for line in listed.lines}
    return Ruling.of((listed,), {"rsus": rsus, "numbers": numbers})


def combat(book: Book, given: Given, throws: Throws) -> Ruling:
    table = read_table(given, book)
    sheet = read_sheet(given, table)
    given.done()
    events = combat_checks(book, table.dsus, sheet, throws)
    return Ruling.of(
        events,
        {"numbers": _numbers(events), "shattered": _shattered(events), "must_retreat": _obliged(events)},
    )


def retreat(book: Book, given: Given, throws: Throws) -> Ruling:
    events, field = read_retreats(book, given).resolve(throws)
    destroyed = [event.dsu for event in events if isinstance(event, DsuDestroyed | DsuEliminated)]
    return Ruling.of(
        events,
        {"sectors": dict(field.sectors), "destroyed": destroyed, "shattered": _shattered(events)},
    )


def movement(book: Book, given: Given, throws: Throws) -> Ruling:
    """`entered` are the DSUs that came into their sector; everyone with `moved` where it is missing."""
    table = read_table(given, book)
    moved = [dsu.id for dsu in table.dsus if dsu.moved]
    entered = read_dsu_ids(given, "entered", table, moved)
    given.done()
    events = shattered_in_movement(book, table.dsus, entered)
    empty = [event.sector for event in events if isinstance(event, BattleFellAway)]
    return Ruling.of(events, {"must_retreat": _obliged(events), "no_battle": empty})


def recovery(book: Book, given: Given, throws: Throws) -> Ruling:
    table = read_table(given, book)
    given.done()
    cut_off = isolated(table.ground, table.dsus, table.settings.adjacency)
    phase = Recovery(book, table.settings, table.dsus, cut_off)
    events = phase.resolve(throws)
    left_play = [event.dsu for event in events if isinstance(event, DsuLeftPlay)]
    field = Field(book, table.settings, table.ground, table.dsus, ())
    events = (*events, *(taken for dsu in left_play for taken in field.remove(field.dsus[dsu])))
    lost: dict[str, int] = {}
    lost_in_consolidation: dict[str, int] = {}
    disbanded: list[str] = []
    for event in events:
        match event:
            case RsuReplaced(rsu=rsu, lost=sp) if sp:
                lost[rsu] = lost.get(rsu, 0) + sp
            case RsusConsolidated(survivor=survivor, disbanded=rsu, lost=sp):
                disbanded.append(rsu)
                if sp:
                    lost_in_consolidation[survivor] = sp
            case RsuDisbanded(rsu=rsu):
                disbanded.append(rsu)
            case _:
                pass
    return Ruling.of(
        events,
        {
            "now": {rsu.id: rsu.now for rsu in phase.rsus.values()},
            "lost": lost,
            "lost_in_consolidation": lost_in_consolidation,
            "numbers": _numbers(events),
            "recovered": [event.rsu for event in events if isinstance(event, RsuRecovered)],
            "disbanded": disbanded,
            "left_play": left_play,
        },
    )


def isolation_of_all(book: Book, given: Given, throws: Throws) -> Ruling:
    table = read_table(given, book)
    given.done()
    events = isolation(book, table.ground, table.dsus, table.settings.adjacency)
    return Ruling.of(events, {"isolated": [event.dsu for event in events if isinstance(event, DsuIsolated)]})


def night_battle_allowed(book: Book, given: Given, throws: Throws) -> Ruling:
    """`dsu` attacks `sector`; `battles` are sectors with a battle today, `attacked` DSUs attacked today."""
    table = read_table(given, book)
    (dsu,) = read_dsu_ids(Given({"dsu": [given.text("dsu")]}, given.where), "dsu", table)
    sector = read_sector(given, "sector", table.ground)
    battles = given.texts("battles", ())
    attacked = read_dsu_ids(given, "attacked", table, ())
    planned = given.flag("planned")
    given.done()
    for place, battle in enumerate(battles):
        known_sector(battle, f"{given.where}.battles[{place}]", table.ground)
    if not planned:
        raise Refused("not_planned", "A night attack is noted in Orders; this one was not.", book.cites.night)
    event = night_attack(book, dsu, sector, battles, attacked)
    match event:
        case NightAttackAllowed():
            return Ruling.of((event,), {"allowed": True, "because": None})
        case NightAttackFellAway(reason=reason):
            return Ruling.of((event,), {"allowed": False, "because": reason.value})


def _numbers(events: Sequence[Event]) -> Mapping[str, Json]:
    return {event.rsu: event.remo.number for event in events if isinstance(event, Check)}


def _shattered(events: Sequence[Event]) -> list[str]:
    return [event.rsu for event in events if isinstance(event, RsuShattered)]


def _obliged(events: Sequence[Event]) -> list[str]:
    return [event.dsu for event in events if isinstance(event, DsuObligedToRetreat)]
