"""A DSU in two battles of one day: what the rules let happen, a check for each, and what they do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.commands.table import PLAY_BEGINS, PlayClock, entropy_of

SEED = "# seed 0000000000000000000000000000000000000000000000000000000000000038"
TO_ORDERS = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign next",
)
TO_MOVEMENT = ("@greta /campaign hand waive item:all reason:none came", "@greta /campaign next")
NEXT = "@greta /campaign next"
SHEET, ROLL = "@greta /remo", "@greta [Roll]"
DAY = "@greta /campaign battle sector:D6 attackers:6. Panzer defenders:93rd result:won"


@pytest.fixture
async def orders(make_table: Any, step: Any) -> AsyncIterator[Any]:
    """The Orders phase of the sample, at a table whose dice fall the same each time."""
    async with make_table(clock=PlayClock(PLAY_BEGINS), entropy=entropy_of([SEED])) as table:
        await step(table, *TO_ORDERS)
        yield table


def told(outcome: Any) -> str:
    return str(outcome["posts"][0]["content"])


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


def checks(outcome: Any) -> dict[str, str]:
    """What a sheet tells of each RSU that checks."""
    lines = detail(outcome).split("**Who checks**")[0].split("\n")
    return {name.strip("*"): line for name, line in zip(lines[::2], lines[1::2], strict=False)}


async def test_who_attacked_by_day_attacks_by_night_and_checks_after_both(orders: Any, step: Any) -> None:
    await step(
        orders,
        "@axel /campaign orders text:PzGR 4 MOB; PzGR 114 MOB; PzR 11 MOB; night 6. Panzer E6",
        *TO_MOVEMENT,
        "@greta /campaign move dsu:6. Panzer sector:D6",
        NEXT,
        f"{DAY} captured:True",
        NEXT,
    )
    by_day = checks(await step(orders, SHEET))
    assert by_day["PzGR 4"] == "10 -2 elite +1 won = 9, holds 90 % (p5)"
    assert by_day["51 Rifle"] == "10 -3 other -1 lost = 6, holds 60 % (p5)"
    await step(orders, ROLL)
    night = await step(orders, NEXT)
    assert "**6. Panzer**\nnight attack on E6 takes place (p6)" in detail(night)
    await step(orders, "@greta /campaign move dsu:6. Panzer sector:E6")
    await step(
        orders,
        "@greta /campaign battle sector:E6 attackers:6. Panzer defenders:1st Guards Mech result:lost "
        "night:True",
    )
    by_night = checks(await step(orders, SHEET))
    assert by_night["PzGR 4"] == "10 -2 elite -1 lost = 7, holds 70 % (p5)"
    assert by_night["1 Guards Mechanized Brigade"] == "10 -2 elite +1 won = 9, holds 90 % (p5)"
    assert "51 Rifle" not in by_night
    await step(orders, ROLL)
    shown = told(await step(orders, "@anna /campaign dsu dsu:6. Panzer"))
    assert "fought (lost)" in shown


async def test_who_was_thrown_back_by_day_defends_again_by_night(orders: Any, step: Any) -> None:
    await step(
        orders,
        "@axel /campaign orders text:SS-PzGR 5 MOB; night Wiking E6",
        *TO_MOVEMENT,
        "@greta /campaign move dsu:6. Panzer sector:D6",
        NEXT,
        f"{DAY} captured:True",
        NEXT,
        SHEET,
        ROLL,
        "@greta /campaign retreat dsu:93rd sector:E6 reason:the scenario was lost",
        NEXT,
        "@greta /campaign move dsu:Wiking sector:E6",
    )
    defended = await step(
        orders,
        "@greta /campaign battle sector:E6 attackers:Wiking defenders:93rd, 1st Guards Mech result:lost "
        "night:True",
    )
    assert "93rd Rifle defends, won" in detail(defended)
    assert "10 -3 other +1 won = 8, holds 80 % (p5)" in checks(await step(orders, SHEET)).values()


async def test_who_was_attacked_by_day_attacks_nobody_by_night(orders: Any, step: Any) -> None:
    await step(
        orders,
        "@sam /campaign orders text:51 Rifle MOB; night 93rd Rifle D7",
        *TO_MOVEMENT,
        "@greta /campaign move dsu:6. Panzer sector:D6",
        NEXT,
        DAY,
        NEXT,
        SHEET,
        ROLL,
    )
    night = await step(orders, NEXT)
    assert "night attack on D7 falls away: the DSU was attacked first (p6)" in detail(night)
    assert told(await step(orders, "@greta /campaign move dsu:93rd sector:D7")).startswith("Refused: Day 1")


async def test_who_is_attacked_first_in_the_night_attacks_nobody_after_it(orders: Any, step: Any) -> None:
    await step(
        orders,
        "@axel /campaign orders text:SS-PzGR 9 MOB; night Wiking D4",
        "@sam /campaign orders text:217 Guards Rifle MOB; night 80th Guards C4",
        *TO_MOVEMENT,
        NEXT,
        NEXT,
        NEXT,
    )
    due = told(await step(orders, "@anna /campaign open"))
    assert "night attack of 5. SS-Panzer Wiking on D4" in due
    await step(
        orders,
        "@greta /campaign move dsu:80th Guards sector:C4",
        "@greta /campaign battle sector:C4 attackers:80th Guards defenders:Wiking result:lost night:True",
    )
    assert "night attack" not in told(await step(orders, "@anna /campaign open"))
    assert told(await step(orders, "@greta /campaign move dsu:Wiking sector:D4")).startswith("Refused: Day 1")


async def test_the_side_that_owns_a_sector_defends_it(orders: Any, step: Any) -> None:
    await step(orders, *TO_MOVEMENT, "@greta /campaign move dsu:6. Panzer sector:D6", NEXT)
    turned = "@greta /campaign battle sector:D6 attackers:93rd defenders:6. Panzer result:won"
    assert told(await step(orders, turned)) == (
        "Refused: D6 is of Soviet: the side that owns a sector defends it. (p6)"
    )


async def test_a_second_battle_by_day_is_fought_where_the_dsu_then_stands(orders: Any, step: Any) -> None:
    await step(
        orders,
        *TO_MOVEMENT,
        "@greta /campaign move dsu:6. Panzer sector:D6",
        "@greta /campaign move dsu:Gruppe Pape sector:E6",
        NEXT,
        DAY,
    )
    second = "@greta /campaign battle sector:E6 attackers:Pape defenders:93rd, 1st Guards Mech result:lost"
    assert told(await step(orders, second)) == "Refused: 93rd Rifle stands in D6, not in E6."
    assert told(await step(orders, DAY)) == "Refused: D6 saw a battle today; one a day. (p6)"
    retreat = "@greta /campaign retreat dsu:93rd sector:E6 reason:the scenario was lost"
    assert told(await step(orders, retreat)) == (
        "Refused: 93rd Rifle cannot retreat to E6; no sector beside D6 is open to it. allow: opens a "
        "friendly one in spite of an enemy there; without sector: the DSU is destroyed. (p5 p6)"
    )
    await step(orders, f"{retreat} allow:E6", second, NEXT)
    due = told(await step(orders, "@anna /campaign open"))
    assert "REMO checks of 93rd Rifle after its battle at D6" in due
    assert "REMO checks of 93rd Rifle after its battle at E6" in due
    first = checks(await step(orders, SHEET))
    assert first["51 Rifle"] == "10 -3 other -1 lost = 6, holds 60 % (p5)"
    assert first["Kampfgruppe 1"] == "10 -3 other -1 lost = 6, holds 60 % (p5)"
    rolled = detail(await step(orders, ROLL))
    held = [name for name in ("51 Rifle", "129 Rifle", "266 Rifle") if f"**{name}**" in rolled]
    assert held == ["51 Rifle", "129 Rifle", "266 Rifle"]
    again = await step(orders, SHEET)
    for line in checks(again).values():
        assert line == "10 -3 other +1 won = 8, holds 80 % (p5)"
    assert "after the battle at E6: 93rd Rifle" in detail(again)
    await step(orders, ROLL)
    assert "REMO checks" not in told(await step(orders, "@anna /campaign open"))
