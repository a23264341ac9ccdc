"""Nothing that anyone does before a die falls chooses it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.operations.answering import answer
from bot.operations.campaign import open_sample
from bot.operations.dr import Thrown, roll_dr
from bot.operations.opening import appoint_host, take_seat
from bot.operations.remo import sheet_of_named
from bot.operations.rolling import DiceWanted, roll
from bot.operations.roster import Recruits, add_units
from bot.play import game as games
from rules.konrad.formations import Scenario

FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False}
KNOWN = {"facts": FACTS}


async def thrown(desk: Any, people: Any, **grind: Any) -> list[Any]:
    """The dice of a NMC on three squads and of a DR, with whatever the host may vary besides."""
    alice, bob, _ = people
    await desk.open()
    desk.now += timedelta(seconds=grind.get("seconds", 0))
    name, place = grind.get("name"), grind.get("place", "G5")
    await desk.ask(alice, add_units(Recruits(None, "4-6-7", (), 3, name, place)))
    for _ in range(grind.get("idle", 0)):
        caller = desk.caller(alice)
        await desk.referee.enter(
            type(caller)(caller.request, alice, 1, 500, "/game host", manages=True), appoint_host(bob)
        )
    await desk.check("NMC", bob, location=place, **KNOWN)
    await desk.ask(alice, roll_dr(Thrown(grind.get("purpose"))))
    links = await desk.store.read(lambda tx: list(tx.entries(1)))
    return [(draw.name, draw.n, draw.faces) for link in links for draw in link.entry.dice]


@pytest.mark.parametrize(
    "grind",
    [
        {"seconds": 1},
        {"seconds": 86400},
        {"name": "Oberst Großmann"},
        {"place": "H6/2"},
        {"purpose": "please a two"},
        {"idle": 1},
        {"idle": 7},
        {"seconds": 5, "name": "x", "place": "A1", "purpose": "y", "idle": 3},
    ],
    ids=str,
)
async def test_nothing_that_a_host_can_vary_changes_a_die(
    make_desk: Any, people: Any, tmp_path: Path, grind: dict[str, Any]
) -> None:
    async with make_desk(tmp_path / "plain.db") as desk:
        plain = await thrown(desk, people)
    async with make_desk(tmp_path / "ground.db") as desk:
        ground = await thrown(desk, people, **grind)
    assert [name for name, *_ in plain][:3] == ["mc:1", "mc:2", "mc:3"]
    assert ground == plain


async def sheeted(desk: Any, people: Any, withdrawn: int) -> list[Any]:
    """The dice of a REMO batch after so many sheets of it that were withdrawn."""
    alice, bob, _ = people
    await desk.ask(alice, open_sample(solo=False))
    await desk.posted(1)
    state = await desk.store.read(lambda tx: games.held(tx, 1))
    for who, seat in zip((alice, bob), state.seats, strict=True):
        await desk.ask(who, take_seat(seat.side.name))
    rsus = [named.name for named in state.names][1:3]
    for _ in range(withdrawn):
        asked = await desk.ask(alice, sheet_of_named(rsus, next(iter(Scenario))))
        await desk.ask(alice, answer(1, asked.link.entry.seq, "withdraw"))
    asked = await desk.ask(alice, sheet_of_named(rsus, next(iter(Scenario))))
    rolled = await desk.ask(alice, answer(1, asked.link.entry.seq, "roll"))
    return [(draw.name, draw.n, draw.faces) for draw in rolled.link.entry.dice]


async def test_sheets_made_and_withdrawn_until_one_pleases_change_no_die(
    make_desk: Any, people: Any, tmp_path: Path
) -> None:
    async with make_desk(tmp_path / "one.db") as desk:
        one = await sheeted(desk, people, 0)
    async with make_desk(tmp_path / "four.db") as desk:
        assert await sheeted(desk, people, 3) == one
    assert one


async def test_a_free_roll_asked_for_again_is_another_draw_and_both_stand(
    desk: Any, people: Any, check: Any, exported: Any
) -> None:
    await desk.open()
    for _ in range(3):
        await desk.ask(people[0], roll(DiceWanted(1, 6)))
    await desk.end()
    found = check(await exported(desk))
    assert (found.entries, found.dice) == (8, 3)
