"""The JSON interface through which people act."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

ALICE = {"as": "alice"}


async def test_the_state_lists_bot_people_channels_and_commands(table: Any) -> None:
    await table.post("people", name="alice")
    await table.post("channels", name="hall")
    state = await table.get("")
    assert (state["bot"]["username"], state["ready"]) == ("Referee", True)
    assert [c["name"] for c in state["channels"]] == ["table", "hall"]
    assert [p["name"] for p in state["people"]] == ["owner", "alice"]
    assert {"echo", "game", "Quote"} <= {c["name"] for c in state["commands"]}


async def test_a_command_can_be_given_with_its_options_as_json(table: Any) -> None:
    options = {"words": "x y", "times": 2, "loud": True, "ratio": 2.5}
    outcome = await table.post("slash", **ALICE, command="echo", options=options)
    assert outcome["posts"][0]["content"] == "X Y X Y 2.5 - -"


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("@alice /echo", "must be given: words"),
        ("@alice /echo words:x times:6", "from 1 to 5"),
        ("@alice /echo words:x times:many", "whole number"),
        ("@alice /echo words:x ratio:much", "a number"),
        ("@alice /echo words:x loud:maybe", "true or false"),
        ("@alice /echo words:x where:#nowhere", "There are: table"),
        ("@alice /echo words:x file:none.csv", "uploaded before"),
        ("@alice [Toggle 1]", "No button"),
        ("@alice menu Nothing", "There are: Quote"),
        ("@alice fills a:b", "No form is open"),
        ("@Referee says x", "is the bot"),
    ],
)
async def test_what_discords_client_would_not_send_is_a_sentence(table: Any, line: str, right: str) -> None:
    await table.type("@alice says something")
    assert right in await table.wrong("line", line=line)


@pytest.mark.parametrize(
    ("word", "body", "right"),
    [
        ("slash", {"line": "/echo words:x"}, "'as' is missing"),
        ("slash", {**ALICE, "command": "echo", "options": {"word": "x"}}, "The options are: words"),
        ("slash", {**ALICE, "channel": "nowhere", "line": "/whisper"}, "There are: table"),
        ("autocomplete", {**ALICE, "line": "/echo words:x"}, "no autocomplete"),
        (
            "autocomplete",
            {**ALICE, "command": "game new", "focused": "other"},
            "The options are: module, elr",
        ),
        ("click", {**ALICE, "label": "x", "message": "5"}, "sees no message 5"),
        ("permissions", {"channel": "table", "deny": ["fly"]}, "There is no permission 'fly'"),
        ("people", {}, "'name' is missing"),
    ],
)
async def test_a_wrong_request_is_a_sentence(table: Any, word: str, body: Any, right: str) -> None:
    assert right in await table.wrong(word, **body)


async def test_a_body_that_is_no_object_is_a_sentence(table: Any) -> None:
    for body in ("{", "[]"):
        async with table.session.post(f"{table.sandbox.keyboard}/say", data=body) as response:
            assert response.status == 400
            assert "JSON" in (await response.json())["error"]


@pytest.mark.parametrize("half", [r'"\ud800"', r'"\uDFFF\ud83d"', '"\ud83d"'])
async def test_half_a_surrogate_pair_is_refused_and_the_bot_hears_what_follows(table: Any, half: str) -> None:
    for body in (f'{{"as": "alice", "content": {half}}}', f'{{"as": {half}, "content": "x"}}'):
        sent = body.encode("utf-8", "surrogatepass")
        async with table.session.post(f"{table.sandbox.keyboard}/say", data=sent) as response:
            assert response.status == 400
            assert "half a surrogate pair" in (await response.json())["error"]
    whole = '{"as": "alice", "line": "/echo words:\\ud83c\\udfb2"}'
    async with table.session.post(f"{table.sandbox.keyboard}/slash", data=whole) as response:
        outcome = await response.json()
    assert outcome["posts"][0]["content"] == "\U0001f3b2 0.5 - -"


async def test_the_bot_cannot_post_half_a_surrogate_pair_either(table: Any) -> None:
    status, answer = await table.api(
        "POST", f"/channels/{table.channel().id}/messages", {"content": "\ud800"}
    )
    assert (status, answer["code"]) == (400, 50109)


async def test_buttons_that_are_disabled_or_links_cannot_be_pressed(table: Any) -> None:
    row = [
        {"type": 2, "style": 1, "label": "Off", "custom_id": "a", "disabled": True},
        {"type": 2, "style": 5, "label": "Rules", "url": "http://127.0.0.1/"},
    ]
    body = {"content": "x", "components": [{"type": 1, "components": row}]}
    await table.api("POST", f"/channels/{table.channel().id}/messages", body)
    assert "is disabled" in await table.wrong("click", **ALICE, label="Off")
    assert "is a link" in await table.wrong("click", **ALICE, label="Rules")


async def test_a_part_is_found_by_its_emoji_on_the_newest_post_a_person_sees(table: Any) -> None:
    part = {"type": 2, "style": 1, "emoji": {"name": "\U0001f3b2"}, "custom_id": "v1:toggle:7"}
    body = {"content": "x", "components": [{"type": 1, "components": [part]}]}
    for content in ("older", "newer"):
        await table.api("POST", f"/channels/{table.channel().id}/messages", body | {"content": content})
    outcome = await table.type("@alice [\U0001f3b2]")
    assert outcome["posts"][0]["content"] == "toggled 7"
    assert [m.content async for m in table.channel().history()] == ["toggled 7", "older"]


async def test_a_list_takes_no_more_values_than_it_allows(table: Any) -> None:
    await table.type("@alice /parts")
    chosen = ["s1", "s2", "s3"]
    assert "takes 1 to 2" in await table.wrong("click", **ALICE, label="Choose squads", values=chosen)
    assert "It has: Squad 1" in await table.wrong("click", **ALICE, label="Choose squads", values=["s9"])


async def test_a_form_holds_its_fields_to_their_lengths(table: Any) -> None:
    opened = await table.type("@alice /form")
    form = {**ALICE, "interaction": opened["interaction"]}
    assert "1 to 3 characters" in await table.wrong("modal", **form, fields={"Taken": "1234"})
    assert "It has: Taken, Remark" in await table.wrong("modal", **form, fields={"Other": "1"})
    assert "No form is open" in await table.wrong("modal", **{"as": "bob"}, fields={"Taken": "1"})
    outcome = await table.post("modal", **form, fields={"Taken": "12"})
    assert outcome["posts"][0]["content"] == "12 taken, no remark"


async def test_posts_after_a_number_can_be_waited_for(table: Any) -> None:
    first = await table.get("/posts")
    assert first == []
    waiting = asyncio.create_task(table.get("/posts", after="0", wait="5"))
    await table.type("@alice says hello")
    assert [event["n"] for event in await waiting] == [1]
    assert await table.get("/posts", after="1", wait="0.01") == []


async def test_who_waits_for_posts_is_answered_when_the_table_closes(table: Any) -> None:
    waiting = asyncio.create_task(table.get("/posts", after="0", wait="60"))
    await table.get("/posts")
    table.sandbox.world.feed.close()
    assert await waiting == []


async def test_the_stream_brings_each_event_on_a_line_of_its_own(table: Any) -> None:
    await table.type("@alice says one")
    async with table.session.get(f"{table.sandbox.keyboard}/stream?as=alice&after=0") as response:
        assert json.loads(await response.content.readline())["post"]["content"] == "one"
        await table.type("@alice /whisper")
        event = json.loads(await response.content.readline())
        assert (event["event"], event["post"]["only"]) == ("created", "alice")
        await table.type("@alice /form")
        event = json.loads(await response.content.readline())
        assert (event["event"], event["post"]["modal"]["title"]) == ("modal", "Losses")


async def test_a_page_of_another_origin_cannot_act(table: Any) -> None:
    url = f"{table.sandbox.keyboard}/say"
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        async with table.session.post(url, json={**ALICE, "content": "x"}, headers=headers) as response:
            assert response.status == 403
    assert await table.get("/posts") == []


async def test_without_a_bot_an_act_is_a_sentence(table: Any) -> None:
    table.sandbox.gateway.sessions.clear()
    assert "No bot is connected" in await table.wrong("line", line="@alice /whisper")


async def test_names_may_hold_anything(table: Any) -> None:
    name = "\u202e**Bo<@1>`b` \U0001f480"
    outcome = await table.post("slash", **{"as": name}, line="/whisper")
    assert outcome["posts"][0]["only"] == name
    interaction = await table.bot.received.get()
    assert interaction.user.display_name == name
