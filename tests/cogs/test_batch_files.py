"""A batch carries its lines as a file: first posted, late, posted again, struck, and compared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
SEND = "POST /channels/{channel_id}/messages"
SET_UP = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
)
SHEET = "@greta /remo rsus:GR 283, GR 284 scenario:lost"
BATCH = 5
"""the number of the batch that is rolled after them"""
CORRECTION = (
    f"@greta /campaign hand batch entry:{BATCH} rsu:GR 283 fatigue:1 reason:it marched",
    "@axel [Agree]",
    "@sam [Agree]",
)


@pytest.fixture
async def desk(restarted: Any, say: Any) -> AsyncIterator[tuple[Any, Any]]:
    """A table with a sheet that waits to be rolled, and its restart."""
    async with restarted() as restart:
        table = await restart()
        await say(table, *SET_UP, SHEET)
        await table.client.trail.settle()
        yield table, restart


async def downloaded(post: Any) -> str:
    (attachment,) = post["attachments"]
    async with aiohttp.ClientSession() as session, session.get(attachment["url"]) as response:
        return (await response.read()).decode("utf-8-sig")


def files(posts: list[Any]) -> list[tuple[str, str]]:
    """The number of each post with a file, and the file's name."""
    return [
        (post["content"].split(" ")[0], attachment["filename"])
        for post in posts
        for attachment in post["attachments"]
    ]


async def checked(table: Any, say: Any) -> str:
    await table.client.trail.drain()
    outcome = await say(table, "@axel /trail check")
    return "\n".join(post["content"].split("\n", 1)[1] for post in outcome["posts"])


CLEAN = "Each of them stands as I sent it, and nobody imitates me."


async def test_a_batch_carries_its_lines_and_a_sheet_none(desk: Any, say: Any, standing: Any) -> None:
    table, _ = desk
    await say(table, "@greta [Roll]")
    assert files(standing(table)) == [("#5", "batch-5.csv")]
    text = await downloaded(standing(table)[-1])
    header, *lines, last = text.split("\r\n")
    assert (header, last) == ("rsu,dsu,start,terms,number,percent,die,outcome", "")
    terms = "-3 other -1 lost"
    assert [line.rsplit(",", 2)[0] for line in lines] == [
        f"GR 283,96. Infanterie,10,{terms},6,60",
        f"GR 284,96. Infanterie,10,{terms},6,60",
    ]
    for line in lines:
        die, outcome = line.rsplit(",", 2)[1:]
        assert outcome == ("holds" if int(die) <= 6 else "shatters")
    for asked in ("/campaign export entry:5", "/trail show entry:5"):
        (post,) = (await say(table, f"@anna {asked}"))["posts"]
        assert (post["only"], await downloaded(post)) == ("anna", text)
    assert await checked(table, say) == CLEAN


async def test_a_file_survives_a_restart_between_entry_and_post(desk: Any, say: Any, standing: Any) -> None:
    table, restart = desk
    table.sandbox.faults.refuse(REPLY, status=404, times=9)
    table.sandbox.faults.refuse(SEND, status=403, times=9)
    await say(table, "@greta [Roll]")
    await table.client.trail._quiet.wait()
    assert files(standing(table)) == []
    table = await restart(table.sandbox.faults.clear)
    await table.client.trail.drain()
    assert files(standing(table)) == [("#5", "batch-5.csv")]
    assert "GR 284" in await downloaded(standing(table)[-1])
    assert await checked(table, say) == CLEAN


async def test_a_file_is_posted_again_with_its_post(desk: Any, say: Any, standing: Any, keys: Any) -> None:
    table, _ = desk
    await say(table, "@greta [Roll]")
    gone = standing(table)[-1]
    text = await downloaded(gone)
    await keys(table, "delete", "owner", messages=[gone["id"]])
    assert await checked(table, say) == "1. my post of #5 is gone."
    await say(table, "@axel [Post again what is missing]")
    await table.client.trail.drain()
    again = standing(table)[-1]
    assert again["content"].startswith("Posted again: #5 REMO")
    assert await downloaded(again) == text
    assert await checked(table, say) == CLEAN


async def test_a_struck_batch_keeps_its_file_beside_that_of_the_batch_in_its_place(
    desk: Any, say: Any, standing: Any
) -> None:
    table, _ = desk
    await say(table, "@greta [Roll]", *CORRECTION)
    await table.client.trail.drain()
    assert [name for _, name in files(standing(table))] == ["batch-5.csv", "batch-8.csv"]
    struck, amended = [await downloaded(post) for post in standing(table) if post["attachments"]]
    assert "fatigue 1" not in struck
    assert "GR 283,96. Infanterie,10,-3 other -1 lost -1 fatigue 1,5,50," in amended
    assert await checked(table, say) == CLEAN


async def test_a_file_that_was_taken_off_is_an_edit(desk: Any, say: Any, standing: Any) -> None:
    table, _ = desk
    await say(table, "@greta [Roll]")
    batch = standing(table)[-1]
    channel = table.sandbox.faults.place("table").id
    url = f"{table.sandbox.url}/api/v10/channels/{channel}/messages/{batch['id']}"
    headers = {"Authorization": f"Bot {table.sandbox.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.patch(url, json={"attachments": []}, headers=headers) as response,
    ):
        assert response.status == 200, await response.text()
    assert "1. my post of #5 was edited" in await checked(table, say)


async def test_a_recovery_carries_its_checks(table: Any, say: Any, standing: Any) -> None:
    await say(table, *SET_UP, *("@greta /campaign hand rsu rsu:GR 283 state:shattered reason:overrun",))
    for _ in range(6):
        await say(table, "@greta /campaign hand waive item:all reason:a quiet day", "@greta /campaign next")
    await say(table, "@greta /campaign recovery", "@greta [Roll]")
    await table.client.trail.drain()
    text = await downloaded(standing(table)[-1])
    assert [line.split(",")[:6] for line in text.split("\r\n")[1:-1]] == [
        ["GR 283", "96. Infanterie", "10", "-3 other", "7", "70"]
    ]
