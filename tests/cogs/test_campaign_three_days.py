"""Three days of the sample, typed as commands at a still clock, with the dice of one seed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.commands.table import PLAY_BEGINS, PlayClock, entropy_of

SEED = "# seed 0000000000000000000000000000000000000000000000000000000000000035"
FIRST_DAY = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign hand rsu rsu:GR 284 reason:losses of December leg:100",
)
FIRST_CHECKS = (
    "@greta /campaign hand record topic:weather text:snow reason:rolled by mail",
    "@greta /campaign next",
    "@axel /campaign orders text:3. SS-Panzer Totenkopf MOB; 5. SS-Panzer Wiking MOB; "
    "6. Panzer DEF; 96. Infanterie DEF; GR 287 RES; consolidate GR 283 + GR 284",
    "@sam /campaign orders text:34th Guards Rifle DEF; 80th Guards Rifle DEF; 93rd Rifle MOB; "
    "18th Tank Corps DEF; 5th Guards Cavalry Corps DEF",
    "@greta /campaign hand waive item:all reason:they stand where they stand",
    "@greta /campaign next",
    "@greta /campaign move dsu:Totenkopf sector:D2",
    "@greta /campaign move dsu:Wiking sector:D4",
    "@greta /campaign move dsu:93rd sector:D5",
    "@greta /campaign next",
    "@greta /campaign battle sector:D2 attackers:Totenkopf defenders:34th result:won captured:True a"
    "rmour:attackers",
    "@greta /campaign battle sector:D4 attackers:Wiking defenders:80th result:won armour:attackers",
    "@greta /campaign battle sector:D5 attackers:93rd defenders:6. Panzer result:lost armour:defenders",
    "@greta /campaign losses text:103 Guards: leg 260; 105 Guards: leg 260; 107 Guards: leg 260; "
    "217 Guards: leg 260; 230 Guards: leg 260; 232 Guards: leg 260; SS-PzR 5: hard 50; "
    "51 Rifle: leg 100",
    "@greta /campaign next",
    "@greta /remo",
    "@greta [Roll]",
)
FIRST_RETREAT = ("@greta /campaign retreat dsu:34th",)
THROUGH_THE_OVERSTACK = ("@greta /campaign retreat",)
TO_RECOVERY = (
    "@greta /campaign retreat dsu:93rd reason:thrown back",
    "@greta /campaign next",
    "@greta /campaign next",
    "@greta /campaign hand armour of:Wiking reason:its armour stood idle most:0",
    "@greta /campaign recovery",
)
RECOVERED = ("@greta [Roll]",)
SECOND_DAY = (
    "@greta /campaign next",
    "@greta /campaign next",
    "@axel /campaign orders text:5. SS-Panzer Wiking MOB; 711. Infanterie MOB; "
    "night 711. Infanterie E4; Gruppe Pape MOB; night Gruppe Pape E5",
    "@sam /campaign orders text:1st Guards Mechanized Corps MOB; 18th Tank Corps DEF; "
    "5th Guards Cavalry Corps DEF",
    "@greta /campaign hand waive item:all reason:they stand where they stand",
    "@greta /campaign hand rsu rsu:IR 1 reason:deserted in the night state:shattered",
    "@greta /campaign hand rsu rsu:IR 2 reason:deserted in the night state:shattered",
    "@greta /campaign hand rsu rsu:IR 3 reason:deserted in the night state:shattered",
    "@greta /campaign hand sector sector:C7 side:soviet reason:found empty by patrols",
    "@greta /campaign next",
    "@greta /campaign move dsu:1st Guards Mech sector:D7",
)
DESTROYED = ("@greta /campaign retreat",)
SECOND_CHECKS = (
    "@greta /campaign move dsu:Wiking sector:E4",
    "@greta /campaign next",
    "@greta /campaign battle sector:E4 attackers:Wiking defenders:18th,5th Guards Cav result:drawn a"
    "rmour:both",
    "@greta /campaign next",
    "@greta /remo",
    "@greta [Roll]",
)
BY_NIGHT = (
    "@greta /campaign next",
    "@greta /campaign move dsu:Pape sector:E5",
    "@greta /campaign battle sector:E5 attackers:Pape defenders:93rd result:won captured:True night:True",
)
NIGHT_CHECKS = (
    "@greta /remo",
    "@greta [Roll]",
)
SECOND_RECOVERY = (
    "@greta /campaign next",
    "@greta /campaign recovery",
    "@greta [Roll]",
    "@greta /campaign next",
)
THIRD_DAY = (
    "@greta /campaign next",
    "@greta /campaign hand waive item:all reason:a day of rest",
    "@greta /campaign next",
    "@greta /campaign next",
    "@greta /campaign next",
    "@greta /campaign next",
    "@greta /campaign next",
    "@greta /campaign recovery",
    "@greta [Roll]",
    "@greta /campaign next",
    "@greta /game end",
    "@axel [Agree]",
    "@sam [Agree]",
)


@pytest.fixture
async def campaign(make_table: Any) -> AsyncIterator[Any]:
    async with make_table(clock=PlayClock(PLAY_BEGINS), entropy=entropy_of([SEED])) as made:
        yield made


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


async def waits(step: Any, table: Any) -> list[str]:
    """What the phase waits for, as an onlooker reads it."""
    lines = told(await step(table, "@anna /campaign open"))[1].split("\n")
    return [line for line in lines if line.startswith(("- ", "Nothing"))]


async def test_three_days_with_five_battles_an_overstack_a_dsu_destroyed_and_a_consolidation(
    campaign: Any, step: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await step(campaign, *FIRST_DAY)
    batch = await step(campaign, *FIRST_CHECKS)
    assert "REMO: 18 checks: 9 hold, 9 shatter" in told(batch)[1]
    assert "10 -1 SS Panzer +1 won -1 below 75 % (68.7 %) = 9, die 10: shattered" in detail(batch)
    assert await waits(step, campaign) == [
        "- the retreat of 80th Guards Rifle from D4",
        "- the retreat of 34th Guards Rifle from D2",
    ]
    first = await step(campaign, *FIRST_RETREAT)
    assert "1. E2: room, towards a friendly edge (taken)\n2. D1: room" in detail(first)
    chain = await step(campaign, *THROUGH_THE_OVERSTACK)
    assert "retreats from D4 to E4: an overstack with 18th Tank Corps, 5th Guards Cavalry" in detail(chain)
    assert "**170 Tank Brigade**\n10 -2 elite = 8, die 10: shattered, goes to RES" in detail(chain)
    assert "retreats from E4 to F4" in detail(chain)
    assert await waits(step, campaign) == ["Nothing is open: /campaign next"]
    sheet = await step(campaign, *TO_RECOVERY)
    assert "**SS-PzGR 9**\nno armour replacements: the GoW refused" in detail(sheet)
    recovered = await step(campaign, *RECOVERED)
    assert "takes in GR 284, which is disbanded: 420/420 SP" in detail(recovered)
    assert "3 are disbanded, 7 recover" in told(recovered)[1]
    _, gone = told(await step(campaign, "@anna /campaign rsu rsu:GR 284"))
    assert gone.startswith("**GR 284**\nout of play\n")
    assert gone.endswith(": disbanded, taken in by GR 283 (p5)")

    entered = await step(campaign, *SECOND_DAY)
    assert "no defender stays: no battle, Soviet takes it" in detail(entered)
    assert told(await step(campaign, "@greta /campaign next"))[1] == (
        "Refused: Movement waits for:\n- the retreat of Hungarian 25th Infantry from D7\n"
        "Done by /campaign retreat."
    )
    destroyed = await step(campaign, *DESTROYED)
    assert "IR 1, IR 2, IR 3 gone, 1080 SP lost" in detail(destroyed)
    assert "13 checks: 11 hold, 2 shatter" in told(await step(campaign, *SECOND_CHECKS))[1]
    night = await step(campaign, *BY_NIGHT)
    assert "night battle: Gruppe Pape attacks, won; 93rd Rifle defends, lost" in detail(night)
    assert told(await step(campaign, "@greta /campaign next"))[1] == (
        "Refused: Night waits for:\n"
        "- REMO checks of Gruppe Pape after its battle at E5\n"
        "- REMO checks of 93rd Rifle after its battle at E5\n"
        "Done by /remo."
    )
    assert "4 checks: 2 hold, 2 shatter" in told(await step(campaign, *NIGHT_CHECKS))[1]
    await step(campaign, *SECOND_RECOVERY)
    _, standing = told(await step(campaign, "@anna /campaign standing"))
    assert standing.split("\n")[1:3] == [
        "Day 3                 SP  today  start",
        "Axis                5720     +0  -1660",
    ]
    assert "Soviet              4340     +0  -2000" in standing
    _, grid = told(await step(campaign, "@anna /campaign map"))
    assert grid.split("\n")[1:9] == [
        "  A     B     C     D     E     F",
        "1 a     a     a     s     s     s",
        "2 a     a     a     ao    sx    s",
        "3 a     a     a     ao    s     s",
        "4 a     ao    a     a     soxX  sx",
        "5 a     a     a     ao    aox   s",
        "6 a     a     a     s     s     s",
        "7 a     a     s     sx    s     s",
    ]
    assert all(len(line) <= 38 for line in grid.split("\n"))
    ended = await step(campaign, *THIRD_DAY)
    assert "Game ended, the seed is revealed" in told(ended)[1]
    database, file = str(tmp_path / "table.db"), str(tmp_path / "campaign.jsonl")
    assert main(["export", "1", "--database", database, "-o", file]) == 0
    capsys.readouterr()
    assert main(["verify", file]) == 0
    assert "57 draws follow from the seeds revealed and the cuts." in capsys.readouterr().out


async def test_a_strength_found_wrong_decides_one_check_again_with_its_die(
    campaign: Any, step: Any, tmp_path: Path
) -> None:
    await step(campaign, *FIRST_DAY, *FIRST_CHECKS)
    wrong = "/campaign hand batch entry:21 rsu:SS-PzR 5 hard:130 reason:the file said 20 lost"
    assert told(await step(campaign, f"@axel {wrong}"))[1] == (
        "Refused: This is for the game masters (GoW) of the campaign."
    )
    assert told(await step(campaign, f"@greta {wrong.replace('130', '100')}"))[1] == (
        "Refused: #21 was ruled so; say what changes."
    )
    asked = await step(campaign, f"@greta {wrong}")
    assert told(asked)[1].startswith("#22 Is #21 to be amended?")
    assert "hard SP of SS-PzR 5: 100/150 → 130/150" in detail(asked)
    assert "**SS-PzR 5**\n10 -1 SS Panzer +1 won = 10, die 10: holds" in detail(asked)
    await step(campaign, "@axel [Agree]")
    amended = await step(campaign, "@sam [Agree]")
    assert told(amended)[1].startswith("#24 REMO: 18 checks: 10 hold, 8 shatter")
    await step(campaign, "@greta /campaign hand rsu rsu:SS-PzR 5 hard:130 reason:the file said 20 lost")
    _, regiment = told(await step(campaign, "@anna /campaign rsu rsu:SS-PzR 5"))
    assert "SS Panzer, fatigue 0, good order, MOB" in regiment
    assert "#21" not in regiment
    assert await waits(step, campaign) == [
        "- the retreat of 80th Guards Rifle from D4",
        "- the retreat of 34th Guards Rifle from D2",
    ]
    await step(campaign, "@greta /game end", "@axel [Agree]", "@sam [Agree]")
    database, file = str(tmp_path / "table.db"), str(tmp_path / "campaign.jsonl")
    assert main(["export", "1", "--database", database, "-o", file]) == 0
    assert main(["verify", file]) == 0
