"""A batch of 200 RSUs: all of it shown, in pages and as CSV, and rolled once."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import aiohttp

HEADER = ",".join(
    (
        *("row", "name", "side", "sector", "dsu", "category", "usable", "fatigue", "state", "order"),
        *("leg", "leg_full", "heavy", "heavy_full", "hard", "hard_full"),
    )
)
DSUS = range(50)
MUSTER = (
    HEADER,
    "edge,west,axis",
    "edge,east,soviet",
    *(f"sector,{column}{row},axis" for column in "ABCDE" for row in range(1, 6)),
    *(f"dsu,Division {dsu},axis,{'ABCDE'[dsu // 10]}{dsu % 5 + 1}" for dsu in DSUS),
    *(
        f"rsu,Regiment {dsu}-{rsu},,,Division {dsu},other,yes,1,,,70,100,,,,"
        for dsu in DSUS
        for rsu in range(4)
    ),
)
NAMES = [f"Regiment {dsu}-{rsu}" for dsu in DSUS for rsu in range(4)]


async def rows_of(outcome: Any) -> list[dict[str, str]]:
    (attachment,) = outcome["posts"][0]["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        return list(csv.DictReader(io.StringIO((await response.read()).decode("utf-8-sig"))))


async def test_two_hundred_regiments_are_rolled_and_every_line_is_shown(
    table: Any, say: Any, standing: Any, tmp_path: Path, entered: Any
) -> None:
    (tmp_path / "big.csv").write_text("\n".join(MUSTER), encoding="utf-8")
    await say(
        table,
        f"@greta uploads {tmp_path / 'big.csv'}",
        "@greta /campaign new label:Two hundred solo:True",
        "@greta /game join side:Axis",
        "@greta /game join side:Soviet",
        "@greta /campaign import file:big.csv",
    )
    await say(table, f"@greta /remo rsus:{', '.join(NAMES)} scenario:lost")
    await table.client.trail.drain()
    sheet = len(entered())
    await say(table, "@greta [Roll]")
    await table.client.trail.drain()
    posts = [post for post in standing(table) if post["content"].startswith(f"#{sheet + 1} ")]
    parts = [re.match(r"#\d+ \((\d+)/(\d+)\)", post["content"]) for post in posts]
    assert [part and part[1] for part in parts] == [str(n) for n in range(1, len(posts) + 1)]
    shown = "\n".join(embed["description"] for post in posts for embed in post["embeds"])
    assert re.findall(r"^\*\*(Regiment \d+-\d)\*\*$", shown, re.MULTILINE) == NAMES
    assert len(re.findall(r", die (?:10|[1-9]): ", shown)) == 200
    rolled = await rows_of(await say(table, f"@anna /campaign export entry:{sheet + 1}"))
    assert [row["rsu"] for row in rolled] == NAMES
    assert {row["outcome"] for row in rolled} == {"holds", "shatters"}
    for row in rolled:
        assert (int(row["die"]) <= int(row["number"])) is (row["outcome"] == "holds")
        assert (row["number"], row["percent"]) == ("4", "40")
    listed = await rows_of(await say(table, f"@anna /campaign export entry:{sheet}"))
    assert [(row["rsu"], row["die"]) for row in listed] == [(name, "") for name in NAMES]
    outcome = await say(table, "@anna /campaign export entry:1")
    assert outcome["posts"][0]["content"] == "Refused: #1 is neither a check sheet nor a batch."
