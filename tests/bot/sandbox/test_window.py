"""What is seen at the keyboard: history in pages, pins, the live socket, a table started again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.sandbox.clock import StillClock
from bot.sandbox.offer import Offer


async def said(table: Any, **query: str) -> tuple[list[str], bool]:
    page = await table.get("/history", **query)
    return [post["content"] for post in page["posts"]], page["more"]


async def test_history_comes_in_pages_as_one_person_sees_it(table: Any) -> None:
    for line in ("@alice says one", "@alice /whisper", "@bob says two", "@alice /change", "@bob says three"):
        await table.type(line)
    async with asyncio.timeout(5):
        # An answer is seen before it is edited.
        while "second" not in (await said(table))[0]:  # noqa: ASYNC110  history tells nobody of an edit
            await asyncio.sleep(0.01)
    assert await said(table, **{"as": "alice"}) == (["one", "for your eyes", "two", "second", "three"], False)
    assert await said(table, **{"as": "bob"}) == (["one", "two", "second", "three"], False)
    assert await said(table) == (["one", "two", "second", "three"], False)
    newest = await table.get("/history", limit="2")
    assert ([post["content"] for post in newest["posts"]], newest["more"]) == (["second", "three"], True)
    assert await said(table, before=newest["posts"][0]["id"]) == (["one", "two"], False)


async def test_pages_meet_where_posts_were_written_in_the_same_millisecond(make_table: Any) -> None:
    table = await make_table(clock=StillClock(datetime(2026, 1, 1, tzinfo=UTC)))
    for n in range(7):
        await table.type(f"@alice says {n}")
    pages: list[list[str]] = []
    before = "0"
    while not pages or pages[-1] != ["0"]:
        page = await table.get("/history", before=before, limit="2")
        pages.append([post["content"] for post in page["posts"]])
        before = page["posts"][0]["id"]
    assert pages == [["5", "6"], ["3", "4"], ["1", "2"], ["0"]]


async def test_a_channel_that_is_not_there_or_hidden_has_no_history(table: Any) -> None:
    await table.post("channels", name="hall")
    await table.post("people", name="bob")
    await table.post("permissions", channel="hall", deny=["view_channel"], who="bob")
    for query in ({"channel": "cellar"}, {"channel": "hall", "as": "bob"}):
        async with table.session.get(f"{table.sandbox.keyboard}/history", params=query) as response:
            assert response.status == 400
            assert "no channel" in (await response.json())["error"]


async def test_pinned_posts_are_listed_last_pinned_first(make_table: Any) -> None:
    table = await make_table(bot_permissions=("pin_messages",))
    for words in ("one", "two", "three"):
        await table.type(f"@alice /echo words:{words}")
    one, two, _ = [message async for message in table.channel().history(oldest_first=True)]
    await one.pin()
    await two.pin()
    pinned = await table.get("/pins")
    assert [post["content"] for post in pinned["posts"]] == ["two 0.5 - -", "one 0.5 - -"]
    assert all(post["pinned"] for post in pinned["posts"])


async def test_the_live_socket_brings_the_state_the_events_and_each_change_of_the_state(
    table: Any,
) -> None:
    await table.type("@alice says one")
    async with table.session.ws_connect(f"{table.sandbox.keyboard}/live?as=alice&after=0") as socket:
        state = (await socket.receive_json())["state"]
        assert (state["ready"], [c["name"] for c in state["channels"]]) == (True, ["table"])
        assert (await socket.receive_json())["post"]["content"] == "one"
        await table.type("@alice /whisper")
        whispered = await socket.receive_json()
        assert (whispered["event"], whispered["post"]["only"]) == ("created", "alice")
        await table.post("channels", name="hall")
        state = (await socket.receive_json())["state"]
        assert [c["name"] for c in state["channels"]] == ["table", "hall"]
        await table.type("@alice roles GoW")
        state = (await socket.receive_json())["state"]
        assert [role["name"] for role in state["roles"]] == ["GoW"]


async def test_the_live_socket_shows_a_person_nothing_that_is_anothers(table: Any) -> None:
    await table.post("people", name="alice")
    async with table.session.ws_connect(f"{table.sandbox.keyboard}/live?as=bob&after=0") as socket:
        await socket.receive_json()
        await table.type("@alice /whisper")
        await table.type("@alice says aloud")
        assert (await socket.receive_json())["post"]["content"] == "aloud"


async def test_the_live_socket_tells_that_the_bot_has_left_and_come_back(table: Any) -> None:
    async with table.session.ws_connect(f"{table.sandbox.keyboard}/live") as socket:
        assert (await socket.receive_json())["state"]["ready"]
        table.sandbox.faults.drop_sockets()
        assert [(await socket.receive_json())["state"]["ready"] for _ in range(2)] == [False, True]


async def test_a_table_started_again_has_never_seen_a_post(make_table: Any) -> None:
    async def again() -> None:
        sandbox.empty()
        sandbox.tell_emptied()

    table = await make_table(offer=Offer(again=again), channels=("table", "hall"))
    sandbox = table.sandbox
    await table.type("@alice says one")
    await table.post("threads", **{"as": "alice"}, name="attic")
    async with table.session.ws_connect(f"{sandbox.keyboard}/live?after=1") as socket:
        await socket.receive_json()
        await table.post("again")
        frames = [await socket.receive_json() for _ in range(2)]
        assert {frame.get("event") for frame in frames} == {None, "emptied"}
    assert await said(table) == ([], False)
    assert [event["event"] for event in await table.get("/posts")] == ["emptied"]
    assert [c["name"] for c in (await table.get(""))["channels"]] == ["table"]
    await table.type("@alice says two")
    assert await said(table) == (["two"], False)


async def test_a_table_that_is_kept_is_not_started_again(make_table: Any) -> None:
    table = await make_table(offer=Offer(kept="campaign.db"))
    state = await table.get("")
    assert (state["kept"], state["again"]) == ("campaign.db", False)
    assert "This table is kept" in await table.wrong("again")


@pytest.mark.parametrize("query", [{"before": "x"}, {"limit": "many"}])
async def test_a_number_that_is_none_is_a_sentence(table: Any, query: dict[str, str]) -> None:
    async with table.session.get(f"{table.sandbox.keyboard}/history", params=query) as response:
        assert response.status == 400
        assert "must be a whole number" in (await response.json())["error"]
