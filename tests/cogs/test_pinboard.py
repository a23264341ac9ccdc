"""The pinned roster of each side: kept as the units stand, sparing with edits, back after any loss."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from bot.commands.table import PLAY_BEGINS
from bot.sandbox.clock import StillClock

OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@alice /roster add counter:4-6-7 location:G5 flags:broken dm number:2",
)
DAY = 24 * 60 * 60


@pytest.fixture
async def slow(make_table: Any) -> Any:
    """A table whose clock a test moves."""
    async with make_table(clock=StillClock(PLAY_BEGINS)) as table:
        yield table


def boards(standing: Any, table: Any) -> list[Any]:
    return [post for post in standing(table) if post["content"].startswith("Roster of")]


async def until(holds: Callable[[], bool]) -> None:
    """Wait until what a background task does is done."""
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110  the board tells nobody when it is done
            await asyncio.sleep(0.02)


async def test_a_post_a_side_names_leaders_broken_and_counts_and_has_the_whole_roster(
    slow: Any, say: Any, standing: Any
) -> None:
    (answer,) = (await say(slow, *OPEN, "@alice /roster pin"))["posts"]
    assert (answer["only"], answer["content"]) == ("alice", "The rosters stand below.")
    german, russian = boards(standing, slow)
    assert [post["pinned"] for post in (german, russian)] == [True, True]
    assert german["content"] == "Roster of German after #5: 3 units"
    assert german["embeds"][0]["description"] == (
        "2x 4-6-7 squad, 1x 9-1 leader\n"
        "**Leaders: 1**\n```\n9-1 Schmidt @G5\n```\n"
        "**Broken: 2**\n```\n4-6-7 A ▼ broken DM @G5\n4-6-7 B ▼ broken DM @G5\n```"
    )
    assert russian["embeds"][0]["description"] == "No unit is on the roster."
    (file,) = german["attachments"]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        text = await response.text()
    assert text.splitlines() == [
        "After entry #5",
        "German: 3",
        " G5",
        "  9-1 Schmidt ML 9",
        "  4-6-7 A ▼ broken DM ML 7",
        "    < 9-1 Schmidt",
        "  4-6-7 B ▼ broken DM ML 7",
        "    < 9-1 Schmidt",
    ]


async def test_it_is_edited_at_most_every_15_seconds(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    await say(slow, "@alice /roster move to:H5 units:Schmidt", "@alice /roster move to:H6 units:Schmidt")
    slow.sandbox.world.clock.advance(14)
    await asyncio.sleep(1.2)
    assert boards(standing, slow)[0]["content"] == "Roster of German after #5: 3 units"
    slow.sandbox.world.clock.advance(1)
    await until(lambda: boards(standing, slow)[0]["content"] == "Roster of German after #7: 3 units")
    assert len(boards(standing, slow)) == 2


async def test_a_deleted_one_comes_back(slow: Any, say: Any, keys: Any, standing: Any) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    german, _ = boards(standing, slow)
    await keys(slow, "delete", "owner", messages=[german["id"]])
    slow.sandbox.world.clock.advance(15)
    await until(lambda: [post["pinned"] for post in boards(standing, slow)] == [True, True])
    assert german["id"] not in [post["id"] for post in boards(standing, slow)]


async def test_after_a_day_a_fresh_one_takes_its_place(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    before = {post["id"] for post in boards(standing, slow)}
    slow.sandbox.world.clock.advance(DAY)
    await say(slow, "@alice /roster move to:H5 units:Schmidt")
    await until(lambda: not before & {post["id"] for post in boards(standing, slow)})
    assert len(boards(standing, slow)) == 2


async def test_without_the_permission_it_stands_unpinned_and_says_so(
    slow: Any, say: Any, standing: Any
) -> None:
    slow.sandbox.faults.deny("table", ["pin_messages"], "Referee")
    (answer,) = (await say(slow, *OPEN, "@alice /roster pin"))["posts"]
    assert "I may not pin them here" in answer["content"]
    for post in boards(standing, slow):
        assert not post["pinned"]
        assert post["embeds"][0]["footer"]["text"] == "Not pinned: I lack Pin Messages here."


async def test_it_is_no_entry_and_is_taken_away_when_asked(
    slow: Any, say: Any, standing: Any, entered: Any
) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    assert len(entered()) == 5
    await say(slow, "@bob /roster pin on:False")
    assert boards(standing, slow) == []
    await say(slow, "@alice /roster move to:H5 units:Schmidt")
    slow.sandbox.world.clock.advance(60)
    await asyncio.sleep(0.7)
    assert boards(standing, slow) == []


async def test_a_restart_shows_what_was_entered_since(restarted: Any, say: Any, standing: Any) -> None:
    async with restarted() as restart:
        table = await restart()
        await say(table, *OPEN, "@alice /roster pin", "@alice /roster move to:H5 units:Schmidt")
        table = await restart()
        await until(lambda: boards(standing, table)[0]["content"].endswith("after #6: 3 units"))
        assert len(boards(standing, table)) == 2


async def test_an_onlooker_pins_nothing(slow: Any, say: Any) -> None:
    (answer,) = (await say(slow, *OPEN, "@carol /roster pin"))["posts"]
    assert "You hold no side" in answer["content"]


async def test_when_discord_allows_no_more_edits_a_fresh_one_takes_its_place(
    slow: Any, say: Any, standing: Any
) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    before = boards(standing, slow)[0]["id"]
    slow.sandbox.world.clock.advance(2 * 60 * 60)
    for place in range(1, 5):
        await say(slow, f"@alice /roster move to:K{place} units:Schmidt")
        text = f"Roster of German after #{5 + place}: 3 units"
        await until(lambda text=text: text in [post["content"] for post in boards(standing, slow)])
        slow.sandbox.world.clock.advance(15)
    await until(lambda: [post["pinned"] for post in boards(standing, slow)] == [True, True])
    assert before not in [post["id"] for post in boards(standing, slow)]


async def test_in_a_thread_that_was_archived_a_fresh_one_takes_its_place(
    slow: Any, keys: Any, standing: Any
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            f"{slow.sandbox.keyboard}/threads", json={"as": "alice", "channel": "table", "name": "night"}
        ) as response,
    ):
        assert response.status == 200
    for line in (*OPEN, "@alice /roster pin"):
        who, _, command = line.removeprefix("@").partition(" ")
        await keys(slow, "slash", who, channel="night", line=command)
    before = [post["id"] for post in standing(slow, "night") if post["content"].startswith("Roster")]
    assert len(before) == 2
    slow.sandbox.faults.change_thread("night", archived=True)
    slow.client.pinboard.changed(1)
    slow.sandbox.world.clock.advance(15)

    def anew() -> bool:
        shown = [post["id"] for post in standing(slow, "night") if post["content"].startswith("Roster")]
        return len(shown) >= 2 and shown[-1] not in before

    await until(anew)


async def test_it_follows_the_game_into_another_channel(
    slow: Any, say: Any, keys: Any, standing: Any
) -> None:
    await say(slow, *OPEN, "@alice /roster pin")
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{slow.sandbox.keyboard}/channels", json={"name": "attic"}) as response,
    ):
        assert response.status == 200
    await keys(slow, "slash", "alice", channel="attic", line="/game move game:1")
    slow.sandbox.world.clock.advance(15)
    await until(lambda: boards(standing, slow) == [])
    shown = [post["content"] for post in standing(slow, "attic") if post["content"].startswith("Roster of")]
    assert shown == ["Roster of German after #6: 3 units", "Roster of Russian after #6: 0 units"]
