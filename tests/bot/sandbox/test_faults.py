"""What goes wrong on demand, as the client meets it."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

SEND = "POST /channels/{channel_id}/messages"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


async def written(table: Any) -> list[str]:
    return [m.content async for m in table.channel().history(oldest_first=True)]


async def test_a_refused_message_is_not_written(table: Any) -> None:
    await table.post("faults", do="refuse", route=SEND, status=503)
    with pytest.raises(discord.DiscordServerError):
        await table.channel().send("x", nonce="1")
    assert await written(table) == []
    await table.channel().send("x", nonce="1")
    assert await written(table) == ["x"]


async def test_a_lost_answer_means_that_the_message_is_there(table: Any) -> None:
    await table.post("faults", do="lose", route=SEND, status=503)
    with pytest.raises(discord.DiscordServerError):
        await table.channel().send("x", nonce="1")
    assert await written(table) == ["x"]
    await table.channel().send("x", nonce="1")
    assert await written(table) == ["x"]


async def test_a_connection_can_break_after_the_message_was_taken(table: Any) -> None:
    await table.post("faults", do="lose", route=SEND, status=None)
    with pytest.raises(aiohttp.ClientError):
        await table.channel().send("x")
    assert await written(table) == ["x"]


async def test_a_reply_that_was_lost_is_tried_again_by_the_client_and_refused(table: Any) -> None:
    await table.post("faults", do="lose", route=CALLBACK, status=500)
    assert await table.said("@alice /echo words:x") == ["x 0.5 - -"]
    # The client waits a second before it tries again.
    await asyncio.wait_for(table.bot.failed.wait(), 5)
    assert [error.code for error in table.bot.errors] == [40060]
    assert await written(table) == ["x 0.5 - -"]


async def test_a_fault_counts_down(table: Any) -> None:
    table.sandbox.faults.refuse(SEND, status=503, times=2)
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError):
            await table.channel().send("x")
    await table.channel().send("third")
    assert await written(table) == ["third"]


async def test_faults_can_be_cleared(table: Any) -> None:
    await table.post("faults", do="refuse", status=503, times=9)
    await table.post("faults", do="clear")
    assert (await table.channel().send("x")).content == "x"


async def test_a_rate_limit_is_waited_for(table: Any) -> None:
    await table.post("faults", do="limit", route=SEND, seconds=0.02)
    await table.channel().send("x")
    assert await written(table) == ["x"]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_rate_limit_without_via_is_an_error_to_the_client(table: Any, everywhere: bool) -> None:
    await table.post("faults", do="limit", route=SEND, via=False, everywhere=everywhere)
    with pytest.raises(discord.HTTPException) as refused:
        await table.channel().send("x")
    assert refused.value.status == 429
    assert await written(table) == []


async def test_a_bucket_holds_a_channel_to_its_rate(table: Any) -> None:
    await table.post("faults", do="bucket", limit=2, seconds=0.1)
    begun = asyncio.get_running_loop().time()
    for n in range(5):
        await table.channel().send(str(n))
    assert asyncio.get_running_loop().time() - begun >= 0.2
    assert await written(table) == list("01234")


async def test_a_bucket_refuses_who_does_not_wait(table: Any) -> None:
    table.sandbox.faults.bucket(1, 60)
    path = f"/channels/{table.channel().id}/messages"
    assert (await table.api("POST", path, {"content": "x"}))[0] == 200
    status, answer = await table.api("POST", path, {"content": "y"})
    assert status == 429
    assert 59 < answer["retry_after"] <= 60


async def test_a_call_can_be_slow(table: Any) -> None:
    await table.post("faults", do="delay", route=SEND, seconds=0.05)
    sending = asyncio.create_task(table.channel().send("slow"))
    await table.said("@alice /echo words:quick")
    await sending
    assert await written(table) == ["quick 0.5 - -", "slow"]


async def test_a_call_can_be_done_and_its_answer_late(table: Any) -> None:
    await table.post("faults", do="hold", route=SEND, seconds=0.05)
    sending = asyncio.create_task(table.channel().send("seen at once"))
    async with asyncio.timeout(5):
        (seen,) = await table.get("/posts", wait="5")
    assert seen["post"]["content"] == "seen at once"
    assert not sending.done()
    await sending


async def test_a_dropped_socket_is_resumed_and_nothing_is_missed(table: Any) -> None:
    await table.post("faults", do="drop_sockets")
    begun = await table.post("slash", **{"as": "alice"}, line="/echo words:missed", wait=False)
    interaction = await asyncio.wait_for(table.bot.received.get(), 5)
    assert str(interaction.id) == begun["interaction"]
    assert await table.bot.events.get() == "resumed"


@pytest.mark.parametrize("fault", [{"do": "drop_sockets", "code": 4000}, {"do": "ask_to_reconnect"}])
async def test_a_socket_closed_politely_is_resumed(table: Any, fault: dict[str, Any]) -> None:
    await table.post("faults", **fault)
    assert await asyncio.wait_for(table.bot.events.get(), 5) == "resumed"
    assert await table.said("@alice /echo words:x") == ["x 0.5 - -"]


async def test_a_forgotten_session_begins_anew(table: Any) -> None:
    table.bot.begun.clear()
    await table.post("faults", do="forget_sessions")
    await asyncio.wait_for(table.bot.begun.wait(), 10)
    assert table.bot.events.empty()
    assert await table.said("@alice /echo words:x") == ["x 0.5 - -"]


async def test_an_interaction_made_while_the_gateway_was_closed_arrives_too_late(table: Any) -> None:
    await table.post("faults", do="close_gateway")
    await table.post("slash", **{"as": "alice"}, line="/silent", wait=False)
    await table.post("faults", do="advance", seconds=4)
    await table.post("faults", do="open_gateway")
    interaction = await asyncio.wait_for(table.bot.received.get(), 10)
    with pytest.raises(discord.NotFound) as refused:
        await interaction.response.send_message("x")
    assert refused.value.code == 10062


async def test_an_interaction_can_be_delivered_again(table: Any) -> None:
    outcome = await table.type("@alice /echo words:x")
    await table.post("faults", do="deliver_again", interaction=outcome["interaction"])
    first, second = await table.bot.received.get(), await table.bot.received.get()
    assert first.id == second.id
    assert "no interaction 5" in await table.wrong("faults", do="deliver_again", interaction=5)


@pytest.mark.parametrize(
    ("fault", "right"),
    [
        ({"do": "explode"}, "drop_sockets"),
        ({"do": "refuse", "route": "POST /dice"}, "POST /channels/{channel_id}/messages"),
        ({"do": "archive", "channel": "nowhere"}, "table"),
        ({"do": "advance", "seconds": "long"}, "must be a number"),
        ({}, "'do' is missing"),
    ],
)
async def test_a_wrong_fault_is_a_sentence(table: Any, fault: dict[str, Any], right: str) -> None:
    assert right in await table.wrong("faults", **fault)
