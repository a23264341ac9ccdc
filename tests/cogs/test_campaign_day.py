"""A whole day typed as commands: the example of K8, with dice that fall as it tells the outcomes."""

from __future__ import annotations

from typing import Any

import aiohttp

SET_UP = (
    "@greta /campaign new label:K8",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign import file:k8.csv",
)
TO_CHECKS = (
    "@greta /campaign next",
    "@axel /campaign orders text:5SS MOB",
    "@sam /campaign orders text:217 DEF; 230 DEF; 232 RES",
    "@greta /campaign hand waive item:all reason:96 and 711 need none",
    "@greta /campaign next",
    "@greta /campaign move dsu:5SS sector:D5",
    "@greta /campaign move dsu:711 sector:C5",
    "@greta /campaign next",
    "@greta /campaign battle sector:D5 attackers:5SS defenders:80G result:won captured:True armour:attackers",
    "@greta /campaign losses text:germania: leg 35, heavy 6, hard 4; 217: leg 100",
    "@greta /campaign next",
)
ROLLED = ("@greta /remo", "@greta [Roll]")
TO_RECOVERY = (
    "@greta /campaign retreat dsu:80G reason:the scenario was lost",
    "@greta /campaign next",
    "@greta /campaign next",
)
RECOVERED = ("@greta /campaign recovery", "@greta [Roll]")


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


async def test_the_sheet_lists_who_fought_or_moved_and_tells_why_others_are_left_out(
    day: Any, step: Any
) -> None:
    """K8.01."""
    sheet = await step(day, *SET_UP, *TO_CHECKS, "@greta /remo")
    assert told(sheet)[1].startswith("#16 REMO sheet: 6 RSUs to check; the GoW roll the whole batch")
    assert detail(sheet).split("\n") == [
        "**germania**",
        "10 -1 SS Panzer +1 won -1 fatigue 1 -1 below 75 % (72.0 %) = 8, holds 80 % (p5)",
        "**westland**",
        "10 -1 SS Panzer +1 won -2 fatigue 2 -2 below 50 % (48.0 %) = 6, holds 60 % (p5)",
        "**sspz5**",
        "10 -1 SS Panzer +1 won -1 fatigue 1 -1 below 75 % (68.7 %) = 8, holds 80 % (p5)",
        "**217**",
        "10 -2 elite -1 lost -2 fatigue 2 -3 below 30 % (27.7 %) = 2, holds 20 % (p5)",
        "**230**",
        "10 -2 elite -1 lost -1 fatigue 1 -1 below 75 % (69.4 %) = 5, holds 50 % (p5)",
        "**731**",
        "10 -3 other = 7, holds 70 % (p5)",
        "**Who checks**",
        "after the battle at D5: 5SS, 80G",
        "after its move: 711",
        "**Left out**",
        "in RES: 232",
        "its DSU neither fought nor moved: 96",
    ]


async def test_the_batch_shatters_three_and_sends_nobody_back(day: Any, step: Any) -> None:
    """K8.02: 232 in reserve keeps 80G in place."""
    batch = await step(day, *SET_UP, *TO_CHECKS, *ROLLED)
    assert told(batch)[1].startswith("#17 REMO: 6 checks: 3 hold, 3 shatter")
    lines = detail(batch).split("\n")
    ends = dict(zip(lines[::2], [line.rsplit(": ", 1)[1] for line in lines[1::2]], strict=True))
    assert ends == {
        "**germania**": "holds (p5)",
        "**westland**": "shattered, goes to RES (p5)",
        "**sspz5**": "holds (p5)",
        "**217**": "shattered, goes to RES (p5)",
        "**230**": "shattered, goes to RES (p5)",
        "**731**": "holds (p5)",
    }
    assert told(await step(day, "@anna /campaign open"))[1] == (
        "```\nDay 1, checks\nNothing is open: /campaign next\nBoth sides stand in D5.\n"
        "/campaign retreat orders a DSU back, with dsu: and reason:\n```"
    )


async def test_recovery_goes_in_its_order_and_each_award_shows_what_was_lost(day: Any, step: Any) -> None:
    """K8.03."""
    recovery = await step(day, *SET_UP, *TO_CHECKS, *ROLLED, *TO_RECOVERY, *RECOVERED)
    lines = detail(recovery).split("\n")
    assert lines[:6] == [
        "**germania**",
        "armour: 20 % of 140 = 28, so 28 SP; 9 placed, 19 lost: from 360 SP to 369/500 SP "
        "(leg 265/380, heavy 74/90, hard 30/30) (p5)",
        "**sspz5**",
        "armour: 20 % of 50 = 10, so 10 SP; 10 placed, 0 lost: from 110 SP to 120/160 SP "
        "(heavy 0/10, hard 120/150) (p5)",
        "**232**",
        "no infantry replacements: its DSU was forced to retreat today (p5)",
    ]
    assert [line.split(", die")[0] for line in lines[7::2]] == [
        "10 -1 SS Panzer -2 fatigue 2 -2 below 50 % (48.0 %) = 5",
        "10 -2 elite -2 fatigue 2 -3 below 30 % (27.7 %) +1 Soviet = 4",
        "10 -2 elite -1 fatigue 1 -1 below 75 % (69.4 %) +1 Soviet = 7",
    ]
    assert [line.rsplit(": ", 1)[1] for line in lines[7::2]] == [
        "recovers (p5)",
        "disbanded, 100 SP lost (p5)",
        "disbanded, 250 SP lost (p5)",
    ]
    _, standing = told(await step(day, "@anna /campaign standing"))
    assert "Axis                1729    -26    -26" in standing
    assert "Soviet               340   -450   -450" in standing


async def test_a_consolidation_noted_in_orders_saves_a_regiment(day: Any, step: Any) -> None:
    """K8.04."""
    to_checks = [line.replace("232 RES", "232 RES; consolidate 230 + 217") for line in TO_CHECKS]
    sheet = await step(day, *SET_UP, *to_checks, *ROLLED, *TO_RECOVERY, "@greta /campaign recovery")
    assert "**230**\ntakes in 217, which is disbanded: 350/360 SP (leg 350/360); 0 SP lost" in detail(sheet)
    assert "10 -2 elite -1 fatigue 1 +1 Soviet = 8, recovers 80 % (p5)" in detail(sheet)
    assert (
        "**After Recovery, of 230 and 217**\n"
        "consolidated: 350 SP for certain (p5)\n"
        "left alone: 215 SP on the average, 0 to 350 (p5)"
    ) in detail(sheet)


async def test_the_diary_of_a_day_that_has_just_begun_names_the_day_before(day: Any, step: Any) -> None:
    await step(day, *SET_UP, *TO_CHECKS, *ROLLED, *TO_RECOVERY, *RECOVERED, "@greta /campaign next")
    _, says = told(await step(day, "@anna /campaign diary"))
    assert says == "The diary of day 2. Nothing is told of it yet; day:1 has the day before."
    assert told(await step(day, "@anna /campaign diary day:1"))[1] == "The diary of day 1."


async def test_a_batch_is_never_void_and_says_how_it_is_amended(day: Any, step: Any) -> None:
    batch = told(await step(day, *SET_UP, *TO_CHECKS, *ROLLED))[1].split(" ", 1)[0].removeprefix("#")
    _, says = told(await step(day, f"@greta /undo entry:{batch} reason:the wrong day"))
    assert says == (
        f"Refused: #{batch} is a batch, which is never rolled anew. Where it rests on what is struck, "
        f"stays:{batch} has it stand; its strengths are amended with /campaign hand batch."
    )


async def test_the_diary_tells_the_day_in_sentences(day: Any, step: Any) -> None:
    await step(day, *SET_UP, *TO_CHECKS, *ROLLED, *TO_RECOVERY, *RECOVERED)
    outcome = await step(day, "@anna /campaign diary")
    (attachment,) = outcome["posts"][0]["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        text = (await response.read()).decode()
    assert text.split("\n\n")[0] == "Day 1"
    assert "Movement. 5SS moved from C4 to D5. 711 moved from B5 to C5." in text
    assert "Combat. 5SS attacked 80G at D5 and won. D5 fell to Axis." in text
    assert "The day went on without orders of 96 and 711: 96 and 711 need none." in text
    assert "germania (45 SP, 360 left) and 217 (100 SP, 100 left) took losses (the battles of day 1)." in text
    assert "germania, sspz5 and 731 held." in text
    assert "80G fell back from D5 to E5." in text
    assert "germania (9 SP) and sspz5 (10 SP) received armour." in text


async def test_a_phase_says_what_is_done_in_it(day: Any, step: Any) -> None:
    entered = await step(day, *SET_UP, "@greta /campaign next")
    assert detail(entered) == (
        "**Campaign**\norders phase: /campaign orders for every DSU; /campaign clock tells who owes some"
    )


async def test_nothing_is_waived_where_nothing_is_owed(day: Any, step: Any) -> None:
    _, refused = told(await step(day, *SET_UP, "@greta /campaign hand waive item:all reason:late"))
    assert refused == "Refused: Nothing is owed that could be waived; /campaign open tells the rest."


async def test_one_thing_that_is_owed_is_waived_by_its_name(day: Any, step: Any, keys: Any) -> None:
    await step(day, *SET_UP, "@greta /campaign next")
    waive = "@greta /campaign hand waive reason:his mail is late item:"
    _, which = told(await step(day, f"{waive}orders of"))
    assert which == (
        "Refused: orders of may be orders of 5SS; orders of 80G; orders of 96; orders of 711: say more of "
        "it, or all."
    )
    _, unknown = told(await step(day, f"{waive}orders of 97"))
    assert unknown.startswith("Refused: orders of 97 is not owed. What can be waived is: orders of 5SS;")
    waived = await step(day, f"{waive}96, orders of 711")
    assert told(waived) == (None, "#6 Waived: orders of 96; orders of 711")
    proposed = await keys(
        day, "autocomplete", "greta", command="campaign hand waive", options={"item": "orders of 5SS, "}
    )
    assert [choice["value"] for choice in proposed["choices"]] == [
        "orders of 5SS, all",
        "orders of 5SS, orders of 80G",
    ]
    _, waits = told(await step(day, "@greta /campaign next"))
    assert "orders of 5SS\n- orders of 80G\n" in waits


async def test_what_is_open_holds_the_phase_up(day: Any, step: Any) -> None:
    await step(day, *SET_UP, *TO_CHECKS[:8])
    _, waits = told(await step(day, "@greta /campaign next"))
    assert waits == (
        "Refused: Combat waits for:\n- the battle at D5\n"
        "Done by /campaign battle, then /campaign losses.\n"
        "`/campaign hand waive` goes on without one of them, or all, with a reason."
    )
    await step(day, *TO_CHECKS[8:])
    _, waits = told(await step(day, "@greta /campaign next"))
    assert waits == (
        "Refused: Checks waits for:\n"
        "- REMO checks of 5SS after its battle at D5\n"
        "- REMO checks of 80G after its battle at D5\n"
        "- REMO checks of 711 after its move\n"
        "Done by /remo."
    )
    opened = told(await step(day, "@greta /campaign open"))[1]
    assert "- REMO checks of 711 after its move\nDone by /remo.\n" in opened


async def test_nothing_changes_while_a_sheet_waits(day: Any, step: Any, entered: Any) -> None:
    await step(day, *SET_UP, *TO_CHECKS, "@greta /remo")
    for command in (
        "/campaign next",
        "/campaign hand rsu rsu:217 reason:late losses leg:50",
        "/campaign retreat dsu:80G reason:lost",
        "/remo",
        "/remo rsus:217",
        "/campaign import file:k8.csv reason:from the start",
    ):
        _, refused = told(await step(day, f"@greta {command}"))
        assert (command, refused) == (command, "Refused: #16 waits for its answer; give it first.")
    assert len(entered()) == 16


async def test_lines_are_struck_and_added_for_a_reason_and_the_sheet_is_drawn_anew(
    day: Any, step: Any, standing: Any
) -> None:
    await step(day, *SET_UP, *TO_CHECKS, "@greta /remo")
    _, refused = told(await step(day, "@greta /remo strike:731"))
    assert refused == "Refused: A line is struck or added for a reason: say it in reason:."
    await step(day, "@greta /remo strike:731 reason:it marched by night")
    sheet = await step(day, "@greta /remo add:232 reason:it was overrun")
    assert told(sheet)[1].startswith("#18 REMO sheet: 6 RSUs to check")
    assert "By <@" in detail(sheet)
    assert ">: it marched by night; it was overrun**\nadded: 232\nstruck: 731" in detail(sheet)
    assert "struck by the GoW: 731" in detail(sheet)
    buttons = [post["content"][:3] for post in standing(day) if post["components"]]
    assert buttons == ["#18"]
    batch = await step(day, "@greta [Roll]")
    assert "**731**" not in detail(batch)
    assert "**232**" in detail(batch)
    assert "Nothing is open: /campaign next" in told(await step(day, "@anna /campaign open"))[1]


async def test_a_line_that_is_put_on_the_sheet_once_more_is_its_last(day: Any, step: Any) -> None:
    await step(day, *SET_UP, *TO_CHECKS, "@greta /remo")
    await step(day, "@greta /remo add:232 reason:it was overrun")
    await step(day, "@greta /remo add:731 reason:so was this")
    await step(day, "@greta /remo add:731 reason:truly")
    sheet = await step(day, "@greta /remo add:232 reason:this too")
    assert ">: it was overrun; so was this; truly; this too**\nadded: 731, 232" in detail(sheet)
