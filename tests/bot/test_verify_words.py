"""However the words of a command were typed, verify reads an honest entry as its command made it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.operations.berserk import Charge, charge
from bot.operations.dr import Thrown, roll_dr
from bot.operations.editing import Chosen, State, set_units
from bot.operations.roster import Recruits, add_units
from bot.operations.single import One
from bot.verify import Verified
from rules.refusal import Refused

ALICE, BOB = 11, 22
NO_BREAK, NO_WIDTH = "\u00a0", "\u200b"


@pytest.fixture
async def verified(
    desk: Any, exported: Callable[[Any], Awaitable[bytes]], check: Callable[..., Verified]
) -> Callable[[], Awaitable[int]]:
    """Ends the game and gives how many entries verify told again."""

    async def ended() -> int:
        await desk.end()
        return check(await exported(desk)).entries

    return ended


@pytest.mark.parametrize("space", [NO_BREAK, f" {NO_WIDTH}", f"{NO_BREAK}{NO_WIDTH}"])
async def test_drm_stand_apart_at_whatever_space_was_typed(desk: Any, verified: Any, space: str) -> None:
    await desk.open()
    answer = await desk.ask(ALICE, roll_dr(Thrown("IFT", drm=f"+2 stone wall{space}-1 FFMO")))
    (drms, *_) = (event["drms"] for event in answer.link.entry.events if "drms" in event)
    assert [(drm["what"], drm["value"]) for drm in drms] == [("stone wall", 2), ("FFMO", -1)]
    assert await verified() == 6


async def test_a_dr_of_one_die_has_its_leader_and_heroes(desk: Any, verified: Any) -> None:
    await desk.open()
    answer = await desk.ask(ALICE, roll_dr(Thrown("CC", 1, leader="8-1", heroes=2)))
    (event,) = answer.link.entry.events
    assert (event["led"], event["heroes"]) == ("8-1", 2)
    assert [drm["value"] for drm in event["drms"]] == [-1, -2]
    assert await verified() == 6


@pytest.fixture
async def berserk(desk: Any) -> Any:
    """German A, #1, is berserk beside B, #2; the Russian X, #3, stands in H6."""
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.ask(BOB, add_units(Recruits(None, "4-4-7", (), 1, "X", "H6")))
    await desk.ask(ALICE, set_units(Chosen(("A",)), State(("berserk",), None, None), "it charges"))
    return desk


@pytest.mark.parametrize(
    ("enemies", "who"),
    [
        ("#3 3", {"id": "3", "distance": 3}),
        ("#9 3", {"id": "#9", "distance": 3}),
        (f"tank{NO_BREAK}5{NO_BREAK}round 6", {"id": "tank", "distance": 5, "way_round": 6}),
        (f"Tank{NO_WIDTH}A 3 concealed", {"id": "TankA", "distance": 3, "concealed": True}),
    ],
)
async def test_a_charge_is_told_again_at_the_enemies_it_named(
    berserk: Any, verified: Any, enemies: str, who: dict[str, Any]
) -> None:
    answer = await berserk.ask(ALICE, charge(One("A"), Charge(enemies, f"LMG{NO_BREAK}5 1")))
    assert answer.link.entry.inputs["given"]["enemies"] == [who]
    assert await verified() == 9


@pytest.mark.parametrize("number", ["1", "3", "9"])
async def test_no_enemy_is_named_by_a_bare_number_which_may_be_that_of_a_friend(
    berserk: Any, number: str
) -> None:
    with pytest.raises(Refused, match=f"{number} names no enemy; a unit's number is written #{number}"):
        await berserk.ask(ALICE, charge(One("A"), Charge(f"{number} 3")))
