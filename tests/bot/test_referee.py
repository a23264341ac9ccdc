"""What the referee enters, and what it refuses without a trace."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import rebuild, verify
from bot.codecs import EVENTS
from bot.dice import epoch_key, faces
from bot.events import Entered
from bot.export import export
from bot.ledger import Kind
from bot.operations.answering import answer
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import end_game
from bot.verify import NotTrue
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


async def played(desk: Any, people: Any, folder: Path) -> Path:
    await desk.open()
    await desk.add("4-6-7", number=3)
    for _ in range(3):
        await desk.check("PTC")
    await desk.ask(people[0], end_game())
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(await desk.store.read(lambda tx: list(export(tx, 1)))))
    return path


async def test_a_finished_game_verifies_and_rebuilds_to_what_stands(
    desk: Any, people: Any, tmp_path: Path
) -> None:
    found = verify.verify(await played(desk, people, tmp_path))
    assert (found.entries, found.unrevealed) == (8, ())
    assert found.dice >= 3
    assert await desk.store.write(rebuild.check)


async def test_a_changed_roster_is_found_and_mended(desk: Any, people: Any, tmp_path: Path) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    await desk.store.write(lambda tx: tx.put_change(1, (), ("1",)))
    with pytest.raises(rebuild.Differs):
        await desk.store.write(rebuild.check)
    await desk.store.write(rebuild.rebuild)
    assert await desk.dump() == before


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'"faces":[', b'"faces":[6,6,', "#5"),
        (b'"n":0', b'"n":1', "#5"),
        (b'"seq":4', b'"seq":9', "number 9"),
        (b'"at":"2026', b'"at":"2025', "#1"),
        (b'"end":8', b'"end":7', "end line"),
        (b'{"entry":', b'{ "entry":', "line 2"),
        (b'"commitment":"', b'"commitment":"0', "#1"),
        (b'"seed":"', b'"seed":"0', "seed"),
    ],
)
async def test_any_change_of_an_export_is_found(
    desk: Any, people: Any, tmp_path: Path, old: bytes, new: bytes, says: str
) -> None:
    path = await played(desk, people, tmp_path)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    with pytest.raises(NotTrue, match=says):
        verify.verify(path)


@pytest.mark.parametrize("gone", range(1, 10))
async def test_a_line_that_is_missing_is_missed(desk: Any, people: Any, tmp_path: Path, gone: int) -> None:
    path = await played(desk, people, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for place, line in enumerate(lines) if place != gone))
    with pytest.raises(NotTrue):
        verify.verify(path)


async def test_an_unrevealed_epoch_is_reported_and_never_as_verified(
    desk: Any, people: Any, tmp_path: Path
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("PTC")
    path = tmp_path / "open.jsonl"
    path.write_bytes(b"".join(await desk.store.read(lambda tx: list(export(tx, 1)))))
    found = verify.verify(path)
    assert (found.dice, found.unrevealed) == (0, ((1, 1),))
    assert "NOT verified" in "\n".join(verify.lines(found))
    assert b"000000" not in b"".join(path.read_bytes().split(b'"seed"')[1:])
