"""A campaign as a value: entered by the GoW, rebuilt from its events, written and read again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.dice import RecordedDice
from rules.given import Given
from rules.konrad import BOOK, RULINGS, desk
from rules.konrad.apply import apply, rebuild
from rules.konrad.campaign import Battle, Campaign, Combatant, Phase, Topic
from rules.konrad.events import Event
from rules.konrad.events_recovery import ConsolidationFellAway
from rules.konrad.formations import Order, Pair, Scenario, State
from rules.konrad.read_campaign import read_campaign
from rules.konrad.sample import load_sample
from rules.konrad.settings import ConsolidateAcross
from rules.konrad.write_campaign import write_campaign, write_table


@pytest.fixture
def sample() -> Campaign:
    return load_sample(BOOK).campaign


class Play:
    """A campaign that is played: every event is kept, and applied."""

    def __init__(self, campaign: Campaign) -> None:
        self.start = self.campaign = campaign
        self.events: list[Event] = []

    def enter(self, events: Any) -> None:
        for event in events:
            self.events.append(event)
            self.campaign = apply(self.campaign, event)

    def rule(self, name: str, dice: dict[str, int], **more: Any) -> Any:
        recorded = RecordedDice({f"remo:{rsu}": [face] for rsu, face in dice.items()})
        ruling = RULINGS[name]({**write_table(BOOK, self.campaign), **more}, recorded)
        recorded.require_all_used()
        self.enter(ruling.events)
        return ruling.result

    def phase(self, phase: Phase) -> None:
        while self.campaign.phase is not phase:
            self.enter(desk.next_phase(BOOK, self.campaign))

    def strike(self, rsu: str, *now: int) -> None:
        """The GoW enter what an RSU has left after a battle, kind by kind."""
        known = next(member for dsu in self.campaign.dsus for member in dsu.rsus if member.id == rsu)
        strength = tuple(replace(part, now=sp) for part, sp in zip(known.strength, now, strict=True))
        struck = replace(known, strength=strength)
        self.enter(desk.enter_rsu(BOOK, self.campaign, struck, "gow", "losses of the battle"))


def test_a_full_day_of_the_sample(sample: Campaign) -> None:
    play = Play(sample)
    play.phase(Phase.ORDERS)
    for rsu in ("ss_pzgr_5", "ss_pzgr_6", "ss_pzr_3"):
        play.enter(desk.give_order(BOOK, play.campaign, rsu, Order.MOB))
    play.enter(desk.give_order(BOOK, play.campaign, "103_guards_rifle", Order.RES))
    play.enter(desk.give_order(BOOK, play.campaign, "ir_1", Order.RES))
    play.enter(
        desk.plan_consolidation(BOOK, play.campaign, "g34", Pair("105_guards_rifle", "107_guards_rifle"))
    )
    play.enter(desk.plan_night_attack(BOOK, play.campaign, "pz6", "D6"))

    play.phase(Phase.MOVEMENT)
    play.enter(desk.move(BOOK, play.campaign, "totenkopf", "D2"))
    assert play.campaign.dsu("totenkopf").moved

    play.phase(Phase.COMBAT)
    battle = Battle(
        "D2",
        night=False,
        attackers=(Combatant("totenkopf", Scenario.WON, armour_fought=True),),
        defenders=(Combatant("g34", Scenario.LOST, armour_fought=False),),
    )
    play.enter(desk.report_battle(BOOK, play.campaign, battle))
    play.strike("ss_pzgr_5", 280, 70, 25)  # 375 of 500: exactly 75 %
    play.strike("ss_pzr_3", 0, 10, 100)  # 110 of 160: 68.75 %
    play.strike("105_guards_rifle", 140, 35, 0)  # 175 of 360: 48.6 %
    play.strike("107_guards_rifle", 100, 20, 0)  # 120 of 360: 33.3 %

    play.phase(Phase.CHECKS)
    checks = play.rule(
        "konrad.combat_checks",
        # Totenkopf won: 10 -1 +1 = 10, its tanks 9. The 34th lost: 10 -2 -1 -2 = 5 twice; 103 is in RES.
        {"ss_pzgr_5": 10, "ss_pzgr_6": 1, "ss_pzr_3": 10, "105_guards_rifle": 6, "107_guards_rifle": 6},
    )
    assert checks["numbers"] == {
        "ss_pzgr_5": 10,
        "ss_pzgr_6": 10,
        "ss_pzr_3": 9,
        "105_guards_rifle": 5,
        "107_guards_rifle": 5,
    }
    assert checks["shattered"] == ["ss_pzr_3", "105_guards_rifle", "107_guards_rifle"]
    assert checks["must_retreat"] == []
    # The scenario is lost: the GoW send the 34th back although 103 is in good order. East of D2 lies E2.
    retreat = play.rule("konrad.retreat", {}, retreating=["g34"])
    assert retreat["sectors"]["g34"] == "E2"
    assert play.campaign.ground.owners()["D2"] == "axis"
    assert play.campaign.dsu("totenkopf").captured
    assert play.campaign.dsu("g34").forced_retreat

    play.phase(Phase.NIGHT)
    night = play.rule(
        "konrad.night_battle_allowed",
        {},
        dsu="pz6",
        sector="D6",
        planned=True,
        battles=[battle.sector for battle in play.campaign.battles],
        attacked=list(desk.attacked_today(play.campaign)),
    )
    assert night["allowed"]

    play.phase(Phase.RECOVERY)
    recovery = play.rule(
        "konrad.recovery",
        # Tanks: 9 -1 step = 8 without the win. 105 takes in 107: 295 of 360, 10 -2 +1 = 9.
        {"ss_pzr_3": 9, "105_guards_rifle": 9},
    )
    assert recovery["numbers"] == {"ss_pzr_3": 8, "105_guards_rifle": 9}
    assert recovery["recovered"] == ["105_guards_rifle"]
    assert recovery["disbanded"] == ["107_guards_rifle", "ss_pzr_3"]
    # 20 % of 125 is 25, of which 5 find room among its 25 of 30 tanks; 105 has 240 leg and 55 heavy.
    assert recovery["now"]["ss_pzgr_5"] == 380
    assert recovery["lost"] == {"ss_pzgr_5": 20}
    assert recovery["now"]["105_guards_rifle"] == 295
    assert recovery["left_play"] == []

    play.enter(desk.next_phase(BOOK, play.campaign))
    assert (play.campaign.day, play.campaign.phase) == (2, Phase.WEATHER)
    assert not any(
        dsu.fought or dsu.moved or dsu.captured or dsu.consolidations for dsu in play.campaign.dsus
    )
    assert rebuild(play.start, play.events) == play.campaign


def test_a_campaign_written_and_read_again_is_the_same(sample: Campaign) -> None:
    play = Play(sample)
    play.phase(Phase.ORDERS)
    play.enter(desk.give_order(BOOK, play.campaign, "gr_283", Order.DEF))
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "id96", Pair("gr_283", "gr_284")))
    play.enter(desk.plan_night_attack(BOOK, play.campaign, "id96", "D4"))
    play.enter(desk.record(BOOK, Topic.WEATHER, "all", "snow", "gow", "rolled by hand"))
    battle = Battle(
        "D4", True, (Combatant("id96", Scenario.DRAWN, False),), (Combatant("g80", Scenario.DRAWN, False),)
    )
    play.enter(desk.report_battle(BOOK, play.campaign, battle))
    play.enter(desk.enter_sector(BOOK, play.campaign, "F7", "axis", "gow", "an airdrop"))
    play.enter(desk.rule_armour(BOOK, play.campaign, "pz6", True, "gow", "misuse"))
    assert read_campaign(BOOK, Given(write_campaign(BOOK, play.campaign))) == play.campaign
    assert play.campaign.records[0].reason == "rolled by hand"
    assert play.campaign.dsu("pz6").gow_refuses


def test_a_shattered_rsu_keeps_res_when_the_day_ends_and_the_others_lose_their_orders(
    sample: Campaign,
) -> None:
    play = Play(sample)
    play.phase(Phase.ORDERS)
    play.enter(desk.give_order(BOOK, play.campaign, "ss_pzgr_5", Order.MOB))
    play.enter(desk.give_order(BOOK, play.campaign, "ss_pzgr_6", Order.MOB))
    play.phase(Phase.CHECKS)
    play.rule("konrad.combat_checks", {"ss_pzgr_5": 10}, added=["ss_pzgr_5"])
    play.phase(Phase.WEATHER)
    first, second, _ = play.campaign.dsu("totenkopf").rsus
    assert (first.state, first.order) == (State.SHATTERED, Order.RES)
    assert (second.state, second.order) == (State.GOOD_ORDER, None)


def test_a_failed_check_remembers_the_order_that_a_correction_gives_back(sample: Campaign) -> None:
    play = Play(sample)
    play.phase(Phase.ORDERS)
    play.enter(desk.give_order(BOOK, play.campaign, "ss_pzgr_5", Order.DEF))
    before = play.campaign
    play.rule("konrad.combat_checks", {"ss_pzgr_5": 10}, added=["ss_pzgr_5"])
    assert play.events[-1].order_before is Order.DEF
    assert rebuild(before, play.events[-1:]) == play.campaign


def test_a_plan_is_done_with_once_it_is_carried_out(sample: Campaign) -> None:
    play = Play(sample)
    play.phase(Phase.ORDERS)
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "id96", Pair("gr_283", "gr_284")))
    play.rule("konrad.recovery", {})
    assert [rsu.id for rsu in play.campaign.dsu("id96").rsus] == ["gr_283", "gr_287", "ar_196"]
    assert play.campaign.dsu("id96").consolidations == ()


def test_a_consolidation_of_rsus_that_part_falls_away_and_holds_nothing_up(sample: Campaign) -> None:
    across = replace(sample.settings, consolidate_across=ConsolidateAcross.ONE_SECTOR)
    play = Play(replace(sample, settings=across))
    play.enter(desk.move(BOOK, play.campaign, "pape", "D3"))
    play.phase(Phase.ORDERS)
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "id96", Pair("gr_283", "kampfgruppe_1")))
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "pape", Pair("gr_284", "ss_regiment_ney")))
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "id711", Pair("gr_731", "gr_744")))
    play.enter(desk.move(BOOK, play.campaign, "pape", "C3"))
    assert read_campaign(BOOK, Given(write_campaign(BOOK, play.campaign))) == play.campaign
    assert play.rule("konrad.check_list", {}, battle=["id711"])["rsus"] == ["gr_731", "gr_744", "gr_763"]
    play.phase(Phase.RECOVERY)
    assert [event.pair.first for event in play.events if isinstance(event, ConsolidationFellAway)] == [
        "gr_283",
        "gr_284",
    ]
    assert play.rule("konrad.recovery", {})["disbanded"] == ["gr_744"]


def test_a_consolidation_of_dsus_that_meet_again_stands(sample: Campaign) -> None:
    across = replace(sample.settings, consolidate_across=ConsolidateAcross.ONE_SECTOR)
    play = Play(replace(sample, settings=across))
    play.enter(desk.move(BOOK, play.campaign, "pape", "D3"))
    play.phase(Phase.ORDERS)
    play.enter(desk.plan_consolidation(BOOK, play.campaign, "id96", Pair("gr_283", "kampfgruppe_1")))
    play.enter(desk.move(BOOK, play.campaign, "pape", "C3"))
    play.enter(desk.move(BOOK, play.campaign, "id96", "C3"))
    play.phase(Phase.RECOVERY)
    assert play.rule("konrad.recovery", {})["disbanded"] == ["kampfgruppe_1"]


def test_a_destroyed_dsu_takes_its_plans_with_it(sample: Campaign) -> None:
    surrounded = replace(
        sample,
        ground=replace(sample.ground, held=tuple(replace(h, side="soviet") for h in sample.ground.held)),
    )
    play = Play(replace(surrounded, phase=Phase.ORDERS))
    play.enter(desk.plan_night_attack(BOOK, play.campaign, "pape", "A1"))
    assert play.rule("konrad.retreat", {}, retreating=["pape"])["destroyed"] == ["pape"]
    assert play.campaign.night_attacks == ()
    assert all(dsu.id != "pape" for dsu in play.campaign.dsus)


def test_moving_into_an_empty_enemy_sector_takes_it(sample: Campaign) -> None:
    play = Play(sample)
    play.enter(desk.move(BOOK, play.campaign, "totenkopf", "D1"))
    assert play.campaign.ground.owners()["D1"] == "axis"
    assert not play.campaign.dsu("totenkopf").captured
    assert not play.campaign.dsu("totenkopf").fought


def test_a_sector_taken_without_a_battle_brings_no_armour_though_it_is_then_defended(
    sample: Campaign,
) -> None:
    play = Play(sample)
    play.enter(desk.move(BOOK, play.campaign, "totenkopf", "D1"))
    play.enter(desk.move(BOOK, play.campaign, "g34", "D1"))
    battle = Battle(
        "D1",
        night=False,
        attackers=(Combatant("g34", Scenario.LOST, armour_fought=False),),
        defenders=(Combatant("totenkopf", Scenario.WON, armour_fought=True),),
    )
    play.enter(desk.report_battle(BOOK, play.campaign, battle))
    play.strike("ss_pzr_3", 0, 10, 100)
    assert play.rule("konrad.recovery", {})["now"]["ss_pzr_3"] == 110


def test_a_sector_that_its_last_defender_leaves_is_the_enemys_in_it(sample: Campaign) -> None:
    play = Play(sample)
    play.enter(desk.move(BOOK, play.campaign, "g34", "D3"))
    play.enter(desk.move(BOOK, play.campaign, "pape", "D3"))
    play.enter(desk.move(BOOK, play.campaign, "id96", "C3"))
    assert play.campaign.ground.owners()["D3"] == "axis"
    play.enter(desk.move(BOOK, play.campaign, "pape", "B3"))
    assert play.campaign.ground.owners()["D3"] == "soviet"
    assert play.campaign.ground.owners()["C3"] == "axis"


def test_a_sector_whose_last_defender_is_disbanded_in_recovery_is_the_enemys_in_it(sample: Campaign) -> None:
    play = Play(sample)
    play.enter(desk.move(BOOK, play.campaign, "g34", "B5"))
    for rsu in play.campaign.dsu("pape").rsus:
        nothing = tuple(replace(part, now=0) for part in rsu.strength)
        lost = replace(rsu, strength=nothing, state=State.SHATTERED, order=Order.RES)
        play.enter(desk.enter_rsu(BOOK, play.campaign, lost, "gow", "overrun"))
    recovery = play.rule("konrad.recovery", {rsu.id: 10 for rsu in play.campaign.dsu("pape").rsus})
    assert recovery["left_play"] == ["pape"]
    assert play.campaign.ground.owners()["B5"] == "soviet"
