"""The line to Discord breaks, is limited or late: every entry still stands in the channel once, in order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bot.sandbox.faults import Faults

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
MORE = "POST /webhooks/{webhook_id}/{webhook_token}"
SEND = "POST /channels/{channel_id}/messages"
SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"
PATIENCE = 0.5
"""seconds that a person waits for an answer which does not come on purpose"""


@pytest.fixture
async def table(restarted: Any, say: Any, fight: tuple[str, ...]) -> AsyncIterator[Any]:
    """A table with a fight opened at it: #1 to #3."""
    async with restarted(PATIENCE) as restart:
        made = await restart()
        await say(made, *fight)
        yield made


def numbers(posts: list[Any]) -> list[str]:
    return [found[0] for post in posts if (found := re.match(r"#\d+( \(\d+/\d+\))?", post["content"]))]


async def entries(table: Any) -> int:
    count: int = await table.client._store.read(lambda tx: tx.head(1)[0])
    return count


async def until_entered(table: Any, seq: int) -> None:
    async with asyncio.timeout(10):
        while await entries(table) < seq:  # noqa: ASYNC110  a store tells nobody of an entry
            await asyncio.sleep(0.01)


async def settled(table: Any) -> None:
    await table.client.trail.drain()
    assert await table.client._store.read(lambda tx: tx.outbox.due()) == []


async def test_what_was_asked_while_the_line_was_cut_arrives_too_late_for_a_reply_and_is_posted_once(
    table: Any, say: Any, standing: Any
) -> None:
    table.sandbox.faults.close_gateway()
    assert (await say(table, SQUAD))["failed"] == "The application did not respond"
    table.sandbox.faults.advance(4)
    table.sandbox.faults.open_gateway()
    await until_entered(table, 4)
    await settled(table)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    assert standing(table)[-1]["by"] is None
    await say(table, SQUAD.replace("G5", "H5"))
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(lambda faults: faults.drop_sockets(), id="dropped"),
        pytest.param(lambda faults: faults.drop_sockets(4000), id="closed"),
        pytest.param(lambda faults: faults.ask_to_reconnect(), id="asked to reconnect"),
        pytest.param(lambda faults: faults.forget_sessions(), id="begun anew"),
    ],
)
async def test_a_line_that_comes_back_doubles_nothing(
    table: Any, say: Any, standing: Any, broken: Callable[[Faults], None]
) -> None:
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.refuse(SEND, status=403)
    await say(table, SQUAD)
    await table.client.trail._quiet.wait()
    assert numbers(standing(table)) == ["#1", "#2", "#3"]
    back = [asyncio.create_task(table.client.wait_for(event, timeout=10)) for event in ("ready", "resumed")]
    broken(table.sandbox.faults)
    await asyncio.wait(back, return_when=asyncio.FIRST_COMPLETED)
    for waiting in back:
        waiting.cancel()
    await settled(table)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    await say(table, SQUAD.replace("G5", "H5"))
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]


@pytest.mark.parametrize(("via", "replied"), [(True, True), (False, False)])
async def test_a_reply_under_a_rate_limit_is_one_post(
    table: Any, say: Any, standing: Any, via: bool, replied: bool
) -> None:
    """With Via the client waits and replies; without it the limit is Cloudflare's, and the outbox posts."""
    table.sandbox.faults.limit(REPLY, seconds=0.05, via=via)
    await say(table, SQUAD)
    await settled(table)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    assert (standing(table)[-1]["by"] is not None) is replied


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_post_from_the_outbox_that_is_limited_without_via_is_tried_again(
    table: Any, say: Any, standing: Any, everywhere: bool
) -> None:
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.limit(SEND, via=False, everywhere=everywhere)
    await say(table, SQUAD)
    await table.client.trail._quiet.wait()
    assert numbers(standing(table)) == ["#1", "#2", "#3"]
    await settled(table)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]


async def test_many_posts_at_once_keep_to_the_rate_of_the_channel_and_to_their_order(
    table: Any, say: Any, standing: Any
) -> None:
    table.sandbox.faults.refuse(REPLY, status=404, times=6)
    table.sandbox.faults.refuse(SEND, status=403, times=6)
    await say(table, *(SQUAD.replace("G5", f"G{n}") for n in range(6)))
    await table.client.trail._quiet.wait()
    table.sandbox.faults.clear()
    table.sandbox.faults.bucket(2, 0.1)
    await settled(table)
    assert numbers(standing(table)) == [f"#{n}" for n in range(1, 10)]


@pytest.mark.parametrize("status", [500, 404, None])
async def test_a_post_from_the_outbox_that_arrived_though_it_seemed_lost_is_not_posted_again(
    table: Any, say: Any, standing: Any, status: int | None
) -> None:
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.lose(SEND, status=status)
    await say(table, SQUAD)
    await settled(table)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]


async def test_parts_that_come_after_a_quarter_of_an_hour_are_posted_from_the_outbox(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, f"{SQUAD} number:50")
    await settled(table)
    before = numbers(standing(table))
    table.sandbox.faults.delay(MORE, seconds=1.5)
    checked = "@bob /mc result:1MC location:G5 known_enemy_in_los:False adjacent_enemy:False"
    asked = asyncio.create_task(say(table, checked))
    async with asyncio.timeout(10):
        while numbers(standing(table)) == before:  # noqa: ASYNC110  nor a channel of a post
            await asyncio.sleep(0.01)
    table.sandbox.faults.advance(16 * 60)
    await asked
    await settled(table)
    first, *parts = numbers(standing(table))[len(before) :]
    assert first.startswith("#5 (1/")
    assert parts == [f"#5 ({n}/{len(parts) + 1})" for n in range(2, len(parts) + 2)]
    assert parts
    (late,) = [post["content"] for post in standing(table) if "I could not post from" in post["content"]]
    assert late.endswith("What was entered then follows; nothing is lost.")
