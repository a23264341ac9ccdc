"""What the desk of a campaign refuses, and a set-up that has a mistake."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.given import Given
from rules.konrad import BOOK, desk
from rules.konrad.apply import apply, rebuild
from rules.konrad.campaign import Battle, Campaign, Combatant, Phase, Topic
from rules.konrad.events import Event
from rules.konrad.formations import Order, Pair, Scenario
from rules.konrad.sample import load_sample
from rules.konrad.set_up import set_up
from rules.konrad.write_campaign import write_campaign
from rules.refusal import Refused


@pytest.fixture
def sample() -> Campaign:
    return load_sample(BOOK).campaign


@pytest.mark.parametrize(
    ("code", "enter"),
    [
        ("not_orders_phase", lambda c: desk.give_order(BOOK, c, "ss_pzgr_5", Order.MOB)),
        ("unknown_rsu", lambda c: desk.give_order(BOOK, _in_orders(c), "ss_pzgr_7", Order.MOB)),
        ("bad_order", lambda c: desk.give_order(BOOK, _in_orders(c), "ar_196", Order.MOB)),
        ("same_rsu", lambda c: _plan(c, "id96", "gr_283", "gr_283")),
        ("plan_names_gone", lambda c: _plan(c, "id96", "gr_283", "gr_288")),
        ("not_same_dsu", lambda c: _plan(c, "id96", "gr_283", "gr_731")),
        ("unknown_dsu", lambda c: _plan(c, "id97", "gr_283", "gr_284")),
        ("own_sector", lambda c: desk.plan_night_attack(BOOK, _in_orders(c), "pz6", "C5")),
        ("unknown_sector", lambda c: desk.plan_night_attack(BOOK, _in_orders(c), "pz6", "G5")),
        ("no_room", lambda c: desk.move(BOOK, c, "g80", "E4")),
        ("unknown_sector", lambda c: desk.move(BOOK, c, "g80", "E8")),
        ("one_sided", lambda c: _battle(c, "totenkopf", "wiking")),
        ("unknown_dsu", lambda c: _battle(c, "totenkopf", "nobody")),
        ("owner_defends", lambda c: _battle(c, "g34", "totenkopf")),
        ("no_reason", lambda c: desk.record(BOOK, Topic.SUPPLY, "axis", "cut", "gow", " ")),
        ("unknown_side", lambda c: desk.enter_sector(BOOK, c, "D4", "romania", "gow", "why not")),
    ],
)
def test_the_desk_refuses_what_the_campaign_does_not_allow(code, enter, sample: Campaign) -> None:
    with pytest.raises(Refused) as refused:
        enter(sample)
    assert refused.value.code == code


def _in_orders(campaign: Campaign) -> Campaign:
    return replace(campaign, phase=Phase.ORDERS)


def _plan(campaign: Campaign, dsu: str, first: str, second: str) -> tuple[Event, ...]:
    return desk.plan_consolidation(BOOK, _in_orders(campaign), dsu, Pair(first, second))


def _battle(campaign: Campaign, attacker: str, defender: str) -> tuple[Event, ...]:
    battle = Battle(
        "D2",
        False,
        (Combatant(attacker, Scenario.WON, False),),
        (Combatant(defender, Scenario.LOST, False),),
    )
    return desk.report_battle(BOOK, campaign, battle)


def test_a_sector_sees_one_battle_a_day(sample: Campaign) -> None:
    once = rebuild(sample, _battle(sample, "totenkopf", "g34"))
    with pytest.raises(Refused) as refused:
        _battle(once, "totenkopf", "g34")
    assert refused.value.code == "one_battle"


def test_an_rsu_is_in_one_plan(sample: Campaign) -> None:
    planned = rebuild(_in_orders(sample), _plan(sample, "id96", "gr_283", "gr_284"))
    with pytest.raises(Refused) as refused:
        _plan(planned, "id96", "gr_284", "gr_287")
    assert refused.value.code == "rsu_in_two_pairs"


@pytest.mark.parametrize(
    ("code", "where", "change"),
    [
        ("hostile_sector", "given.dsus[0].sector", lambda c: c["dsus"][0].update(sector="F1")),
        ("no_rsus", "given.dsus[0].rsus", lambda c: c["dsus"][0].update(rsus=[])),
        ("bad_order", "given.dsus[2].rsus[3].order", lambda c: c["dsus"][2]["rsus"][3].update(order="DEF")),
        ("bad_order", "given.dsus[0].rsus[0].order",
         lambda c: c["dsus"][0]["rsus"][0].update(order="MOB", state="shattered")),
        ("plan_names_gone", "given.dsus[0].consolidations[0]",
         lambda c: c["dsus"][0].update(consolidations=[["ss_pzgr_5", "ss_pzgr_7"]])),
        ("rsu_twice", "given.dsus[1].rsus[0].id", lambda c: c["dsus"][1]["rsus"][0].update(id="ss_pzgr_5")),
        ("more_than_full", "given.dsus[0].rsus[0].strength.leg.now",
         lambda c: c["dsus"][0]["rsus"][0]["strength"].update(leg={"now": 381, "full": 380})),
        ("unknown_sector", "given.dsus[0].sector", lambda c: c["dsus"][0].update(sector="G1")),
        ("side_without_edge", "given.map.edges", lambda c: c["map"]["edges"].pop("soviet")),
        ("unknown_category", "given.dsus[0].rsus[0].category",
         lambda c: c["dsus"][0]["rsus"][0].update(category="panzer")),
        ("bad_value", "given.phase", lambda c: c.update(phase="tea")),
        ("unknown_key", "given", lambda c: c.update(moon="full")),
    ],
)  # fmt: skip
def test_a_set_up_with_a_mistake_is_refused_with_its_row(code, where, change, sample: Campaign) -> None:
    written: Any = write_campaign(BOOK, sample)
    change(written)
    with pytest.raises(Refused) as refused:
        set_up(BOOK, Given(written))
    assert refused.value.code == code
    assert refused.value.message.startswith(f"{where}: ")


def test_a_set_up_without_a_mistake_begins_the_campaign(sample: Campaign) -> None:
    event = set_up(BOOK, Given(write_campaign(BOOK, sample)))
    assert apply(replace(sample, day=9), event) == sample
