"""Laws over all tables: strength is conserved, retreats end on friendly ground, no order changes a die."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.answers import Asks
from rules.given import Given
from rules.konrad import BOOK, RULINGS
from rules.konrad.apply import rebuild
from rules.konrad.campaign import Campaign, Phase
from rules.konrad.events_recovery import RsuReplaced, RsusConsolidated
from rules.konrad.events_remo import RsuDisbanded, RsuHeld, RsuShattered
from rules.konrad.events_retreat import DsuDestroyed, DsuEliminated, DsuOverstacked, DsuRetreated, SectorTaken
from rules.konrad.table import read_table
from rules.refusal import Refused

COLUMNS, ROWS = "ABC", 3
SECTORS = [f"{column}{row}" for column in COLUMNS for row in range(1, ROWS + 1)]
SIDES = ("axis", "soviet")


class NamedDice:
    """Every die is fixed by its name, as those of a game are."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.thrown: dict[str, tuple[int, ...]] = {}

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        assert name not in self.thrown, f"{name} was asked for twice"
        source = random.Random(f"{self.seed} {name}")
        self.thrown[name] = tuple(source.randint(1, sides) for _ in range(count))
        return self.thrown[name]


@st.composite
def strengths(draw: st.DrawFn) -> dict[str, Any]:
    kinds = {}
    for kind in ("leg", "heavy", "hard"):
        full = draw(st.integers(0 if kinds else 1, 400))
        kinds[kind] = {"now": draw(st.integers(0, full)), "full": full}
    return kinds


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    owned = draw(st.lists(st.sampled_from(SECTORS), unique=True, min_size=3))
    dsus = []
    for number in range(draw(st.integers(1, 8))):
        side = draw(st.sampled_from(SIDES))
        rsus = [
            {
                "id": f"r{number}_{place}",
                "side": side,
                "category": draw(st.sampled_from(["ss_panzer", "elite", "other"])),
                "fatigue": draw(st.integers(0, 4)),
                "state": draw(st.sampled_from(["good_order", "good_order", "shattered"])),
                "order": draw(st.sampled_from([None, "RES"])),
                "usable": draw(st.sampled_from([True, True, False])),
                "strength": draw(strengths()),
            }
            for place in range(draw(st.integers(1, 3)))
        ]
        pair = [[rsus[0]["id"], rsus[1]["id"]]] if len(rsus) > 1 and draw(st.booleans()) else []
        flags = ("moved", "fought", "captured", "armour_fought", "forced_retreat", "gow_refuses")
        dsus.append(
            {
                "id": f"D{number}",
                "side": side,
                "sector": draw(st.sampled_from(SECTORS[:6])),
                "rsus": rsus,
                "scenario": draw(st.sampled_from(["won", "lost", "drawn", "none"])),
                "consolidations": pair,
                **{flag: draw(st.booleans()) for flag in flags},
            }
        )
    return {
        "map": {
            "columns": COLUMNS,
            "rows": ROWS,
            "edges": {"axis": draw(st.sampled_from(["west", "north", ["west", "south"]])), "soviet": "east"},
            "axis": owned,
        },
        "dsus": dsus,
        "settings": {
            "rounding": draw(st.sampled_from(["nearest", "down", "up"])),
            "armour_base": draw(st.sampled_from(["whole", "hard_targets"])),
            "overstack_checks": draw(st.sampled_from(["all", "residents"])),
            "adjacency": draw(st.sampled_from(["four", "eight"])),
            "consolidate_up_to": draw(st.sampled_from(["each_kind", "total"])),
        },
    }


def campaign_of(request: dict[str, Any]) -> Campaign:
    table = read_table(Given(request), BOOK)
    return Campaign(1, Phase.CHECKS, table.ground, table.settings, table.dsus)


def resolved(request: dict[str, Any], seed: int) -> tuple[Any, NamedDice]:
    """The retreats with every question answered by its last option, as the GoW would, one by one."""
    choices: dict[str, Any] = {}
    for _ in range(200):
        dice = NamedDice(seed)
        try:
            return RULINGS["konrad.retreat"]({**request, "choices": choices}, dice), dice
        except Asks as asks:
            key = asks.question.path[1]
            assert key not in choices, f"{key} is asked again although it was answered"
            options = list(asks.question.options)
            choices[key] = options if asks.question.what == "order" else options[-1]
    raise AssertionError("questions without end")


@given(tables(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_retreat_ends_on_friendly_ground_without_a_new_overstack(table, data) -> None:
    ids = [dsu["id"] for dsu in table["dsus"]]
    retreating = data.draw(st.lists(st.sampled_from(ids), unique=True))
    seed = data.draw(st.integers(0, 1000))
    before = campaign_of(table)
    ruling, _ = resolved({**table, "retreating": retreating}, seed)
    owners = dict(before.ground.owners())
    sides = {dsu.id: dsu.side for dsu in before.dsus}
    trails: dict[str, list[str]] = {}
    for event in ruling.events:
        if isinstance(event, DsuRetreated | DsuOverstacked):
            trail = trails.setdefault(event.dsu, [event.origin])
            beside = before.ground.neighbours(event.origin, before.settings.adjacency)
            assert event.sector in SECTORS
            assert event.sector in beside
            assert owners[event.sector] == sides[event.dsu]
            assert event.sector not in trail
            trail.append(event.sector)
            if isinstance(event, DsuRetreated):
                del trails[event.dsu]
        elif isinstance(event, SectorTaken):
            owners[event.sector] = event.side
        elif isinstance(event, DsuDestroyed | DsuEliminated):
            trails.pop(event.dsu, None)
    assert trails == {}, "a DSU stopped in the middle of its retreat"
    stood = Counter((dsu.sector, dsu.side) for dsu in before.dsus)
    for stack, count in Counter((at, sides[dsu]) for dsu, at in ruling.result["sectors"].items()).items():
        assert count <= max(BOOK.stacking.limit, stood[stack])


@given(tables(), st.data())
@settings(max_examples=100, deadline=None)
def test_an_rsu_is_rolled_at_most_once_a_passage_and_never_when_shattered(table, data) -> None:
    ids = [dsu["id"] for dsu in table["dsus"]]
    retreating = data.draw(st.lists(st.sampled_from(ids), unique=True, min_size=1))
    ruling, _ = resolved({**table, "retreating": retreating}, data.draw(st.integers(0, 1000)))
    shattered = {rsu["id"] for dsu in table["dsus"] for rsu in dsu["rsus"] if rsu["state"] == "shattered"}
    passage: set[str] = set()
    for event in ruling.events:
        if isinstance(event, DsuOverstacked):
            passage = set()
        if isinstance(event, RsuHeld | RsuShattered):
            assert event.rsu not in passage
            assert event.rsu not in shattered
            passage.add(event.rsu)
        if isinstance(event, RsuShattered):
            shattered.add(event.rsu)


@given(tables(), st.integers(0, 1000))
@settings(max_examples=150, deadline=None)
def test_recovery_keeps_strength_between_0_and_full_and_accounts_for_every_sp(table, seed) -> None:
    before = campaign_of(table)
    ruling = RULINGS["konrad.recovery"](table, NamedDice(seed))
    sp = sum(rsu.now for dsu in before.dsus for rsu in dsu.rsus)
    for event in ruling.events:
        match event:
            case RsuReplaced():
                assert event.award == event.placed + event.lost
                assert min(event.award, event.placed, event.lost) >= 0
                sp += event.placed
            case RsusConsolidated() | RsuDisbanded():
                assert event.lost >= 0
                sp -= event.lost
    after = rebuild(before, ruling.events)
    assert sp == sum(ruling.result["now"].values())
    for dsu in after.dsus:
        for rsu in dsu.rsus:
            for platoons in rsu.strength:
                assert 0 <= platoons.now <= platoons.full


@given(tables(), st.integers(0, 1000), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_a_batch_changes_no_die_and_no_result(table, seed, source) -> None:
    shuffled = {**table, "dsus": [{**dsu, "rsus": list(dsu["rsus"])} for dsu in table["dsus"]]}
    source.shuffle(shuffled["dsus"])
    for dsu in shuffled["dsus"]:
        source.shuffle(dsu["rsus"])
    for rule in ("konrad.combat_checks", "konrad.recovery"):
        dice, other = NamedDice(seed), NamedDice(seed)
        result: Any = RULINGS[rule](table, dice).result
        again: Any = RULINGS[rule](shuffled, other).result
        assert dice.thrown == other.thrown
        assert {key: _unordered(value) for key, value in result.items()} == {
            key: _unordered(value) for key, value in again.items()
        }


def _unordered(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


@given(tables(), st.data())
@settings(max_examples=100, deadline=None)
def test_the_events_alone_rebuild_what_a_ruling_answers(table, data) -> None:
    before = campaign_of(table)
    seed = data.draw(st.integers(0, 1000))
    ids = [dsu["id"] for dsu in table["dsus"]]
    retreating = data.draw(st.lists(st.sampled_from(ids), unique=True))
    retreats, _ = resolved({**table, "retreating": retreating}, seed)
    after = rebuild(before, retreats.events)
    assert {dsu.id: dsu.sector for dsu in after.dsus} == retreats.result["sectors"]
    recovery = RULINGS["konrad.recovery"](table, NamedDice(seed))
    after = rebuild(before, recovery.events)
    assert {rsu.id: rsu.now for dsu in after.dsus for rsu in dsu.rsus} == recovery.result["now"]


class NoDice:
    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        raise AssertionError(f"{name} was rolled before the refusal")


@given(tables(), st.data())
@settings(max_examples=100, deadline=None)
def test_a_refusal_of_bad_input_draws_no_die(table, data) -> None:
    dsu = data.draw(st.sampled_from(table["dsus"]))
    rsu = data.draw(st.sampled_from(dsu["rsus"]))
    piece, key, value = data.draw(
        st.sampled_from(
            [
                (rsu, "category", "panzer"),
                (rsu, "fatigue", -1),
                (rsu, "order", "ATT"),
                (rsu, "strength", {"leg": {"now": 2, "full": 1}}),
                (rsu, "strength", {"leg": {"now": 0, "full": 0}}),
                (rsu, "side", "nobody"),
                (dsu, "sector", "Z9"),
                (dsu, "id", ""),
                (dsu, "consolidations", [[rsu["id"], "gone"]]),
                (table["map"], "edges", {"axis": "west"}),
            ]
        )
    )
    piece[key] = value
    for rule in ("konrad.combat_checks", "konrad.recovery", "konrad.check_list"):
        with pytest.raises(Refused) as refused:
            RULINGS[rule](table, NoDice())
        assert refused.value.message.startswith("given.")
