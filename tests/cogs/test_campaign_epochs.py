"""A campaign whose every day has a seed of its own: revealed with the next day, cut by both OAC again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

SET_UP = (
    "@greta /campaign sample epochs:day",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
)
NEXT = "@greta /campaign next"
WAIVE = "@greta /campaign hand waive item:all reason:a quiet day"
TO_RECOVERY = (NEXT, WAIVE, NEXT, NEXT, NEXT, NEXT, NEXT)
SHATTERED = tuple(
    f"@greta /campaign hand rsu rsu:GR {number} state:shattered reason:overrun" for number in (283, 284)
)
RECOVERY = ("@greta /campaign recovery", "@greta [Roll]")
CUTS = ("@axel [Cut for Axis]", "@sam [Cut for Soviet]")


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


@pytest.fixture
async def second_day(table: Any, say: Any) -> Any:
    """The first day is over, the dice of the second are not cut."""
    await say(table, *SET_UP, *SHATTERED, *TO_RECOVERY, *RECOVERY, NEXT)
    return table


async def test_it_says_so_when_it_is_opened(table: Any, say: Any) -> None:
    opened = await say(table, SET_UP[0])
    assert "Each day of the campaign has a seed of its own." in detail(opened)


async def test_a_day_that_begins_reveals_the_seed_of_the_day_before(
    second_day: Any, standing: Any, say: Any
) -> None:
    day = next(post for post in standing(second_day) if "Day 2, weather" in post["content"])
    text = "\n".join(embed["description"] for embed in day["embeds"])
    assert re.search(r"^Seed of epoch 1: `[0-9a-f]{64}`$", text, re.MULTILINE)
    assert "The dice of epoch 2 follow from a secret seed and your cuts." in text
    labels = [part["label"] for row in day["components"] for part in row["components"]]
    assert labels == ["Cut for Axis", "Cut for Soviet"]
    await say(second_day, *CUTS)
    await second_day.client.trail.drain()
    day = next(post for post in standing(second_day) if "Day 2, weather" in post["content"])
    assert day["components"] == []


async def test_no_die_of_a_day_falls_before_both_oac_have_cut(
    second_day: Any, say: Any, entered: Any
) -> None:
    count = len(entered())
    assert told(await say(second_day, "@greta /remo rsus:GR 287 scenario:lost"))[1].startswith("Refused:")
    assert told(await say(second_day, "@carl [Cut for Axis]"))[1] == (
        "Refused: Only the player of Axis cuts for that side."
    )
    assert told(await say(second_day, "@sam [Cut for Axis]"))[0] == "sam"
    assert len(entered()) == count
    await say(second_day, *CUTS, "@greta /remo rsus:GR 287 scenario:lost")
    assert told(await say(second_day, "@greta [Roll]"))[0] is None


async def test_cuts_that_are_missing_are_listed_and_hold_the_day_up(second_day: Any, say: Any) -> None:
    _, clock = told(await say(second_day, "@anna /campaign clock"))
    assert re.search(r"- the cut of Axis: its button stands under [^:]*: <@\d+>\n", clock)
    await say(second_day, NEXT, WAIVE, CUTS[0])
    _, waits = told(await say(second_day, NEXT))
    assert waits == (
        "Refused: Orders waits for:\n"
        "- the cut of Soviet: its button stands under the post that opened the epoch"
    )
    await say(second_day, CUTS[1])
    assert told(await say(second_day, NEXT))[1].split(" ", 1)[1] == "Day 2, movement"


async def test_a_day_whose_dice_nobody_cut_keeps_its_epoch(table: Any, say: Any) -> None:
    """No die of it fell, so there is nothing to reveal; a campaign waits for its OAC before Movement."""
    await say(table, SET_UP[0], NEXT, WAIVE)
    _, waits = told(await say(table, NEXT))
    assert "- the OAC of Axis, who cuts the dice: /game join side:Axis\n" in waits
    await say(table, *SET_UP[1:])
    assert told(await say(table, NEXT))[0] is None


async def test_verify_accepts_each_day_once_it_is_over(
    second_day: Any, say: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await say(second_day, *CUTS, "@greta /remo rsus:GR 287, AR 196 scenario:lost", "@greta [Roll]")
    database, file = str(tmp_path / "table.db"), str(tmp_path / "days.jsonl")
    assert main(["export", "1", "--database", database, "-o", file]) == 0
    assert main(["verify", file]) == 0
    so_far = capsys.readouterr().out
    assert "2 draws follow from the seeds revealed and the cuts." in so_far
    assert "Epoch 2 is not revealed" in so_far
    await say(second_day, "@greta /game end", "@axel [Agree]", "@sam [Agree]")
    assert main(["export", "1", "--database", database, "-o", f"{file}2"]) == 0
    assert main(["verify", f"{file}2"]) == 0
    assert "4 draws follow from the seeds revealed and the cuts." in capsys.readouterr().out


async def test_a_campaign_opened_otherwise_keeps_one_seed(table: Any, say: Any, standing: Any) -> None:
    await say(table, "@greta /campaign sample", *SET_UP[1:], *TO_RECOVERY, *RECOVERY, NEXT)
    assert "Day 2, weather" in standing(table)[-1]["content"]
    assert standing(table)[-1]["components"] == []
    assert told(await say(table, "@greta /campaign open"))[1].endswith("Nothing is open: /campaign next\n```")
