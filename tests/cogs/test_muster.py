"""Setting a campaign up: a file imported whole or not at all, exported so that it imports unchanged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.muster.columns import COLUMNS, FILLS, Row
from bot.muster.read import CATEGORIES, SIDES, read_muster
from rules.konrad.campaign_map import Edge
from rules.konrad.formations import Order, State

SMALL = Path(__file__).with_name("musters").joinpath("small.csv").read_text(encoding="utf-8").splitlines()
HEADER = SMALL[0]


async def begun(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign new label:January 1945")


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def rows(*lines: str) -> str:
    return "\n".join(lines)


async def fetched(table: Any, outcome: Any) -> bytes:
    (attachment,) = outcome["posts"][0]["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        return await response.read()


async def test_a_campaign_is_new_then_stands_as_its_file_says(
    table: Any, say: Any, give: Any, public: Any
) -> None:
    await begun(table, say)
    assert told(await say(table, "@greta /rsu show")) == (
        "greta",
        "Refused: Nothing stands on the map yet. /campaign template gives a file to fill, "
        "/campaign import takes it.",
    )
    only, line = told(await give(rows(*SMALL)))
    assert only is None
    assert line.startswith("#2 Muster: muster.csv: imported, by the GoW; Campaign:")
    assert "Campaign: set up: 2 DSUs, 2 RSUs, day 1" in line
    shown = told(await say(table, "@greta /rsu show"))[1]
    assert " GR 283          390/420 92.8% f1 map" in shown
    assert " 217 Guards      170/360 47.2% f0 shat" in shown


@pytest.mark.parametrize("between", [";", "\t"])
async def test_a_spreadsheet_may_put_something_else_between_cells(
    table: Any, say: Any, give: Any, between: str
) -> None:
    await begun(table, say)
    only, line = told(await give(rows(*SMALL).replace(",", between)))
    assert only is None
    assert "Campaign: set up: 2 DSUs, 2 RSUs, day 1" in line


async def test_json_says_the_same_as_csv(table: Any, say: Any, give: Any) -> None:
    await begun(table, say)
    await give(rows(*SMALL))
    infantry = {"category": "other", "fatigue": 1, "leg": 300, "leg_full": 330, "heavy": 90, "heavy_full": 90}
    guards = {"category": "elite", "state": "shattered", "order": "RES", "leg": 100, "leg_full": 290}
    muster = {
        "edges": [{"name": "west", "side": "axis"}, {"name": "east", "side": "soviet"}],
        "sectors": [
            {"name": f"{column}{row}", "side": side}
            for column, side in (("A", "axis"), ("B", "soviet"))
            for row in (1, 2)
        ],
        "dsus": [
            {"name": "96. Infanterie", "side": "axis", "sector": "A1"},
            {"name": "80th Guards", "side": "soviet", "sector": "B1"},
        ],
        "rsus": [
            {"name": "GR 283", "dsu": "96. Infanterie", **infantry},
            {"name": "217 Guards", "dsu": "80th Guards", "heavy": 70, "heavy_full": 70, **guards},
        ],
    }
    _, dry = told(await give(json.dumps(muster), "muster.json", "dry_run:True"))
    assert "It says what stands already." in dry


def test_the_page_on_musters_tells_of_each_column_which_rows_fill_it() -> None:
    page = (Path(__file__).parents[2] / "docs" / "muster.md").read_text(encoding="utf-8")
    told: dict[str, set[str]] = {}
    for columns, filled, _ in re.findall(r"^\| (`.+?) \| (.+?) \| (.+?) \|$", page, re.MULTILINE):
        told |= {column: set(filled.split(", ")) for column in re.findall(r"`(\w+)`", columns)}
    assert told == {column: {row.value for row in Row if column in FILLS[row]} for column in COLUMNS}
    for word in (*SIDES, *CATEGORIES, *State, *Order, *Edge):
        assert f"`{word}`" in page
    (example,) = re.findall(r"```json\n(.+?)\n```", page, re.DOTALL)
    muster = read_muster("muster.json", example.encode())
    assert [division.name for division in muster.divisions] == ["96. Infanterie", "80th Guards"]


async def test_a_campaign_that_opens_says_what_comes_next(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@greta /campaign new label:January 1945"))["posts"]
    assert post["content"] == "#1 Campaign opened: January 1945"
    lines = post["embeds"][0]["description"].split("\n")
    assert lines[0].endswith("OAC of Axis and Soviet: take your side with /game join.")
    assert lines[-1] == (
        "The join cuts the dice. /campaign template gives a file to fill in, /campaign import puts everyone "
        "on the map."
    )


async def test_a_dry_run_on_an_empty_map_says_that_all_would_come(table: Any, say: Any, give: Any) -> None:
    await begun(table, say)
    only, dry = told(await give(rows(*SMALL), options="dry_run:True"))
    assert only == "greta"
    assert "The file has 2 DSUs, 2 RSUs.\nNobody is on the map yet: it would all come." in dry
    _, line = told(await give(rows(*SMALL)))
    assert "Campaign: set up: 2 DSUs, 2 RSUs, day 1" in line


async def test_a_dry_run_shows_the_differences_and_changes_nothing(
    table: Any, say: Any, give: Any, entered: Any
) -> None:
    await begun(table, say)
    await give(rows(*SMALL))
    changed = (
        rows(*SMALL).replace("other,yes,1,,,300", "other,yes,2,,DEF,250").replace("A2,axis", "A2,soviet")
    )
    changed = changed.replace("sector,A1", "sector,A1") + "\nrsu,GR 284,,,96. Infanterie,other,,,,,10,20"
    only, dry = told(await give(changed, options="dry_run:True"))
    assert only == "greta"
    assert dry.split("\n")[1:-1] == [
        "Dry run, nothing is changed. The file has 2 DSUs, 3 RSUs.",
        "A2: axis to soviet",
        "GR 283: leg 300/330 to 250/330",
        "GR 283: fatigue 1 to 2",
        "GR 283: order none to DEF",
        "GR 284: comes to 96. Infanterie with 10/20 SP",
    ]
    assert len(entered()) == 2
    only, line = told(await give(changed))
    assert (only, line[:12]) == (None, "#3 Muster: m")


async def test_the_map_keeps_the_sectors_of_todays_battles_and_night_attacks(
    table: Any, say: Any, give: Any, entered: Any
) -> None:
    await begun(table, say)
    await give(rows(*SMALL))
    await say(
        table,
        "@axel /game join side:Axis",
        "@sam /game join side:Soviet",
        "@greta /campaign next",
        "@axel /campaign orders text:GR 283 MOB; night 96. Infanterie B2",
        "@greta /campaign next",
    )
    before = len(entered())
    less = [line for line in SMALL if line[:9] not in ("sector,A2", "sector,B2")]
    only, listed = told(await give(rows(*less), options="reason:a smaller map"))
    assert only == "greta"
    lacking = "the file: lacks a row for the sector B2, where a night attack of today is entered"
    assert lacking in listed.split("\n")
    assert len(entered()) == before


async def test_a_consolidation_of_two_dsus_outlives_an_import_and_falls_away_when_they_part(
    table: Any, say: Any, give: Any
) -> None:
    two = rows(*SMALL, "dsu,Pape,axis,A1", "rsu,Ney,,,Pape,other,,,,,50,100,,,,")
    await begun(table, say)
    await give(two)
    await say(
        table,
        "@greta /campaign settings consolidate_across:one_sector reason:agreed in January",
        "@axel /game join side:Axis",
        "@sam /game join side:Soviet",
        "@greta /campaign next",
        "@axel /campaign orders text:GR 283 MOB; Ney RES; consolidate GR 283 + Ney",
        "@greta /campaign next",
    )
    tired = two.replace("other,yes,1,,,300", "other,yes,2,,MOB,300")
    await give(tired.replace(",,,,,50,100", ",,,,RES,50,100"), options="reason:a day of marching")
    only, _ = told(await say(table, "@greta /campaign move dsu:Pape sector:A2"))
    assert only is None
    night = await say(table, *["@greta /campaign next"] * 4)
    details = "\n".join(embed["description"] for post in night["posts"] for embed in post["embeds"])
    assert "consolidation of GR 283 and Ney falls away: they have parted (p5)" in details


async def test_an_export_imports_again_unchanged(table: Any, say: Any, give: Any, entered: Any) -> None:
    await say(table, "@greta /campaign sample")
    data = await fetched(table, await say(table, "@anna /campaign export"))
    only, line = told(await give(data))
    assert (only, line) == (
        "greta",
        "Refused: The file says what stands already; nothing is changed.",
    )
    assert len(entered()) == 1


async def test_the_template_is_a_muster_of_the_sample(table: Any, say: Any, give: Any) -> None:
    await begun(table, say)
    data = await fetched(table, await say(table, "@greta /campaign template"))
    assert data.decode("utf-8-sig").split("\r\n")[0] == HEADER
    assert "set up: 13 DSUs, 41 RSUs, day 1" in told(await give(data))[1]


async def test_readings_are_shown_to_all_and_chosen_by_the_gow_for_a_reason(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign sample")
    only, shown = told(await say(table, "@anna /campaign settings"))
    assert only == "anna"
    assert "rounding: **nearest** (or down, up)" in shown
    _, refused = told(await say(table, "@anna /campaign settings rounding:down"))
    assert refused == "Refused: This is for the game masters (GoW) of the campaign."
    _, refused = told(await say(table, "@greta /campaign settings rounding:down"))
    assert refused == "Refused: entry: needs an author and a reason."
    only, line = told(await say(table, "@greta /campaign settings rounding:down reason:agreed in January"))
    assert only is None
    assert line.startswith("#2 Readings: Campaign: readings: rounding down, armour base whole,")
    assert "rounding: **down** (or nearest, up)" in told(await say(table, "@anna /campaign settings"))[1]
