"""What others do to a channel: deletions, alone and together, and posts under any name."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

OWNER = {"as": "owner"}


@pytest.fixture
def heard(table: Any) -> asyncio.Queue[Any]:
    """The raw events of deletions and edits, as the client gets them."""
    queue: asyncio.Queue[Any] = asyncio.Queue()

    async def hear(event: Any) -> None:
        queue.put_nowait(event)

    for name in ("on_raw_message_delete", "on_raw_bulk_message_delete", "on_raw_message_edit"):
        setattr(table.bot, name, hear)
    return queue


async def sent(table: Any, *contents: str) -> list[Any]:
    return [await table.channel().send(content) for content in contents]


async def test_a_moderator_deletes_one_post(table: Any, heard: Any) -> None:
    first, second = await sent(table, "one", "two")
    assert await table.post("delete", **OWNER, messages=[str(first.id)]) == {"deleted": 1}
    event = await heard.get()
    assert (type(event), event.message_id) == (discord.RawMessageDeleteEvent, first.id)
    assert [m.id async for m in table.channel().history()] == [second.id]


async def test_several_deleted_together_are_one_event(table: Any, heard: Any) -> None:
    posts = await sent(table, "one", "two", "three")
    await table.post("delete", **OWNER, messages=[str(post.id) for post in posts])
    event = await heard.get()
    assert event.message_ids == {post.id for post in posts}
    assert [m.id async for m in table.channel().history()] == []


async def test_nobody_else_deletes_what_others_wrote(table: Any) -> None:
    (post,) = await sent(table, "one")
    assert "may not delete" in await table.wrong("delete", **{"as": "alice"}, messages=[str(post.id)])
    assert "no message 1" in await table.wrong("delete", **OWNER, messages=["1"])


@pytest.mark.parametrize("bot", [False, True])
async def test_webhooks_and_other_bots_write_under_any_name_and_are_blank_to_the_bot(
    table: Any, bot: bool
) -> None:
    embeds = [{"description": "6,6 = 12", "footer": {"text": "#7"}}]
    outcome = await table.post("webhook", name="Referee", content="#7 1MC", embeds=embeds, bot=bot)
    assert outcome["posts"][0]["content"] == "#7 1MC"
    (message,) = [m async for m in table.channel().history()]
    assert (message.author.name, message.author.bot, message.content) == ("Referee", True, "")
    assert bool(message.webhook_id) is not bot
    assert message.author.id != table.bot.user.id


async def test_an_edit_has_its_time_and_a_pin_has_none(table: Any, heard: Any) -> None:
    (post,) = await sent(table, "one")
    assert post.edited_at is None
    edited = await post.edit(content="two")
    assert edited.edited_at is not None
    event = await heard.get()
    assert (event.message.content, event.message.edited_at) == ("two", edited.edited_at)


async def bulk(table: Any, *messages: str) -> Any:
    path = f"/channels/{table.channel().id}/messages/bulk-delete"
    return await table.api("POST", path, {"messages": list(messages)})


async def test_a_bot_deletes_together_with_the_permission_and_not_what_is_old(make_table: Any) -> None:
    table = await make_table(bot_permissions=["manage_messages"])
    old = await sent(table, "one", "two")
    table.sandbox.faults.advance(15 * 86400)
    fresh = await sent(table, "three", "four")
    status, body = await bulk(table, str(old[0].id), str(fresh[0].id))
    assert (status, body["code"]) == (400, 50034)
    assert (await bulk(table, *(str(post.id) for post in fresh)))[0] == 204
    assert [m.id async for m in table.channel().history()] == [post.id for post in reversed(old)]


async def test_a_bot_without_the_permission_deletes_nothing_together(table: Any) -> None:
    posts = await sent(table, "one", "two")
    status, body = await bulk(table, *(str(post.id) for post in posts))
    assert (status, body["code"]) == (403, 50013)
