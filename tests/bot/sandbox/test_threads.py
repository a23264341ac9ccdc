"""Threads and channels that are archived, locked, deleted in mid-game."""

from __future__ import annotations

from typing import Any

import discord
import pytest


@pytest.fixture
async def thread(table: Any) -> discord.Thread:
    table.sandbox.world.bot.granted = discord.Permissions(manage_threads=False).value
    return await table.channel().create_thread(name="the fight", type=discord.ChannelType.public_thread)


async def test_a_thread_is_made_written_to_and_listed(table: Any, thread: discord.Thread) -> None:
    await thread.send("first")
    assert [m.content async for m in thread.history()] == ["first"]
    assert [t.name for t in await table.bot.guilds[0].active_threads()] == ["the fight"]
    assert await table.post("say", **{"as": "alice"}, channel="the fight", content="x")


async def test_a_thread_grows_from_a_message_and_has_its_id(table: Any) -> None:
    message = await table.channel().send("root")
    thread = await message.create_thread(name="from here")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as refused:
        await message.create_thread(name="again")
    assert refused.value.code == 160004


async def test_writing_into_an_archived_thread_opens_it(table: Any, thread: discord.Thread) -> None:
    await thread.edit(archived=True)
    archived = [t async for t in table.channel().archived_threads()]
    assert [t.id for t in archived] == [thread.id]
    await thread.send("still here")
    assert [t.id for t in await table.bot.guilds[0].active_threads()] == [thread.id]


async def test_a_post_in_an_archived_thread_cannot_be_edited(table: Any, thread: discord.Thread) -> None:
    message = await thread.send("x")
    await table.post("faults", do="archive", channel="the fight")
    for act in (message.edit(content="y"), message.delete()):
        with pytest.raises(discord.HTTPException) as refused:
            await act
        assert (refused.value.status, refused.value.code) == (400, 50083)
    await thread.edit(archived=False)
    assert (await message.edit(content="y")).content == "y"


async def test_a_locked_thread_takes_nothing_from_those_who_do_not_manage_threads(
    table: Any, thread: discord.Thread
) -> None:
    await table.post("faults", do="archive", channel="the fight")
    await table.post("faults", do="lock", channel="the fight")
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("x")
    assert refused.value.code == 160005
    with pytest.raises(discord.Forbidden) as refused:
        await thread.edit(archived=False)
    assert refused.value.code == 50013
    assert "is locked" in await table.wrong("say", **{"as": "alice"}, channel="the fight", content="x")
    table.sandbox.world.bot.granted = discord.Permissions(manage_threads=True).value
    assert (await thread.send("x")).content == "x"


async def test_a_slash_command_in_an_archived_thread_opens_it(table: Any, thread: discord.Thread) -> None:
    await table.post("faults", do="archive", channel="the fight")
    assert await table.post("slash", **{"as": "alice"}, channel="the fight", line="/echo words:x")
    interaction = await table.bot.received.get()
    assert interaction.channel.id == thread.id
    assert not interaction.channel.archived


async def test_an_answer_into_a_thread_archived_meanwhile_opens_it(
    table: Any, thread: discord.Thread
) -> None:
    await table.post("slash", **{"as": "alice"}, channel="the fight", line="/silent", wait=False)
    interaction = await table.bot.received.get()
    await table.post("faults", do="archive", channel="the fight")
    await interaction.response.send_message("x")
    assert [t.id for t in await table.bot.guilds[0].active_threads()] == [thread.id]


async def test_a_deleted_channel_is_unknown_and_takes_its_threads_along(
    table: Any, thread: discord.Thread
) -> None:
    channel = table.channel()
    message = await channel.send("x")
    await table.post("channels", name="hall")
    await table.post("faults", do="delete_channel", channel="table")
    for act in (channel.send("y"), message.edit(content="y"), thread.send("y")):
        with pytest.raises(discord.NotFound) as refused:
            await act
        assert refused.value.code == 10003
    await table.post("slash", **{"as": "alice"}, channel="hall", line="/echo words:x")
    assert [c.name for c in table.bot.guilds[0].channels] == ["hall"]
    assert list(table.bot.guilds[0].threads) == []


async def test_a_channel_deleted_before_the_follow_up_is_unknown(table: Any) -> None:
    await table.post("channels", name="hall")
    await table.post("slash", **{"as": "alice"}, channel="hall", line="/echo words:x")
    answered = await table.bot.received.get()
    await table.post("slash", **{"as": "alice"}, channel="hall", line="/silent", wait=False)
    unanswered = await table.bot.received.get()
    await table.post("faults", do="delete_channel", channel="hall")
    for act in (answered.followup.send("more"), unanswered.response.send_message("x")):
        with pytest.raises(discord.NotFound) as refused:
            await act
        assert refused.value.code == 10003


async def test_a_channel_made_again_is_another_one(table: Any) -> None:
    first = await table.post("channels", name="hall")
    await table.post("faults", do="delete_channel", channel="hall")
    second = await table.post("channels", name="hall")
    assert first["id"] != second["id"]


async def test_joining_a_thread_is_told_to_the_bot(table: Any) -> None:
    await table.post("threads", **{"as": "alice"}, name="hers", channel="table")
    await table.post("slash", **{"as": "alice"}, channel="hers", line="/echo words:x")
    thread = table.channel("hers")
    assert thread.me is None
    await thread.join()
    await table.post("slash", **{"as": "alice"}, channel="hers", line="/echo words:x")
    assert thread.me is not None
