"""Battles and their losses: what is reported, what is refused, and how losses are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

TO_COMBAT = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign next",
    "@greta /campaign hand waive item:all reason:none came",
    "@greta /campaign next",
    "@greta /campaign move dsu:Totenkopf sector:D2",
    "@greta /campaign next",
)
BATTLE = "/campaign battle sector:D2 attackers:Totenkopf defenders:34th result:won"


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


@pytest.fixture
async def combat(table: Any, say: Any) -> Any:
    await say(table, *TO_COMBAT)
    return table


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        (BATTLE.replace("D2", "Z9"), "The map has the sectors A1 to F7, not Z9."),
        (BATTLE.replace("34th", "80th"), "80th Guards Rifle stands in D4, not in D2."),
        (
            BATTLE.replace("34th", "Totenkopf"),
            "A battle has attackers of one side and defenders of the other.",
        ),
        (f"{BATTLE} captured:True".replace("won", "lost"), "D2 is captured by attackers that won."),
        (f"{BATTLE} night:True", "Day 1 is in combat; this is done in night. (p5)"),
        (BATTLE.replace("34th", "Guards"), "Guards may be 80th Guards Rifle, 34th Guards Rifle,"),
    ],
)
async def test_a_battle_that_cannot_be_is_refused(
    combat: Any, say: Any, entered: Any, command: str, wrong: str
) -> None:
    only, refused = told(await say(combat, f"@greta {command}"))
    assert only == "greta"
    assert wrong in refused
    assert len(entered()) == len(TO_COMBAT)


async def test_a_sector_sees_one_battle_a_day(combat: Any, say: Any) -> None:
    await say(combat, f"@greta {BATTLE}")
    assert told(await say(combat, f"@greta {BATTLE}"))[1] == (
        "Refused: D2 saw a battle today; one a day. (p6)"
    )


async def test_a_captured_sector_is_the_attackers_and_brings_armour_where_it_fought(
    combat: Any, say: Any
) -> None:
    reported = await say(combat, f"@greta {BATTLE} captured:True armour:attackers")
    assert "3. SS-Panzer Totenkopf attacks, won, with armour; 34th Guards Rifle defends, lost" in detail(
        reported
    )
    assert "taken for Axis by 3. SS-Panzer Totenkopf" in detail(reported)
    _, shown = told(await say(combat, "@anna /campaign dsu dsu:Totenkopf"))
    assert "Today: moved, fought (won), captured a sector" in shown


async def test_losses_are_written_as_people_write_them(combat: Any, say: Any) -> None:
    lines = "103 Guards: leg 200, heavy 5; 105 Guards Rifle, 10 leg; SS-PzR 3: hard=20"
    entered = await say(combat, f"@greta /campaign losses text:{lines} reason:battle at D2")
    told_ = detail(entered)
    assert told(entered)[1] == ("#9 Day 1, losses: Soviet loses 215 SP in 2 RSUs, Axis loses 20 SP in 1 RSU")
    remain = "155/360 SP (leg 90/290, heavy 65/70) remain"
    assert f"**103 Guards Rifle**\nloses 205 SP (leg 200, heavy 5); {remain} (by <@" in told_
    assert "loses 10 SP (leg 10); 350/360 SP (leg 280/290, heavy 70/70) remain" in told_
    assert "loses 20 SP (hard 20); 140/160 SP (heavy 10/10, hard 130/150) remain" in told_
    assert ": battle at D2)" in told_


async def test_what_is_entered_by_hand_tells_what_it_changes(combat: Any, say: Any) -> None:
    by_hand = "@greta /campaign hand rsu rsu:103 Guards reason:the file was read wrong"
    lost = await say(combat, f"{by_hand} leg:90")
    assert "loses 200 SP (leg 200); 160/360 SP (leg 90/290, heavy 70/70) remain" in detail(lost)
    changed = await say(combat, f"{by_hand} leg:100 heavy:60 fatigue:2 state:shattered")
    assert (
        "leg 90/290 → 100/290, heavy 70/70 → 60/70, fatigue 0 → 2, state good order → shattered, "
        "order none → RES: 160/360 SP (leg 100/290, heavy 60/70), shattered, fatigue 2 (by <@"
    ) in detail(changed)


async def test_an_rsu_that_is_not_shattered_after_all_has_the_order_of_today_again(
    table: Any, say: Any
) -> None:
    orders = "@sam /campaign orders text:103 Guards DEF; 107 Guards RES"
    await say(table, *TO_COMBAT[:4], orders, *TO_COMBAT[4:])
    held = {}
    for rsu in ("103 Guards", "105 Guards", "107 Guards"):
        by_hand = f"@greta /campaign hand rsu rsu:{rsu} reason:read wrong state:"
        await say(table, f"{by_hand}shattered")
        held[rsu] = detail(await say(table, f"{by_hand}good_order")).splitlines()[1].partition(":")[0]
    assert held == {
        "103 Guards": "state shattered → good order, order RES → DEF",
        "105 Guards": "state shattered → good order, order RES → none",
        "107 Guards": "state shattered → good order",
    }


async def test_losses_come_as_csv_too(combat: Any, say: Any, tmp_path: Path) -> None:
    file = tmp_path / "losses.csv"
    file.write_text("rsu,leg,heavy,hard\n103 Guards Rifle,200,5,\nSS-PzR 3,,,20\n", encoding="utf-8")
    entered = await say(combat, f"@greta uploads {file}", "@greta /campaign losses file:losses.csv")
    assert "155/360 SP (leg 90/290, heavy 65/70)" in detail(entered)
    assert "140/160 SP (heavy 10/10, hard 130/150)" in detail(entered)


async def test_losses_that_cannot_be_are_all_told_and_none_is_entered(
    combat: Any, say: Any, entered: Any
) -> None:
    assert (await say(combat, "@greta /campaign losses"))["modal"]["title"] == "SP lost, a line an RSU"
    lines = "\n".join(
        (
            "103 Guards: leg 291",
            "105 Guards: tanks 3",
            "107 Guards: leg 1, leg 2",
            "GR 283",
            "Nobody: leg 1",
            "217 Guards: leg 1",
            "217 Guards: leg 2",
        )
    )
    only, refused = told(await say(combat, f"@greta fills lines:{lines}"))
    assert only == "greta"
    wrong = "needs kinds of platoons with their SP, leg, heavy, hard, each once; not"
    said, typed = refused.split("What you wrote, to copy and mend:\n")
    assert said.rstrip().split("\n") == [
        "Refused: Nothing is entered until every line is right.",
        "line 1, 103 Guards: leg 291: has 290 SP leg and cannot lose 291",
        f"line 2, 105 Guards: tanks 3: {wrong} tanks 3",
        f"line 3, 107 Guards: leg 1, leg 2: {wrong} leg 2",
        "line 4, GR 283: needs NAME: KIND SP, KIND SP",
        "line 5, Nobody: leg 1: Nothing in play is called Nobody. /rsu show lists everything.",
        "line 7, 217 Guards: leg 2: 217 Guards Rifle stands there twice",
    ]
    assert lines in typed
    assert len(entered()) == len(TO_COMBAT)


async def test_losses_may_come_until_the_checks_are_rolled(combat: Any, say: Any) -> None:
    await say(combat, f"@greta {BATTLE}")
    reminded = "No losses are entered of D2: /campaign losses"
    assert reminded in told(await say(combat, "@greta /campaign open"))[1]
    await say(combat, "@greta /campaign next")
    assert reminded in told(await say(combat, "@greta /campaign open"))[1]
    late = await say(combat, "@greta /campaign losses text:103 Guards: leg 200")
    assert told(late)[1].startswith("#11 Day 1, losses: 103 Guards Rifle: loses 200 SP (leg 200)")
    assert "No losses" not in told(await say(combat, "@greta /campaign open"))[1]
    sheet = await say(combat, "@greta /remo")
    assert "**103 Guards Rifle**\n10 -2 elite -1 lost -2 below 50 % (44.4 %) = 5" in detail(sheet)
    await say(combat, "@greta [Roll]")
    _, refused = told(await say(combat, "@greta /campaign losses text:105 Guards: leg 10"))
    assert refused.split("\n")[1] == (
        "line 1, 105 Guards: leg 10: its REMO check is rolled; /campaign hand rsu enters what it has, "
        "/campaign hand batch decides the check again"
    )


async def test_lines_that_are_wrong_come_back_to_be_mended(combat: Any, say: Any) -> None:
    _, refused = told(
        await say(combat, "@greta /campaign losses text:103 Guards: leg 2; 105 Guards: tanks 3")
    )
    assert "What you wrote, to copy and mend:\n```\n103 Guards: leg 2; 105 Guards: tanks 3\n```" in refused


async def test_each_battle_counts_with_its_own_result_on_the_sheet(table: Any, say: Any) -> None:
    await say(table, *TO_COMBAT[:-1])
    await say(
        table,
        "@greta /campaign move dsu:93rd sector:D5",
        "@greta /campaign next",
        f"@greta {BATTLE}",
        "@greta /campaign battle sector:D5 attackers:93rd defenders:6. Panzer result:won",
        "@greta /campaign next",
    )
    sheet = await say(table, "@greta /remo")
    assert "**PzGR 4**\n10 -2 elite -1 lost = 7, holds 70 % (p5)" in detail(sheet)
    assert "**SS-PzGR 5**\n10 -1 SS Panzer +1 won = 10, holds 100 % (p5)" in detail(sheet)
