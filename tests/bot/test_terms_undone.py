"""Terms of a game taken back: the rulings that come out otherwise without them rest on them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.events.table import EnteredDiceAllowed
from bot.operations.answering import answer
from bot.operations.correcting import Resting
from bot.operations.dr import Thrown, roll_dr
from bot.operations.sides import side_of
from bot.operations.sniping import Shot, sniper
from bot.operations.terms import Changes, change_terms
from bot.operations.undoing import undo

FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False}
FAILS = (6, 5)
"""an 11: a 4-6-7 fails a NMC by 4, and is Replaced where its ELR is 3"""
PASSES = (1, 2)


@pytest.fixture
async def fought(desk: Any, people: Any) -> Any:
    """#4 A and B, #5 their ELR set from 3 to 5, #6 A fails a NMC by 4, #7 B passes one."""
    alice, _, _ = people
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7", number=2)
    await desk.ask(alice, change_terms(Changes(side="German", elr=5)))
    await desk.check("NMC", units=("A",), facts=FACTS, typed=FAILS)
    await desk.check("NMC", units=("B",), facts=FACTS, typed=PASSES)
    return desk


async def counters(desk: Any) -> dict[str, str]:
    rows = await desk.store.read(lambda tx: tx.pieces(1))
    return {row.name: " ".join((row.state["counter"], *row.state["is"])) for row in rows}


async def test_a_ruling_that_the_old_elr_decides_otherwise_goes_with_consent_alone(
    fought: Any, people: Any
) -> None:
    alice, bob, _ = people
    asked = (await fought.ask(alice, undo(5, "it is 3", Resting()))).link.entry
    (_, _, proposal) = asked.events
    assert (asked.kind, proposal["voids"], proposal["stays"], proposal["consents"]) == (
        "asked",
        [5, 6],
        [],
        [2],
    )
    voided = (await fought.ask(bob, answer(1, asked.seq, "agree"))).link.entry
    assert voided.voids == (5, 6)
    assert await counters(fought) == {"A": "4-6-7", "B": "4-6-7"}


async def test_it_may_stand_as_it_was_ruled(fought: Any, people: Any) -> None:
    alice, bob, _ = people
    asked = (await fought.ask(alice, undo(5, "3 from here on", Resting(frozenset({6}))))).link.entry
    await fought.ask(bob, answer(1, asked.seq, "agree"))
    assert await counters(fought) == {"A": "4-6-7 broken dm", "B": "4-6-7"}


async def test_a_ruling_after_another_change_of_the_same_term_rests_on_that(fought: Any, people: Any) -> None:
    alice, bob, _ = people
    asked = (await fought.ask(alice, undo(6, "no shot", Resting()))).link.entry
    await fought.ask(bob, answer(1, asked.seq, "agree"))
    await fought.ask(alice, change_terms(Changes(side="German", elr=4)))
    await fought.check("NMC", units=("A",), facts=FACTS, typed=FAILS)
    taken_back = (await fought.ask(alice, undo(5, "never 5", Resting()))).link.entry
    assert (taken_back.kind, taken_back.voids) == ("voided", (5,))


async def test_terms_on_which_no_ruling_hangs_are_taken_back_alone_and_set_again_by_their_redo(
    fought: Any, people: Any
) -> None:
    alice, bob, _ = people
    await fought.ask(alice, change_terms(Changes({"year": 1943})))
    await fought.check("NMC", units=("B",), facts=FACTS, typed=PASSES)
    assert (await fought.ask(alice, undo(8, "it is 1944", Resting()))).link.entry.voids == (8,)
    asked = (await fought.ask(alice, undo(5, "it is 3", Resting()))).link.entry
    await fought.ask(bob, answer(1, asked.seq, "agree"))
    await fought.check("NMC", units=("A",), facts=FACTS, typed=FAILS)
    replaced = await counters(fought)
    assert replaced["A"] == "4-4-7 broken dm"
    asked = (await fought.ask(alice, undo(12, "5 after all", Resting()))).link.entry
    assert asked.events[2]["voids"] == [12, 13]


async def test_a_sniper_rests_on_the_san_that_drew_it(desk: Any, people: Any) -> None:
    alice, _, _ = people
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.ask(alice, change_terms(Changes(side="German", san=4)))
    await desk.ask(alice, sniper(Shot("Russian", typed=(6,))))
    asked = (await desk.ask(alice, undo(4, "no sniper", Resting()))).link.entry
    assert asked.events[2]["voids"] == [4, 5]


@pytest.fixture
async def vichy(desk: Any, people: Any) -> Any:
    """French against French: #4 and #5 a 4-5-7 each, #6 the first side has ELR 3 and SAN 4, as the other."""
    alice, bob, _ = people
    sides = side_of(("french",), 1, 0, "Vichy"), side_of(("french",), 3, 4, "Free French")
    await desk.open(EnteredDiceAllowed.ALWAYS, sides=sides)
    await desk.add("4-5-7")
    await desk.add("4-5-7", "H5", who=bob)
    await desk.ask(alice, change_terms(Changes(side="Vichy", elr=3, san=4)))
    return desk


@pytest.mark.parametrize(("location", "voided"), [("G5", [6, 7]), ("H5", [6])])
async def test_the_elr_of_one_side_is_not_the_others_though_both_field_one_nationality(
    vichy: Any, people: Any, location: str, voided: list[int]
) -> None:
    alice, _, _ = people
    await vichy.check("NMC", location=location, facts=FACTS, typed=(5, 4))
    entry = (await vichy.ask(alice, undo(6, "it is 1", Resting()))).link.entry
    voids = entry.events[2]["voids"] if entry.kind == "asked" else [*entry.voids]
    assert voids == voided


@pytest.mark.parametrize(("side", "voided"), [("Free French", [6, 7]), ("Vichy", [6])])
async def test_the_san_of_one_side_is_not_the_others_though_both_field_one_nationality(
    vichy: Any, people: Any, side: str, voided: list[int]
) -> None:
    alice, bob, _ = people
    who = alice if side == "Vichy" else bob
    await vichy.ask(who, roll_dr(Thrown("TH", side=side, typed=(1, 3))))
    entry = (await vichy.ask(alice, undo(6, "no SAN", Resting()))).link.entry
    voids = entry.events[2]["voids"] if entry.kind == "asked" else [*entry.voids]
    assert voids == voided
