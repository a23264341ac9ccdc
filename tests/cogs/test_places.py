"""Threads archived, channels deleted, servers left: the game and its ledger stay."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.channel.limits import Limits

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
SQUADS = "@bob /roster add counter:4-4-7 squad location:G5 number:2"
ASKED = "@alice /mc result:NMC location:G5 dice:5,6"
PATIENCE = 0.5
"""seconds that a person waits for an answer which is refused on purpose"""


@pytest.fixture
async def table(restarted: Any) -> AsyncIterator[Any]:
    async with restarted(PATIENCE) as restart:
        yield await restart()


def numbers(posts: list[Any]) -> list[str]:
    return [found[0] for post in posts if (found := re.match(r"#\d+", post["content"]))]


async def test_a_thread_archived_in_mid_game_is_opened_by_the_next_entry(
    table: Any, say: Any, keys: Any, standing: Any, fight: Any
) -> None:
    await keys(table, "threads", "owner", name="night", channel="table")
    await say(table, "#night", *fight, SQUADS, ASKED)
    question = standing(table, "night")[-1]
    assert question["components"]
    table.sandbox.faults.change_thread("night", archived=True)
    await keys(table, "click", "bob", channel="night", label="Agree")
    await table.client.trail.drain()
    answered, ruled = standing(table, "night")[-2:]
    assert (answered["id"], answered["components"]) == (question["id"], [])
    assert ruled["content"].startswith("#6 ")
    assert not table.sandbox.faults.place("night").archived


async def test_what_waited_is_posted_into_an_archived_thread(
    table: Any, say: Any, keys: Any, standing: Any, fight: Any
) -> None:
    await keys(table, "threads", "owner", name="night", channel="table")
    await say(table, "#night", *fight)
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.delay(REPLY, seconds=0.1)
    await say(table, SQUADS)
    table.sandbox.faults.change_thread("night", archived=True)
    await table.client.trail.drain()
    assert numbers(standing(table, "night")) == ["#1", "#2", "#3", "#4"]


async def test_what_waited_in_a_locked_thread_is_posted_once_it_is_unlocked(
    table: Any, say: Any, keys: Any, standing: Any, fight: Any
) -> None:
    await keys(table, "threads", "owner", name="night", channel="table")
    await say(table, "#night", *fight[:2], "@owner /game join side:Russian")
    table.sandbox.faults.change_thread("night", archived=True, locked=True)
    table.sandbox.faults.refuse(REPLY, status=404)
    await say(table, SQUADS.replace("@bob", "@owner"))
    await table.client.trail._quiet.wait()
    assert await table.client._store.read(lambda tx: tx.head(1)[0]) == 4
    assert numbers(standing(table, "night")) == ["#1", "#2", "#3"]
    table.sandbox.faults.change_thread("night", archived=False, locked=False)
    await table.client.trail.drain()
    assert numbers(standing(table, "night")) == ["#1", "#2", "#3", "#4"]


async def test_a_game_goes_on_elsewhere_after_its_channel_was_deleted(
    table: Any, say: Any, keys: Any, standing: Any, fight: Any
) -> None:
    await say(table, *fight, SQUADS)
    await keys(table, "channels", "owner", name="hall")
    table.typist.channel = "hall"
    table.sandbox.faults.delete_channel("table")
    await say(table, "@alice /game move game:1", "@bob /mc result:PTC location:G5")
    assert numbers(standing(table, "hall")) == ["#5", "#6"]


async def test_leaving_a_server_and_coming_back_deletes_nothing(
    table: Any, say: Any, standing: Any, entered: Any, fight: Any
) -> None:
    await say(table, *fight, SQUADS)
    table.sandbox.faults.put_out()
    await table.client.wait_for("guild_remove", timeout=5)
    assert len(entered()) == 4
    table.sandbox.faults.invite()
    await table.client.wait_for("guild_join", timeout=5)
    await say(table, "@bob /mc result:PTC location:G5")
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]


async def test_what_waited_while_the_bot_was_out_is_posted_when_it_is_invited_again(
    table: Any, say: Any, standing: Any, fight: Any
) -> None:
    await say(table, *fight)
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.refuse("POST /channels/{channel_id}/messages", status=403)
    await say(table, SQUADS)
    await table.client.trail._quiet.wait()
    table.sandbox.faults.put_out()
    await table.client.wait_for("guild_remove", timeout=5)
    assert numbers(standing(table)) == ["#1", "#2", "#3"]
    table.sandbox.faults.invite()
    await table.client.wait_for("guild_join", timeout=5)
    await table.client.trail.drain()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]


async def test_nothing_is_posted_on_a_server_that_is_served_no_more(
    table: Any, say: Any, standing: Any, fight: Any
) -> None:
    await say(table, *fight)
    guild = table.sandbox.world.guild_id
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.refuse("POST /channels/{channel_id}/messages", status=403)
    await say(table, SQUADS)
    await table.client.trail._quiet.wait()
    served = table.client.trail._serves
    table.client.trail._serves = Limits((guild + 1,)).serves
    await table.client.trail.post_due()
    assert numbers(standing(table)) == ["#1", "#2", "#3"]
    table.client.trail._serves = served
    await table.client.trail.post_due()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
