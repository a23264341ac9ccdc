"""Dice that fell before a question, and dice that players type: kept, asked for, agreed to."""

from __future__ import annotations

from typing import Any

import pytest

from bot.archive import rebuild
from bot.events.codecs import EVENTS
from bot.events.table import EnteredDiceAllowed
from bot.ledger.entry import Kind
from bot.operations.answering import answer
from bot.operations.ending import end_game
from rules.refusal import Refused

TWO_QUESTIONS = 397_735
"""a seed under which squads 1 and 2 roll mc 1,1 and then hob 5,4 and 6,6"""


async def test_a_question_keeps_its_dice_and_locks_its_pieces_until_it_is_answered(
    desk: Any, people: Any
) -> None:
    alice, bob, _ = people
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    asked = await desk.check("NMC", typed=(1, 1, 5, 5))
    assert asked.link.entry.kind is Kind.ASKED
    assert [draw.faces for draw in asked.link.entry.dice] == [(1, 1), (5, 5)]
    for refused_code, attempt in [
        ("question_open", desk.check("PTC")),
        ("question_open", desk.ask(alice, end_game())),
        ("not_your_answer", desk.ask(bob, answer(1, 5, True))),
        ("bad_answer", desk.ask(alice, answer(1, 5, "perhaps"))),
        ("no_question", desk.ask(alice, answer(1, 4, True))),
    ]:
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.code == refused_code
    ruled = await desk.ask(alice, answer(1, 5, True))
    assert (ruled.link.entry.answers, ruled.link.entry.dice) == (5, ())
    (row,) = await desk.store.read(lambda tx: tx.pieces(1))
    assert row.state["is"] == ["berserk"]
    with pytest.raises(Refused, match="answered by #6"):
        await desk.ask(alice, answer(1, 5, False))


async def test_a_born_piece_keeps_its_id_over_a_question_although_others_came(desk: Any, people: Any) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7", number=2)
    asked = await desk.check("NMC", typed=(1, 1, 1, 1, 1, 1, 5, 5))
    (_, question) = (EVENTS.read(event) for event in asked.link.entry.events)
    assert question.born == ("3",)
    await desk.add("4-6-8", location="H6")
    await desk.ask(people[0], answer(1, asked.link.entry.seq, True))
    names = await desk.store.read(lambda tx: {row.id: row.name for row in tx.pieces(1)})
    assert names == {"1": "A", "2": "B", "3": "A/hero", "4": "C"}


async def test_dice_rolled_elsewhere_follow_the_setting_of_the_game(desk: Any) -> None:
    await desk.open(EnteredDiceAllowed.NEVER)
    await desk.add("4-6-7")
    with pytest.raises(Refused) as refused:
        await desk.check("PTC", typed=(1, 2))
    assert refused.value.code == "no_entered_dice"


async def test_a_chain_of_questions_keeps_every_die_and_draws_none_again(desk: Any, people: Any) -> None:
    alice, bob, _ = people
    desk.seed(TWO_QUESTIONS)
    await desk.open()
    await desk.add("4-6-7", number=2)
    first = (await desk.check("NMC", bob)).link.entry
    assert [(draw.name, draw.n, draw.faces) for draw in first.dice] == [
        ("mc:1", 0, (1, 1)),
        ("hob:1", 0, (5, 4)),
    ]
    second = (await desk.ask(alice, answer(1, 5, True))).link.entry
    assert (second.kind, second.answers) == (Kind.ASKED, 5)
    assert [(draw.name, draw.faces) for draw in second.dice] == [("mc:2", (1, 1)), ("hob:2", (6, 6))]
    with pytest.raises(Refused) as refused:
        await desk.check("PTC", bob)
    assert refused.value.code == "question_open"
    ruled = (await desk.ask(alice, answer(1, 6, True))).link.entry
    assert (ruled.kind, ruled.answers, ruled.dice) == (Kind.RULING, 6, ())
    states = await desk.store.read(lambda tx: [row.state["is"] for row in tx.pieces(1)])
    assert states == [["berserk"], ["broken", "dm", "surrendered"]]
    assert await desk.store.write(rebuild.check)


async def test_a_name_drawn_in_a_question_is_drawn_next_time_as_the_second(desk: Any, people: Any) -> None:
    desk.seed(TWO_QUESTIONS)
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("NMC")
    for seq in (5, 6):
        await desk.ask(people[0], answer(1, seq, False))
    again = await desk.check("NMC", people[0])
    assert [(draw.name, draw.n) for draw in again.link.entry.dice][:2] == [("mc:1", 1), ("mc:2", 1)]


async def test_who_called_types_every_missing_die_and_the_other_side_agrees_each_time(
    desk: Any, people: Any
) -> None:
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("NMC", alice, typed=(2, 3))
    agreed = ((5, bob, "agree"), (7, bob, "agree"), (9, bob, "agree"))
    for seq, who, value in sorted((*agreed, (6, alice, [1, 1]), (8, alice, [4, 4]))):
        other = bob if who == alice else alice
        with pytest.raises(Refused) as refused:
            await desk.ask(other, answer(1, seq, value))
        assert refused.value.code == "not_your_answer"
        ruled = await desk.ask(who, answer(1, seq, value))
    entry = ruled.link.entry
    assert (entry.kind, entry.answers, entry.inputs["entered"]) == (Kind.RULING, 9, [2, 3, 1, 1, 4, 4])


async def test_nobody_is_asked_about_dice_that_no_ruling_takes(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    for typed, code in (((2, 3, 4), "left_over_die"), ((2, 7), "bad_dice"), ((2,), "bad_dice")):
        with pytest.raises(Refused) as refused:
            await desk.check("PTC", people[0], typed=typed)
        assert refused.value.code == code
    assert await desk.dump() == before


@pytest.mark.parametrize("solo", [False, True])
async def test_a_game_without_entered_dice_takes_them_from_nobody(desk: Any, people: Any, solo: bool) -> None:
    await desk.open(EnteredDiceAllowed.NEVER, solo=solo)
    await desk.add("4-6-7", side="German")
    with pytest.raises(Refused) as refused:
        await desk.check("PTC", people[0], typed=(1, 2))
    assert refused.value.code == "no_entered_dice"


async def test_a_lone_player_asks_nobody_for_consent(desk: Any, people: Any) -> None:
    await desk.open(solo=True)
    await desk.add("4-6-7", side="German")
    ruled = await desk.check("PTC", people[0], typed=(1, 2))
    assert [(draw.n, draw.faces) for draw in ruled.link.entry.dice] == [(-1, (1, 2))]


async def test_entered_dice_use_up_no_draw(desk: Any, people: Any) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    await desk.check("PTC", typed=(1, 2))
    drawn = await desk.check("PTC")
    assert [draw.n for draw in drawn.link.entry.dice] == [0]
