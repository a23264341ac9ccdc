"""Every field of every kind of entry changed, the chain made anew: what verify finds, what footers guard."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from typing import Any

import pytest

from bot.ledger.entry import link, read_entry
from bot.store import Transaction, scratch
from bot.verify import NotTrue
from bot.verify.retelling import Retelling
from rules.refusal import Refused

ENVELOPE = {
    "at": "a time is no less than the one before; when it was, the host's clock says",
    "request": "Discord gives the id of an interaction; where it is a cut, dice follow from it",
    "actor": "any player may call a ruling; where only some may, they alone can stand there",
    "command": "the words that were typed; what they mean stands beside them",
    "rules": "another hash makes no failure of what is ruled otherwise today",
}
"""fields of every entry that only a footer guards, and why"""
SAID = {
    "game": {
        "reason": "words",
        "events.game_opened.solo": "agreed where the game is opened; nobody held both sides since",
        "events.dice_rolled.purpose": "words",
        "events.die_rolled.purpose": "words",
        "events.die_rolled.drms": "DRM that a player names",
        "events.die_rolled.drms.value": "DRM that a player names",
        "events.die_rolled.drms.what": "DRM that a player names",
        "events.dr_rolled.drms": "DRM that a player names",
        "events.dr_rolled.category": "what a player throws for, where that draws no sniper",
        "events.end_proposed.days": "a setting of the host's, and nobody waited for it",
        "inputs.given.facts.adjacent_enemy": "a fact that a player said, on which nothing depended",
        "inputs.given.facts.known_enemy_in_los": "a fact that a player said, on which nothing depended",
        "inputs.given.eliminated": "a number that a player said, on which nothing depended",
    },
    "campaign": {
        "events.campaign_opened.solo": "agreed where the campaign is opened",
        "events.appointed.holder": "whom the GoW appoint, who then does nothing",
        "events.appointed.office": "to what the GoW appoint him",
        "events.armour_cut.reason": "words",
        "events.armour_ruled.reason": "words",
        "events.orders_sealed.digest": "of orders that were struck, which nobody reads",
        "events.orders_sealed.dsus": "of orders that were struck, which nobody reads",
        "events.recorded.of": "words",
        "events.recorded.text": "words",
        "events.recorded.reason": "words",
        "events.rsu_entered.reason": "words",
        "events.seal_struck.reason": "words",
        "events.sector_entered.reason": "words",
        "events.settings_chosen.reason": "words",
        "events.end_proposed.days": "a setting of the host's, and nobody waited for it",
    },
}
"""what people said and nothing rests on, which only a footer guards, and why"""


def _variants(value: Any, others: list[Any]) -> Iterator[Any]:
    """The value with one thing in it changed: by what stands in its place elsewhere, where it can be."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield next((other for other in others if other != value), f"{value}x")
        case list():
            yield [*value, value[-1]] if value else ["x"]
            if value:
                yield value[:-1]


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value that holds no other, and every list, by the way to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
        return
    yield path, value
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from _leaves(item, (*path, place))


def _field(entry: Any, path: tuple[Any, ...]) -> str:
    """The field of a kind of entry that a path leads to, whatever its place in a list."""
    told, at = [], entry
    for step in path:
        at = at[step]
        if isinstance(at, dict) and "event" in at:
            told.append(at["event"])
        elif isinstance(step, str):
            told.append("ID" if step.isdecimal() or step[-1:].isdecimal() else step)
    return ".".join(told)


def _put(entry: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = json.loads(json.dumps(entry))
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


def _changes(entries: list[Any]) -> Iterator[tuple[int, str, Any]]:
    """Each field of each kind of entry, once: the place of an entry, the field, the entry with it changed."""
    stand = defaultdict(list)
    for entry in entries:
        for path, value in _leaves(entry):
            stand[entry["kind"], _field(entry, path)].append(value)
    tried = set()
    for place, entry in enumerate(entries):
        for path, value in _leaves(entry):
            field = (entry["kind"], _field(entry, path))
            # A list that is empty here may hold something elsewhere.
            if (*field, bool(value)) not in tried:
                tried.add((*field, bool(value)))
                for variant in _variants(value, stand[field]):
                    yield place, field[1], _put(entry, path, variant)


def _differs_at_once(table: Retelling, tx: Transaction, entry: Any) -> bool:
    """Whether the entry is seen to be forged where it stands; what comes after it may tell it too."""
    with tx.trial():
        again = copy(table)
        again._accounts, again._people = dict(table._accounts), dict(table._people)
        try:
            return bool(again.entry(link(read_entry(entry), table._head)))
        except (NotTrue, Refused):
            return True
        except sqlite3.Error:
            return False  # the chain tells it


def _unseen(data: bytes, check: Any, forged: Any) -> dict[str, int]:
    """The fields of which some change is seen by nothing in verify, each with an entry that has one."""
    entries = [json.loads(line)["entry"] for line in data.splitlines()[1:-1]]
    changes = defaultdict(list)
    for place, field, changed in _changes(entries):
        changes[place].append((field, changed))
    unseen = {}
    with scratch() as tx:
        table = Retelling(tx, 1)
        for place, entry in enumerate(entries):
            for field, changed in changes[place]:
                if field not in unseen and not _differs_at_once(table, tx, changed):
                    with suppress(NotTrue):
                        check(forged(data, lambda entries, at=place, to=changed: entries.__setitem__(at, to)))
                        unseen[field] = place + 1
            assert not table.entry(link(read_entry(entry), table._head))
    return unseen


@pytest.mark.parametrize("ledger", ["game", "campaign"])
def test_a_changed_field_is_found_but_what_people_say_and_where_nothing_rests_on_it(
    ledger: str, request: pytest.FixtureRequest, check: Any, forged: Any
) -> None:
    unseen = _unseen(request.getfixturevalue(ledger), check, forged)
    assert unseen.keys() == {*ENVELOPE, *SAID[ledger]}
