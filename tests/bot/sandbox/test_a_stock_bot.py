"""A stock discord.py client does all that the referee needs of Discord."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest


async def test_a_slash_command_is_answered_in_the_channel(table: Any) -> None:
    assert await table.said("@alice /echo words:hello there times:2") == ["hello there hello there 0.5 - -"]


async def test_options_arrive_with_their_types(table: Any) -> None:
    line = "@alice /echo words:hi times:1 loud:yes ratio:1.25 who:@bob where:#table"
    assert await table.said(line) == ["HI 1.25 bob table"]


async def test_a_file_reaches_the_bot_through_an_attachment_option(table: Any) -> None:
    form = aiohttp.FormData()
    form.add_field("as", "alice")
    form.add_field("file", b"a,b,c", filename="roster.csv")
    async with table.session.post(f"{table.sandbox.keyboard}/upload", data=form) as response:
        token = (await response.json())["attachment"]
    assert await table.said(f"@alice /echo words:csv file:{token}") == ["csv 0.5 - - a,b,c"]
    assert await table.said("@alice /echo words:csv file:roster.csv") == ["csv 0.5 - - a,b,c"]


async def test_a_subcommand_is_called_by_its_full_name(table: Any) -> None:
    assert await table.said("@alice /game new module:Yanks elr:3") == ["game of Yanks, ELR 3"]


async def test_autocomplete_gives_the_choices_of_the_bot(table: Any) -> None:
    asked = await table.post("autocomplete", **{"as": "alice"}, line="/game new module:a b")
    assert asked["choices"] == [{"name": "A Bridge Too Far", "value": "A Br"}]


async def test_a_button_edits_the_post_it_stands_on(table: Any) -> None:
    await table.type("@alice /parts")
    first = await table.type("@bob [Toggle 1]")
    second = await table.type("@alice [Toggle 2]")
    assert [first["posts"][0]["content"], second["posts"][0]["content"]] == ["toggled 1", "toggled 2"]
    assert first["posts"][0]["id"] == second["posts"][0]["id"]


async def test_a_list_gives_the_values_picked_to_the_bot_and_the_answer_to_one_person(table: Any) -> None:
    await table.type("@alice /parts")
    picked = await table.type("@bob [Choose squads] Squad 1; s3")
    assert [(post["content"], post["only"]) for post in picked["posts"]] == [("picked s1,s3", "bob")]


async def test_a_form_is_shown_and_its_fields_reach_the_bot(table: Any) -> None:
    shown = await table.type("@alice /form")
    assert shown["modal"]["title"] == "Losses"
    assert await table.said("@alice fills Taken:12 Remark:a bad day") == ["12 taken, a bad day"]


async def test_an_ephemeral_answer_is_seen_by_its_owner_alone_and_is_in_no_history(table: Any) -> None:
    assert await table.said("@alice /whisper") == ["for your eyes"]
    assert len(await table.get("/posts", **{"as": "alice"})) == 1
    assert await table.get("/posts", **{"as": "bob"}) == []
    assert [m async for m in table.channel().history()] == []


async def test_a_deferred_answer_fills_the_post_that_was_promised(table: Any) -> None:
    outcome = await table.type("@alice /think")
    assert outcome["posts"][0]["content"] == "thought"
    history = [m.content async for m in table.channel().history(oldest_first=True)]
    assert history[0] == "thought"


async def test_a_deferral_decides_who_sees_the_first_answer(table: Any) -> None:
    outcome = await table.type("@alice /think secret:true")
    assert outcome["posts"][0]["only"] == "alice"


async def test_an_answer_can_be_edited_and_deleted(table: Any) -> None:
    await table.type("@alice /change")
    await _events(table, 2)
    await table.type("@alice /change delete:true")
    events = [(e["event"], e["post"]["content"]) for e in await _events(table, 5)]
    assert events == [
        ("created", "first"),
        ("edited", "second"),
        ("created", "first"),
        ("edited", "second"),
        ("deleted", "second"),
    ]
    assert [m.content async for m in table.channel().history()] == ["second"]


async def _events(table: Any, number: int) -> list[Any]:
    """The first events, as soon as there are so many."""
    while table.sandbox.world.feed.last < number:
        await table.sandbox.world.feed.wait(table.sandbox.world.feed.last)
    return list(await table.get("/posts"))


async def test_embeds_and_files_go_out(table: Any) -> None:
    post = (await table.type("@alice /report"))["posts"][0]
    assert post["embeds"][0]["fields"][0]["name"] == "2nd SS"
    attachment = post["attachments"][0]
    assert attachment["filename"] == "the_report.txt"
    async with table.session.get(attachment["url"]) as response:
        assert await response.read() == b"8-3-8"


async def test_a_context_menu_gives_the_bot_the_message_with_its_text(table: Any) -> None:
    await table.type("@bob says secret words")
    assert await table.said("@alice menu Quote") == ["> secret words"]


async def test_what_people_write_reaches_the_bot_blank(table: Any) -> None:
    await table.type("@alice says hello everyone")
    await table.type("@alice says hello @Referee")
    contents = [m.content async for m in table.channel().history(oldest_first=True)]
    assert contents == ["", f"hello <@{table.bot.user.id}>"]


async def test_channel_messages_are_sent_edited_read_and_deleted(table: Any) -> None:
    channel = table.channel()
    message = await channel.send("one", embed=discord.Embed(title="t"))
    await message.edit(content="two")
    assert (await channel.fetch_message(message.id)).content == "two"
    await message.delete()
    with pytest.raises(discord.NotFound) as gone:
        await channel.fetch_message(message.id)
    assert gone.value.code == 10008


async def test_history_runs_before_after_and_around_a_message(table: Any) -> None:
    channel = table.channel()
    sent = [await channel.send(str(n)) for n in range(7)]

    async def read(**window: Any) -> list[str]:
        return [m.content async for m in channel.history(**window)]

    assert await read(limit=2) == ["6", "5"]
    assert await read(before=sent[3], limit=2) == ["2", "1"]
    assert await read(after=sent[3], limit=2) == ["4", "5"]
    assert await read(around=sent[3], limit=3, oldest_first=True) == ["2", "3", "4"]


async def test_a_repeated_nonce_makes_one_message(table: Any) -> None:
    channel = table.channel()
    first = await channel.send("once", nonce="n1")
    second = await channel.send("once", nonce="n1")
    assert first.id == second.id
    assert [m.content async for m in channel.history()] == ["once"]


async def test_the_bot_hears_of_its_own_posts_with_their_content(table: Any) -> None:
    await table.channel().send("mine", nonce="n2")
    await table.said("@alice /echo words:x")
    heard = [await table.bot.heard.get() for _ in range(2)]
    assert [(m.content, m.nonce) for m in heard] == [("mine", "n2"), ("x 0.5 - -", None)]


async def test_twenty_people_act_at_once_and_each_gets_their_own_answer(table: Any) -> None:
    people = [f"player{n}" for n in range(20)]
    outcomes = await asyncio.gather(*(table.said(f"@{name} /echo words:{name}") for name in people))
    assert outcomes == [[f"{name} 0.5 - -"] for name in people]


async def test_an_interaction_delivered_twice_is_answered_once(table: Any) -> None:
    await table.post("slash", **{"as": "alice"}, line="/echo words:once", twice=True)
    await table.bot.received.get()
    await table.bot.received.get()
    assert await table.said("@alice /echo words:then") == ["then 0.5 - -"]
    assert [m.content async for m in table.channel().history()] == ["then 0.5 - -", "once 0.5 - -"]
    assert [error.code for error in table.bot.errors] == [40060]


async def test_a_silent_bot_is_told_of_to_the_person(make_table: Any) -> None:
    table = await make_table(patience=0.05)
    outcome = await table.type("@alice /silent")
    assert outcome["failed"] == "The application did not respond"
    interaction = await table.bot.received.get()
    with pytest.raises(discord.NotFound) as late:
        await interaction.response.send_message("too late")
    assert late.value.code == 10062


async def test_synced_commands_keep_their_ids(table: Any) -> None:
    first = {command.name: command.id for command in await table.bot.tree.fetch_commands()}
    again = {command.name: command.id for command in await table.bot.tree.sync()}
    assert first == again
    assert set(first) >= {"echo", "game", "Quote"}


async def test_commands_of_the_server_stand_beside_those_for_everyone(table: Any) -> None:
    guild = table.bot.guilds[0]

    @table.bot.tree.command(name="here", description="Only here", guild=guild)
    async def here(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    await table.bot.tree.sync(guild=guild)
    assert await table.said("@alice /here") == ["here"]
    assert await table.said("@alice /whisper") == ["for your eyes"]


async def test_pins_come_back_newest_first(table: Any) -> None:
    await table.post("permissions", channel="table", deny=[])
    channel = table.channel()
    sent = [await channel.send(str(n)) for n in range(2)]
    table.sandbox.world.bot.granted = discord.Permissions(pin_messages=True).value
    for message in sent:
        await message.pin()
    assert [m.content async for m in channel.pins()] == ["1", "0"]
    await sent[0].unpin()
    assert [m.content async for m in channel.pins()] == ["1"]


async def test_typing_is_taken(table: Any) -> None:
    async with table.channel().typing():
        pass
