"""What stands after entries were struck, and what stands again: arithmetic, rosters, dice, verification."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.archive import rebuild
from bot.archive.export import export
from bot.events.table import EnteredDiceAllowed
from bot.ledger.entry import Kind, Voiding, instead, struck
from bot.operations.answering import answer
from bot.play.sitting import Draft, Sitting
from bot.verify import NotTrue, verify
from rules.refusal import Refused


def void(*seqs: int, reason: str = "the wrong squad") -> Callable[[Sitting], Draft]:
    return lambda sitting: Draft(Kind.VOIDED, (), voids=seqs, reason=reason)


@pytest.mark.parametrize(
    ("voiding", "void"),
    [
        ([], {}),
        ([(7, (5,))], {5: 7}),
        ([(7, (5, 6))], {5: 7, 6: 7}),
        ([(7, (5,)), (8, (7,))], {7: 8}),
        ([(7, (5,)), (8, (7,)), (9, (8,))], {5: 7, 8: 9}),
        ([(7, (5,)), (8, (7,)), (9, (5,))], {5: 9, 7: 8}),
        ([(9, (8,)), (7, (5,)), (8, (7,))], {5: 7, 8: 9}),
    ],
)
def test_an_entry_stands_unless_a_standing_entry_voids_it(
    voiding: list[tuple[int, tuple[int, ...]]], void: dict[int, int]
) -> None:
    assert struck(Voiding(seq, voids, rules=False) for seq, voids in voiding) == void


def test_an_amendment_stands_in_the_place_of_what_was_ruled_first() -> None:
    first, second = Voiding(7, (5, 4), rules=True), Voiding(9, (7,), rules=True)
    assert instead([first]) == {5: 7}
    assert instead([first, second]) == {5: 9}
    assert instead([first, second, Voiding(10, (9,), rules=False)]) == {5: 7}
    assert instead([Voiding(7, (5,), rules=False)]) == {}


def test_what_an_amendment_struck_stays_void_unless_a_void_takes_the_amendment_back() -> None:
    first, second = Voiding(7, (5, 4), rules=True), Voiding(9, (7,), rules=True)
    assert struck([first, second]) == {4: 9, 5: 9, 7: 9}
    assert struck([first, second, Voiding(10, (9,), rules=False)]) == {4: 7, 5: 7, 9: 10}
    assert struck([first, Voiding(9, (7,), rules=False)]) == {7: 9}
    with_another = Voiding(9, (3, 7), rules=False)
    assert struck([first, with_another]) == {3: 9, 4: 9, 5: 9, 7: 9}
    assert struck([first, with_another, Voiding(10, (9,), rules=False)]) == {4: 7, 5: 7, 9: 10}


async def states(desk: Any) -> dict[str, list[str]]:
    rows = await desk.store.read(lambda tx: tx.pieces(1))
    return {row.name: row.state.get("is", []) for row in rows}


async def test_a_void_gives_back_the_roster_and_voiding_the_void_takes_it_again(
    desk: Any, people: Any
) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7", number=2)
    await desk.check("1MC", typed=(6, 5, 2, 3))
    broken = {"A": ["broken", "dm"], "B": []}
    assert await states(desk) == broken
    voided = (await desk.ask(people[0], void(5))).link.entry
    assert (voided.seq, voided.voids, voided.written) == (6, (5,), ("1",))
    assert await states(desk) == {"A": [], "B": []}
    again = (await desk.ask(people[0], void(6))).link.entry
    assert again.written == ("1",)
    assert await states(desk) == broken
    await desk.ask(people[0], void(7))
    assert await states(desk) == {"A": [], "B": []}
    await desk.store.write(rebuild.check)


async def test_what_was_let_stand_comes_after_the_void(desk: Any, people: Any) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7", number=2)
    await desk.check("1MC", typed=(6, 5, 2, 3))
    await desk.check("PTC", units=("B",), typed=(6, 6))
    await desk.ask(people[0], void(5))
    assert await states(desk) == {"A": [], "B": ["pinned"]}
    await desk.store.write(rebuild.check)


async def test_dice_of_a_void_entry_stay_burnt(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    first = (await desk.check("PTC")).link.entry
    await desk.ask(people[0], void(first.seq))
    second = (await desk.check("PTC")).link.entry
    assert [(draw.name, draw.n) for draw in (*first.dice, *second.dice)] == [("ptc:1", 0), ("ptc:1", 1)]


async def test_the_ids_of_units_that_never_came_are_not_given_again(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.ask(people[0], void(4))
    assert await states(desk) == {}
    added = (await desk.add("4-6-8")).link.entry
    assert added.written == ("3",)
    await desk.ask(people[0], void(5))
    rows = await desk.store.read(lambda tx: tx.pieces(1))
    assert [(row.id, row.name) for row in rows] == [("1", "A"), ("2", "B"), ("3", "A")]
    await desk.store.write(rebuild.check)


async def test_an_entry_about_a_unit_that_would_never_have_come_cannot_stand(desk: Any, people: Any) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    await desk.check("1MC", typed=(6, 5))
    before = await desk.dump()
    with pytest.raises(Refused) as refused:
        await desk.ask(people[0], void(4))
    assert refused.value.code == "cannot_stand"
    assert refused.value.message.startswith("#5 tells of piece '1'")
    assert await desk.dump() == before
    await desk.ask(people[0], void(4, 5))
    assert await states(desk) == {}


async def test_a_void_question_is_not_open_and_takes_no_answer(desk: Any, people: Any) -> None:
    alice, bob, _ = people
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    asked = (await desk.check("NMC", typed=(1, 1, 5, 5))).link.entry
    await desk.ask(alice, void(asked.seq))
    with pytest.raises(Refused) as refused:
        await desk.ask(alice, answer(1, asked.seq, True))
    assert (refused.value.code, refused.value.message) == ("void", "#5 is void by #6.")
    await desk.check("PTC", bob, typed=(2, 2))


async def test_an_export_with_voids_is_verified_and_a_forged_one_is_not(
    desk: Any, people: Any, tmp_path: Path
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("PTC")
    await desk.ask(people[0], void(5))
    await desk.check("PTC")
    await desk.end()

    async def found(name: str) -> Any:
        file = tmp_path / name
        file.write_bytes(b"".join(await desk.store.read(lambda tx: list(export(tx, 1)))))
        return verify([file])

    assert (await found("true.jsonl")).dice == 2


@pytest.mark.parametrize(
    ("voids", "says"),
    [
        ([(5,), (5,)], "#7 voids #5; what went before gives an entry before it that stands."),
        ([(2,)], "#6 voids #2; what went before gives an entry that can be void."),
    ],
)
async def test_a_void_of_what_cannot_be_void_is_not_verified(
    desk: Any, people: Any, tmp_path: Path, voids: list[tuple[int, ...]], says: str
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("PTC")
    for seqs in voids:
        await desk.ask(people[0], void(*seqs))
    file = tmp_path / "forged.jsonl"
    file.write_bytes(b"".join(await desk.store.read(lambda tx: list(export(tx, 1)))))
    with pytest.raises(NotTrue) as wrong:
        verify([file])
    assert str(wrong.value) == says
