"""Who is let in, and what they are told first."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox.clock import StillClock
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox


async def test_a_wrong_token_is_refused() -> None:
    async with Sandbox() as sandbox, discord.Client(intents=discord.Intents.none()) as client:
        point_discord_at(sandbox.url)
        with pytest.raises(discord.LoginFailure):
            await client.login("another")


async def test_privileged_intents_are_refused_to_an_application_without_them() -> None:
    async with Sandbox() as sandbox, discord.Client(intents=discord.Intents.all()) as client:
        point_discord_at(sandbox.url)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(sandbox.token)


async def test_a_bot_with_the_content_intent_reads_what_people_write(make_table: Any) -> None:
    table = await make_table(message_content=True)
    await table.type("@alice says hello")
    assert [m.content async for m in table.channel().history()] == ["hello"]


async def test_the_gateway_refuses_what_it_does_not_understand() -> None:
    wrong = [("{", 4002), ('{"op":3}', 4003), ('{"op":2,"d":{"token":"no"}}', 4004)]
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        for frame, code in wrong:
            async with session.ws_connect(sandbox.url) as socket:
                hello = await socket.receive_json()
                assert hello["op"] == 10
                await socket.send_str(frame)
                await socket.receive()
                assert socket.close_code == code


async def test_a_heartbeat_is_acknowledged() -> None:
    async with (
        Sandbox() as sandbox,
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.url) as socket,
    ):
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11


async def test_what_follows_a_heartbeat_is_heard_before_its_answer_is_due() -> None:
    async with (
        Sandbox() as sandbox,
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.url) as socket,
    ):
        await socket.receive_json()
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 0}})
        told = [await socket.receive_json() for _ in range(2)]
        assert [(frame["op"], frame.get("t")) for frame in told] == [(0, "READY"), (11, None)]


async def test_ready_waits_for_a_bot_and_for_the_next_one() -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        identify = {"op": 2, "d": {"token": sandbox.token, "intents": 1}}
        for _ in range(2):
            waiting = asyncio.create_task(sandbox.ready())
            async with session.ws_connect(sandbox.url) as socket:
                assert not waiting.done()
                await socket.send_json(identify)
                await asyncio.wait_for(waiting, 5)
            await asyncio.wait_for(sandbox.left(), 5)


async def test_the_bot_knows_server_channels_and_itself(table: Any) -> None:
    guild = table.bot.guilds[0]
    assert (guild.name, guild.me.name, [c.name for c in guild.channels]) == (
        "The Table",
        "Referee",
        ["table"],
    )
    assert (await guild.fetch_member(guild.me.id)).roles[-1].name == "Referee"
    assert [c.name for c in await guild.fetch_channels()] == ["table"]
    assert (await table.bot.application_info()).owner.name == "owner"


async def test_the_gateway_is_found_where_a_sharded_client_asks(table: Any) -> None:
    for path in ("/gateway", "/gateway/bot"):
        status, answer = await table.api("GET", path)
        assert (status, answer["url"]) == (200, table.sandbox.gateway.url)


async def test_unknown_things_have_their_own_codes(table: Any) -> None:
    application = table.bot.application_id
    known = {
        "/guilds/1": 10004,
        f"/guilds/{table.bot.guilds[0].id}/members/1": 10007,
        "/channels/1": 10003,
        f"/channels/{table.channel().id}/messages/1": 10008,
        f"/applications/{application}/commands/1": 10063,
    }
    for path, code in known.items():
        status, answer = await table.api("GET", path)
        assert (status, answer["code"]) == (404, code), path


async def test_the_same_keystrokes_give_the_same_ids_and_times(make_table: Any) -> None:
    def start() -> StillClock:
        return StillClock(datetime(2044, 9, 17, 12, tzinfo=UTC))

    seen = []
    for _ in range(2):
        table = await make_table(clock=start())
        await table.said("@alice /echo words:x")
        await table.type("@bob says y")
        posts = await table.get("/posts")
        seen.append([(p["post"]["id"], p["post"]["interaction"], p["post"]["time"]) for p in posts])
        await table.bot.close()
    assert seen[0] == seen[1]
    assert len(seen[0]) == 2


def test_people_and_channels_keep_their_ids_from_run_to_run_and_messages_do_not_repeat() -> None:
    first, second = Sandbox(), Sandbox()
    assert first.world.guild_id == second.world.guild_id
    assert first.world.person("alice").id == second.world.person("alice").id
    assert list(first.world.channels) == list(second.world.channels)
    drawn = [first.world.ids.draw() for _ in range(5000)]
    assert drawn == sorted(set(drawn))
    assert first.world.person("bob").id < drawn[0]


async def test_a_bug_of_the_sandbox_is_raised_when_it_closes() -> None:
    async def meet_a_bug() -> None:
        async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
            del sandbox.world.people
            headers = {"Authorization": f"Bot {sandbox.token}"}
            async with session.get(f"{sandbox.url}/api/v10/users/1", headers=headers) as response:
                assert response.status == 500

    with pytest.raises(ExceptionGroup, match="the sandbox itself failed"):
        await meet_a_bug()
