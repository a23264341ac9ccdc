"""An ASL game and a campaign with an entry of every kind, exported, for forgers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.events.desk import Office
from bot.events.epochs import Epochs
from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.operations import by_hand
from bot.operations.amending import amend
from bot.operations.amending_batch import corrected
from bot.operations.answering import answer
from bot.operations.battles import Armour, Report, enter_losses, report_battle
from bot.operations.berserk import Charge, HeroAsked, back_to_normal, charge, hero_card
from bot.operations.calling import calling
from bot.operations.campaign import open_sample
from bot.operations.correcting import Resting
from bot.operations.day import next_phase, waive
from bot.operations.disputing import dispute
from bot.operations.dr import Thrown, roll_dr
from bot.operations.editing import Chosen, State, move_units, remove_units, set_units
from bot.operations.ending import end_game
from bot.operations.epochs import cut, reveal
from bot.operations.exchange import deploy, recombine
from bot.operations.morale import Attack, morale_check
from bot.operations.movement import move_dsu
from bot.operations.offices import appoint, dismiss, name_gow_role
from bot.operations.opening import Setup, appoint_host, hand_over, move_game, open_game, take_seat
from bot.operations.orders import seal_orders, strike_seal
from bot.operations.recovery import recovery_sheet
from bot.operations.remo import Edits, sheet_of_day, sheet_of_named
from bot.operations.retreats import RetreatOrder, retreat
from bot.operations.revising import Amendment, revised
from bot.operations.rolling import DiceWanted, roll
from bot.operations.roster import Recruits, add_units
from bot.operations.selecting import random_selection
from bot.operations.setting_up import choose_settings
from bot.operations.single import (
    Attempt,
    One,
    Volley,
    ammunition_shortage,
    break_voluntarily,
    fpf,
    heat_of_battle,
    rally,
    wound,
)
from bot.operations.sniping import Shot, sniper
from bot.operations.targets import Target
from bot.operations.terms import Changes, change_terms
from bot.operations.turns import Onward, move_on
from bot.operations.undoing import undo
from rules.asl.phase import Phase
from rules.konrad.campaign import Topic
from rules.konrad.formations import Scenario

FACTS = {"known_enemy_in_los": False, "adjacent_enemy": False}

ROLE = 700


class Play:
    """A game in which everything is done that can be done; each call is a second after the one before."""

    def __init__(self, desk: Any) -> None:
        self._desk = desk

    async def do(self, who: int, operation: Any, **rights: Any) -> Any:
        """The entry that it makes."""
        self._desk.now += timedelta(seconds=1)
        caller = replace(self._desk.caller(who), **rights)
        answered = await self._desk.referee.enter(caller, operation)
        await self._desk.posted(1)
        return answered.link.entry

    async def answered(self, who: int, asked: Any, *values: Any) -> Any:
        """What an answer comes to after the questions that follow."""
        for value in values:
            if asked.kind != "asked":
                break
            asked = await self.do(who, answer(1, asked.seq, value))
        return asked


SIDES = (SideOffered("German", ("german",), 3, 4), SideOffered("Russian", ("russian",), 2, 3))


@pytest.fixture
async def game(desk: Any, people: Any, exported: Any) -> bytes:
    """Alice plays the Germans, bob the Russians, carol hosts; Germans stand in G5, Russians in H6."""
    alice, bob, carol = people
    do, answered = Play(desk).do, Play(desk).answered
    desk.seed(11)  # 9-1: 4,4; A: 6,6; B: 6,1; C: 1,1 and Heat of Battle 6,4
    await do(alice, open_game(Setup("asl", SIDES, False, EnteredDiceAllowed.AGREED, Epochs.TURN)))
    await do(alice, take_seat("German"))
    await do(bob, take_seat("Russian"))
    await do(alice, appoint_host(carol), manages=True)
    for counter, number, name in (("4-6-7", 4, None), ("9-1", 1, "Lt. Schmidt")):
        await do(alice, add_units(Recruits(None, counter, (), number, name, "G5")))
    await do(bob, add_units(Recruits(None, "4-4-7", (), 6, None, "H6")))
    await do(bob, add_units(Recruits(None, "8-0", (), 1, None, "H6")))
    await do(carol, add_units(Recruits("Russian", "4-4-7", ("broken", "dm"), 2, "Guards", "J9")))
    await do(alice, change_terms(Changes({"year": 1943}, "German", 2, 5)))
    await do(alice, move_units(Chosen(("D",)), "F4"))
    await do(alice, set_units(Chosen(("D",)), State(("broken", "dm"), None, "Dora"), "shot at elsewhere"))
    await do(bob, remove_units(Chosen(("F",)), "left the board"))
    await do(bob, move_on(Onward(Phase.PFPH, "Russian", 1)))
    await do(alice, roll_dr(Thrown("IFT", 2, "+2 stone building, -1 FFMO", "9-1 Lt. Schmidt")))
    await do(bob, roll_dr(Thrown("a gun jams", 1, "+1 rust")))
    await do(bob, roll(DiceWanted(3, 10, 2), "weather"))
    await do(alice, random_selection(Target("G5"), 1, None))
    asked = await do(bob, morale_check(Attack("1MC", "G5")))
    ruled = await answered(alice, asked, True, True)
    disputed = await do(bob, dispute(1, ruled.seq, 0))
    await do(alice, answer(1, disputed.seq, "refuse"))
    await do(alice, charge(One("#3"), Charge("4-4-7 A 3, 8-0 G 4 concealed", "LMG 1")))
    await do(bob, back_to_normal(One("#3"), "none_in_los", 0))
    await do(bob, morale_check(Attack("PTC", units=("#4",), side="German", facts=FACTS)))
    again = await do(bob, morale_check(Attack("PTC", units=("#4",), side="German", facts=FACTS)))
    asked = await do(bob, amend(again.seq, "it was a NMC", Resting(), revised(Amendment(result="NMC"))))
    await do(alice, answer(1, asked.seq, "agree"))
    ruled = await do(bob, morale_check(Attack("NMC", units=("#5",), facts=FACTS)))
    asked = await do(bob, amend(ruled.seq, "it was a PTC", Resting(), revised(Amendment(result="PTC"))))
    await do(alice, answer(1, asked.seq, "refuse"))
    await do(bob, amend(ruled.seq, "it was a 1MC", Resting(), revised(Amendment(result="1MC"))))
    ruled = await do(bob, morale_check(Attack("NMC", units=("#5", "#1"), facts=FACTS)))
    asked = await do(bob, undo(ruled.seq, "no shot at all", Resting()))
    await do(alice, answer(1, asked.seq, "agree"))
    ruled = await do(alice, morale_check(Attack("NMC", units=("#5",), facts=FACTS)))
    asked = await do(carol, undo(ruled.seq, "who shot?", Resting()))
    await do(bob, answer(1, asked.seq, "agree"))
    await do(carol, answer(1, asked.seq + 1, "withdraw"))
    moved = await do(alice, move_units(Chosen(("Dora",)), "F5"))
    struck = await do(alice, undo(moved.seq, "not there", Resting()))
    await do(alice, undo(struck.seq, "there after all", Resting()))
    await do(bob, calling(heat_of_battle(One("#7"))))
    await do(bob, calling(wound(One("8-0"), casualty=False)))
    await do(bob, calling(ammunition_shortage(One("#8"))))
    await do(bob, calling(break_voluntarily(One("#9"))))
    await do(bob, calling(fpf(Volley(Target(units=("#10",)), facts=FACTS))))
    await do(bob, deploy("#6", None))
    await do(alice, sniper(Shot("Russian", None, None)))
    asked = await do(bob, morale_check(Attack("NMC", units=("#5",), facts=FACTS, typed=(1, 2))))
    await do(alice, answer(1, asked.seq, "agree"))
    asked = await do(bob, morale_check(Attack("NMC", units=("#5",), facts=FACTS, typed=(1, 2))))
    await do(alice, answer(1, asked.seq, "refuse"))
    asked = await do(bob, morale_check(Attack("2MC", units=("#5", "#2"), facts=FACTS, typed=(1, 2))))
    asked = await do(alice, answer(1, asked.seq, "agree"))
    asked = await do(bob, answer(1, asked.seq, [2, 3]))
    await do(alice, answer(1, asked.seq, "agree"))
    await do(alice, add_units(Recruits(None, "1-4-9", (), 1, "Hans", "G5")))
    await do(alice, hero_card(One("Hans"), HeroAsked(2, 45)))
    await do(bob, recombine(("#15", "#16"), None))
    for _ in range(7):
        await do(alice, move_on(Onward()))
    await do(alice, calling(rally(One("#1"), Attempt("#5"))))
    await do(alice, calling(rally(One("#2"), Attempt(None, "building"))))
    turned = await do(carol, move_on(Onward(Phase.RPH, keep=("#13",))))
    await do(alice, cut(1, turned.seq, 1))
    await do(bob, cut(1, turned.seq, 2))
    await do(bob, roll_dr(Thrown("TC")))
    turned = await do(alice, reveal())
    await do(alice, cut(1, turned.seq, 1))
    await do(bob, cut(1, turned.seq, 2))
    await do(alice, hand_over("German", carol))
    await do(bob, move_game(1), channel=501)
    await do(bob, roll(DiceWanted(1, 6)), channel=501)
    asked = await do(bob, roll_dr(Thrown("TH", typed=(4, 5))), channel=501)
    await do(carol, answer(1, asked.seq, "agree"), channel=501)
    asked = await do(bob, end_game(), channel=501)
    await do(carol, answer(1, asked.seq, "agree"), channel=501)
    data: bytes = await exported(desk)
    return data


@pytest.fixture
async def campaign(desk: Any, people: Any, exported: Any) -> bytes:
    """A day and the beginning of the next: alice is GoW and Axis, bob Soviet, carol a GoW by her role."""
    alice, bob, carol = people
    do = Play(desk).do
    desk.seed(3)
    await do(alice, open_sample(solo=False))
    await do(alice, take_seat("Axis"))
    await do(bob, take_seat("Soviet"))
    await do(alice, name_gow_role(ROLE))
    await do(carol, by_hand.record(Topic.WEATHER, "", "snow", "rolled by mail"), roles=(ROLE,))
    await do(alice, appoint(Office.COMMANDER, "Totenkopf", carol))
    await do(carol, appoint(Office.DEPUTY, "Totenkopf", bob))
    await do(carol, dismiss(Office.DEPUTY, "Totenkopf", bob))
    await do(alice, choose_settings({"rounding": "up"}, "agreed by mail"))
    await do(alice, by_hand.enter_rsu("GR 284", {"leg": 100}, {}, "losses of December"))
    await do(alice, by_hand.rule_armour("Wiking", 0, "it stood idle"))
    await do(alice, by_hand.rule_armour("SS-PzR 3", 5, "few came"))
    await do(alice, next_phase())
    struck = await do(bob, seal_orders("34th Guards Rifle RES"))
    await do(alice, strike_seal(struck.seq, "sent too early"))
    await do(alice, seal_orders("Totenkopf MOB; Wiking MOB; 6. Panzer DEF; 96. Infanterie DEF; GR 287 RES"))
    await do(bob, seal_orders("34th Guards Rifle DEF; 80th Guards Rifle DEF; 93rd Rifle MOB"))
    await do(alice, waive(("all",), "they stand where they stand"))
    await do(alice, next_phase())
    await do(alice, move_dsu("Totenkopf", "D2"))
    await do(alice, move_dsu("93rd", "D5"))
    await do(alice, next_phase())
    won = Report("D2", ("Totenkopf",), ("34th",), Scenario.WON, True, Armour.ATTACKERS, False)
    await do(alice, report_battle(won))
    lost = Report("D5", ("93rd",), ("6. Panzer",), Scenario.LOST, False, Armour.DEFENDERS, False)
    await do(alice, report_battle(lost))
    await do(alice, enter_losses("103 Guards: leg 260; SS-PzR 3: hard 20; 51 Rifle: leg 100", ""))
    await do(alice, next_phase())
    await do(alice, sheet_of_day(Edits()))
    sheet = await do(alice, sheet_of_day(Edits(("GR 283",), ("SS-PzR 3",), "agreed by mail")))
    batch = await do(alice, answer(1, sheet.seq, "roll"))
    wrong = corrected("SS-PzGR 5", {"leg": 90}, {})
    asked = await do(alice, amend(batch.seq, "the file said 90", Resting(), wrong))
    asked = await do(alice, answer(1, asked.seq, "agree"))
    await do(bob, answer(1, asked.seq, "agree"))
    sheet = await do(alice, sheet_of_named(("GR 283",), Scenario.DRAWN))
    await do(alice, answer(1, sheet.seq, "withdraw"))
    await do(alice, retreat(RetreatOrder("93rd", "", (), "thrown back")))
    await do(alice, by_hand.enter_owner("C7", "soviet", "found empty by patrols"))
    await do(alice, next_phase())
    await do(alice, next_phase())
    sheet = await do(alice, recovery_sheet())
    await do(alice, answer(1, sheet.seq, "roll"))
    await do(alice, next_phase())
    asked = await do(alice, end_game())
    await do(bob, answer(1, asked.seq, "agree"))
    data: bytes = await exported(desk)
    return data
