"""What the bot may do follows from its permissions, and it is told of them."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest

from bot.sandbox.errors import ApiError
from bot.sandbox.permissions import READ_HISTORY, SEND, VIEW, demand


def code(refused: pytest.ExceptionInfo[discord.HTTPException]) -> int:
    return refused.value.code


@pytest.mark.parametrize(("denied", "expected"), [("view_channel", 50001), ("send_messages", 50013)])
async def test_a_bot_that_may_not_write_is_refused(table: Any, denied: str, expected: int) -> None:
    await table.post("permissions", channel="table", deny=[denied])
    with pytest.raises(discord.Forbidden) as refused:
        await table.channel().send("x")
    assert code(refused) == expected


async def test_embeds_and_files_need_their_own_permissions(table: Any) -> None:
    await table.post("permissions", channel="table", deny=["embed_links", "attach_files"])
    channel = table.channel()
    with pytest.raises(discord.Forbidden):
        await channel.send(embed=discord.Embed(title="t"))
    with pytest.raises(discord.Forbidden):
        await channel.send(file=discord.File(io.BytesIO(b"x"), "x.txt"))
    assert (await channel.send("plain")).content == "plain"


async def test_history_without_its_permission_is_empty(table: Any) -> None:
    message = await table.channel().send("x")
    await table.post("permissions", channel="table", deny=["read_message_history"])
    assert [m async for m in table.channel().history()] == []
    with pytest.raises(discord.Forbidden):
        await table.channel().fetch_message(message.id)
    with pytest.raises(discord.HTTPException) as refused:
        await message.reply("y")
    assert code(refused) == 160002


async def test_pinning_needs_its_permission(table: Any) -> None:
    message = await table.channel().send("x")
    with pytest.raises(discord.Forbidden) as refused:
        await message.pin()
    assert code(refused) == 50013


async def test_messages_of_others_are_theirs(table: Any) -> None:
    await table.type("@alice says mine")
    message = await anext(table.channel().history())
    with pytest.raises(discord.Forbidden) as refused:
        await message.delete()
    assert code(refused) == 50013
    with pytest.raises(discord.Forbidden) as refused:
        await message.edit(content="yours")
    assert code(refused) == 50005


async def test_an_interaction_brings_the_permissions_of_both(table: Any) -> None:
    await table.post("people", name="gow", permissions=["manage_guild"])
    await table.post("permissions", channel="table", deny=["embed_links"])
    await table.said("@gow /echo words:x")
    interaction = await table.bot.received.get()
    assert interaction.permissions.manage_guild
    assert interaction.permissions.embed_links
    assert not interaction.app_permissions.embed_links
    assert not interaction.app_permissions.manage_guild
    assert interaction.app_permissions.send_messages


async def test_a_reply_needs_no_permission_to_write(table: Any) -> None:
    await table.post("permissions", channel="table", deny=["send_messages", "view_channel"])
    assert await table.said("@alice /echo words:x") == ["x 0.5 - -"]


async def test_the_bot_sees_the_change_in_its_own_cache(table: Any) -> None:
    await table.post("permissions", channel="table", deny=["send_messages"])
    await table.said("@alice /echo words:x")
    channel = table.channel()
    assert not channel.permissions_for(channel.guild.me).send_messages
    await table.post("permissions", channel="table", deny=[])
    await table.said("@alice /echo words:x")
    assert channel.permissions_for(channel.guild.me).send_messages


async def test_a_person_who_may_not_see_a_channel_sees_none_of_it(table: Any) -> None:
    await table.said("@alice /echo words:x")
    await table.post("permissions", channel="table", deny=["view_channel"], who="bob")
    assert await table.get("/posts", **{"as": "bob"}) == []
    assert "cannot see" in await table.wrong("say", **{"as": "bob"}, content="x")


async def test_a_command_for_moderators_is_not_for_others(table: Any) -> None:
    @table.bot.tree.command(name="rule", description="Moderators")
    @discord.app_commands.default_permissions(manage_guild=True)
    async def rule(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ruled")

    await table.bot.tree.sync()
    assert "may not use /rule" in await table.wrong("line", line="@alice /rule")
    assert await table.said("@owner /rule") == ["ruled"]


async def test_nothing_pings_where_the_bot_allows_no_mentions(table: Any) -> None:
    await table.post("people", name="bob")
    bob = table.sandbox.world.person("bob")
    await table.channel().send(f"<@{bob.id}> @everyone", allowed_mentions=discord.AllowedMentions.none())
    await table.channel().send(f"<@{bob.id}> @everyone")
    table.sandbox.world.bot.granted = discord.Permissions(mention_everyone=True).value
    await table.channel().send(f"<@{bob.id}> @everyone")
    pings = [event["post"]["pings"] for event in await table.get("/posts")]
    assert pings == [[], ["bob"], ["bob", "everyone"]]


def test_what_cannot_be_seen_is_missing_access_before_all_else() -> None:
    demand(VIEW | SEND, SEND)
    with pytest.raises(ApiError, match="50001"):
        demand(SEND, SEND)
    with pytest.raises(ApiError, match="50013"):
        demand(VIEW | SEND, SEND, READ_HISTORY)
