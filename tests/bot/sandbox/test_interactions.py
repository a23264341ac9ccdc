"""The clocks and the order of answers to an interaction."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
import pytest

from bot.sandbox.errors import ApiError


async def held(table: Any) -> discord.Interaction:
    """An interaction that the bot has and has not answered."""
    await table.post("slash", **{"as": "alice"}, line="/silent", wait=False)
    return await table.bot.received.get()


async def test_an_answer_after_three_seconds_is_refused(table: Any) -> None:
    interaction = await held(table)
    await table.post("faults", do="advance", seconds=2.5)
    fresh = await held(table)
    await table.post("faults", do="advance", seconds=0.6)
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.send_message("late")
    assert refused.value.code == 10062
    await fresh.response.send_message("in time")


async def test_a_person_who_waits_is_told_when_the_time_is_up(table: Any) -> None:
    waiting = asyncio.create_task(table.type("@alice /silent"))
    await table.bot.received.get()
    table.sandbox.faults.advance(3.1)
    assert (await waiting)["failed"] == "The application did not respond"


async def test_a_follow_up_after_a_quarter_of_an_hour_is_refused(table: Any) -> None:
    interaction = await held(table)
    await interaction.response.send_message("x")
    table.sandbox.faults.advance(14 * 60)
    await interaction.followup.send("in time")
    table.sandbox.faults.advance(60)
    for act in (interaction.followup.send("late"), interaction.edit_original_response(content="late")):
        with pytest.raises(discord.HTTPException) as refused:
            await act
        assert (refused.value.status, refused.value.code) == (401, 50027)


async def test_a_follow_up_before_the_answer_is_refused(table: Any) -> None:
    interaction = await held(table)
    with pytest.raises(discord.NotFound) as refused:
        await interaction.followup.send("too early")
    assert refused.value.code == 10015


async def test_an_answer_that_was_refused_can_be_given_again(table: Any) -> None:
    interaction = await held(table)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.response.send_message("x" * 2001)
    assert refused.value.code == 50035
    await interaction.response.send_message("short")
    assert [m.content async for m in table.channel().history()] == ["short"]


@pytest.mark.parametrize("kind", [0, 1, 6, 7, 8])
async def test_a_command_takes_no_answer_of_another_kind(table: Any, kind: int) -> None:
    interaction = await held(table)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await table.api("POST", path, {"type": kind, "data": {"content": "x"}})
    assert (status, answer["code"]) == (400, 50035)
    assert "type" in answer["errors"]


async def test_an_unknown_token_is_an_unknown_interaction(table: Any) -> None:
    interaction = await held(table)
    status, answer = await table.api("POST", f"/interactions/{interaction.id}/x/callback", {"type": 5})
    assert (status, answer["code"]) == (404, 10062)


async def test_a_form_cannot_open_a_form(table: Any) -> None:
    await table.type("@alice /form")
    form = await table.bot.received.get()
    await table.type("@alice fills Taken:1")
    submitted = await table.bot.received.get()
    assert (form.type.name, submitted.type.name) == ("application_command", "modal_submit")
    table.sandbox.interactions.get(submitted.id).answer = 0
    path = f"/interactions/{submitted.id}/{submitted.token}/callback"
    data = {"custom_id": "m", "title": "t", "components": [{"type": 1, "components": []}]}
    status, answer = await table.api("POST", path, {"type": 9, "data": data})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_form_of_six_parts_is_refused(table: Any) -> None:
    interaction = await held(table)
    row = {"type": 18, "label": "l", "component": {"type": 4, "style": 1, "custom_id": "c"}}
    data = {"custom_id": "m", "title": "t", "components": [row] * 6}
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await table.api("POST", path, {"type": 9, "data": data})
    assert (status, answer["code"]) == (400, 50035)


async def test_a_choice_over_the_limits_is_refused(table: Any) -> None:
    asked = {"as": "alice", "line": "/game new module:a", "wait": False}
    await table.post("autocomplete", **asked)
    interaction = await table.bot.received.get()
    interaction = table.sandbox.interactions.get(interaction.id)
    await interaction.settled.wait()
    assert interaction.choices
    again = table.sandbox.interactions.begin(4, interaction.person, interaction.channel, {}, option_kind=3)
    names = [{"name": f"n{n}", "value": f"v{n}"} for n in range(26)]
    for choices in (names, [{"name": "", "value": "v"}], [{"name": "n", "value": 1}]):
        with pytest.raises(ApiError, match="50035"):
            table.sandbox.interactions.answer(
                again.id, again.token, {"type": 8, "data": {"choices": choices}}, {}
            )


async def test_a_file_over_the_limit_is_refused(table: Any) -> None:
    interaction = await held(table)
    assert interaction.filesize_limit == 10 * 1024 * 1024
    big = discord.File(io.BytesIO(b"x" * (interaction.filesize_limit + 1)), "big.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.response.send_message(file=big)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_an_edit_keeps_and_adds_files(table: Any) -> None:
    interaction = await held(table)
    await interaction.response.send_message(file=discord.File(io.BytesIO(b"1"), "one.txt"))
    message = await interaction.original_response()
    added = discord.File(io.BytesIO(b"2"), "two.txt")
    message = await message.edit(attachments=[*message.attachments, added])
    assert [await a.read() for a in message.attachments] == [b"1", b"2"]
    message = await message.edit(attachments=[message.attachments[1]], content="kept")
    assert [a.filename for a in message.attachments] == ["two.txt"]


async def test_a_deferred_update_leaves_the_post_for_a_later_edit(table: Any) -> None:
    await table.type("@alice /parts")
    message = await anext(table.channel().history())
    begun = await table.post("click", **{"as": "bob"}, custom_id="v1:toggle:1", wait=False)
    assert begun["interaction"]
    await table.sandbox.interactions.get(int(begun["interaction"])).settled.wait()
    person, place = table.sandbox.world.person("bob"), table.sandbox.world.channels[table.channel().id]
    source = place.messages[message.id]
    deferred = table.sandbox.interactions.begin(3, person, place, {"custom_id": "x"}, source=source)
    table.sandbox.interactions.answer(deferred.id, deferred.token, {"type": 6}, {})
    application = table.bot.application_id
    path = f"/webhooks/{application}/{deferred.token}/messages/@original"
    status, answer = await table.api("PATCH", path, {"content": "later"})
    assert (status, answer["id"], answer["content"]) == (200, str(message.id), "later")


async def test_old_posts_can_be_edited_a_few_times_only(table: Any) -> None:
    message = await table.channel().send("x")
    table.sandbox.faults.advance(3601)
    for n in range(3):
        await message.edit(content=str(n))
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="once more")
    assert (refused.value.status, refused.value.code) == (429, 30046)


async def test_a_nonce_is_forgotten_after_some_minutes(table: Any) -> None:
    first = await table.channel().send("x", nonce="n")
    table.sandbox.faults.advance(600)
    second = await table.channel().send("x", nonce="n")
    assert first.id != second.id
