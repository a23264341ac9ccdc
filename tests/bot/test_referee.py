"""What the referee enters, and what it refuses without a trace."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import rebuild
from bot.codecs import EVENTS
from bot.dice import epoch_key, faces
from bot.events import Entered
from bot.ledger import Kind
from bot.operations.answering import answer
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import end_game
from rules.refusal import Refused


async def test_one_interaction_makes_one_entry_however_often_it_arrives(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    caller = desk.caller(people[1], "777")
    check = morale_check(Attack("PTC", "G5"))
    first, *again = await asyncio.gather(*(desk.referee.enter(caller, check) for _ in range(5)))
    assert {one.link.hash for one in again} == {first.link.hash}
    assert [one.repeated for one in (first, *again)] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("who", "attack", "code"),
    [
        (2, {}, "no_player"),
        (1, {"location": "Z1"}, "empty_location"),
        (1, {"location": None}, "no_target"),
        (1, {"units": ("X",)}, "no_unit"),
        (1, {"units": ("A", "A")}, "twice"),
        (1, {"result": "9MC"}, "unknown_result"),
        (1, {"harden": "refuse"}, "not_yours"),
        (1, {"typed": (1, 2, 3)}, "left_over_die"),
        (1, {"typed": (0, 9)}, "bad_dice"),
    ],
)
async def test_a_refusal_draws_no_die_and_writes_nothing(
    desk: Any, people: Any, who: int, attack: dict[str, Any], code: str
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    with pytest.raises(Refused) as refused:
        await desk.check(attack.pop("result", "PTC"), people[who], **attack)
    assert refused.value.code == code
    assert await desk.dump() == before


async def test_no_die_falls_before_every_seat_has_cut(desk: Any, people: Any) -> None:
    await desk.open()
    again = await desk.referee.answer_of(1, 1)
    seed = await desk.store.read(lambda tx: tx.seed(1, 1))
    assert again.link.entry.epoch == 1
    cuts = [int((await desk.referee.answer_of(1, seq)).link.entry.request) for seq in (2, 3)]
    await desk.add("4-6-7", number=2)
    ruled = await desk.check("PTC")
    key = epoch_key(1, 1, seed, cuts)
    assert [(draw.name, draw.faces) for draw in ruled.link.entry.dice] == [
        ("ptc:1", faces(key, "ptc:1", 0, 2, 6)),
        ("ptc:2", faces(key, "ptc:2", 0, 2, 6)),
    ]


async def test_a_question_keeps_its_dice_and_locks_its_pieces_until_it_is_answered(
    desk: Any, people: Any
) -> None:
    alice, bob, _ = people
    await desk.open(Entered.ALWAYS)
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
    await desk.open(Entered.ALWAYS)
    await desk.add("4-6-7", number=2)
    asked = await desk.check("NMC", typed=(1, 1, 1, 1, 1, 1, 5, 5))
    (_, question) = (EVENTS.read(event) for event in asked.link.entry.events)
    assert question.born == ("3",)
    await desk.add("4-6-8", location="H6")
    await desk.ask(people[0], answer(1, asked.link.entry.seq, True))
    names = await desk.store.read(lambda tx: {row.id: row.name for row in tx.pieces(1)})
    assert names == {"1": "A", "2": "B", "3": "A/hero", "4": "C"}


async def test_dice_rolled_elsewhere_follow_the_setting_of_the_game(desk: Any) -> None:
    await desk.open(Entered.NEVER)
    await desk.add("4-6-7")
    with pytest.raises(Refused) as refused:
        await desk.check("PTC", typed=(1, 2))
    assert refused.value.code == "no_entered_dice"


async def test_a_changed_roster_is_found_and_mended(desk: Any, people: Any, tmp_path: Path) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    await desk.store.write(lambda tx: tx.put_change(1, (), ("1",)))
    with pytest.raises(rebuild.Differs):
        await desk.store.write(rebuild.check)
    await desk.store.write(rebuild.rebuild)
    assert await desk.dump() == before
