"""Posts that are due: a reply that is refused or lost is made good once, by this process or the next."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
MORE = "POST /webhooks/{webhook_id}/{webhook_token}"
SEND = "POST /channels/{channel_id}/messages"
FIGHT = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)
NUMBER = re.compile(r"^#\d+( \(\d/\d\))?", re.MULTILINE)
"""of an entry, after the dice as VASL tells them"""
SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"


PATIENCE = 0.5
"""seconds that a person waits for an answer which is refused on purpose"""


@pytest.fixture
async def table(restarted: Any) -> AsyncIterator[Any]:
    async with restarted(PATIENCE) as restart:
        yield await restart()


def numbers(posts: list[Any]) -> list[str]:
    return [found[0] for post in posts if (found := NUMBER.search(post["content"]))]


async def due(table: Any) -> list[Any]:
    found: list[Any] = await table.client.trail._store.read(lambda tx: tx.outbox.due())
    return found


@pytest.mark.parametrize("status", [400, 403, 404, 409])
async def test_a_reply_that_is_refused_is_posted_to_the_channel(
    table: Any, say: Any, standing: Any, status: int
) -> None:
    await say(table, *FIGHT)
    table.sandbox.faults.refuse(REPLY, status=status)
    await say(table, SQUAD)
    await table.client.trail.drain()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    assert standing(table)[-1]["by"] is None
    assert await due(table) == []


async def test_what_is_posted_from_the_outbox_looks_as_the_reply_would_have(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *FIGHT, SQUAD)
    table.sandbox.faults.refuse(REPLY, status=404)
    await say(table, "@bob /mc result:NMC location:G5 dice:5,6")
    await table.client.trail.drain()
    asked = standing(table)[-1]
    assert asked["content"] == "#5 NMC at G5 waits: Dice rolled elsewhere: do you agree to them?"
    assert [part["label"] for part in asked["components"][0]["components"]] == ["Agree", "Refuse"]
    await say(table, "@alice [Agree]")
    await table.client.trail.drain()
    answered, ruled = standing(table)[-2:]
    assert answered["components"] == []
    assert ruled["components"][0]["components"][0]["label"] == "Rally 4-2-6 A"


@pytest.mark.parametrize("status", [None, 400, 404])
async def test_a_reply_that_arrived_though_it_seemed_lost_is_not_posted_again(
    table: Any, say: Any, standing: Any, status: int | None
) -> None:
    await say(table, *FIGHT)
    table.sandbox.faults.lose(REPLY, status=status)
    await say(table, SQUAD)
    await table.client.trail.drain()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    assert await due(table) == []


async def test_a_ruling_in_which_nothing_happens_is_found_again_too(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *FIGHT, f"{SQUAD} flags:pinned")
    table.sandbox.faults.lose(REPLY, status=404)
    await say(table, "@bob /mc result:PTC location:G5")
    await table.client.trail.drain()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]
    assert standing(table)[-1]["content"] == "#5 PTC at G5: nothing changes"


async def test_a_reply_that_the_library_repeats_is_one_post(table: Any, say: Any, standing: Any) -> None:
    """After a 500 the library tries again by itself and is told that it has answered already."""
    await say(table, *FIGHT)
    table.sandbox.faults.lose(REPLY, status=500)
    await say(table, SQUAD)
    await table.client.trail.drain()
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
    assert await due(table) == []
    assert table.client.referee.frozen == {}


async def test_parts_that_are_missing_follow_and_those_that_stand_do_not(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *FIGHT, f"{SQUAD} number:50")
    table.sandbox.faults.refuse(MORE, status=404)
    await say(table, "@bob /mc result:1MC location:G5 known_enemy_in_los:False adjacent_enemy:False")
    await table.client.trail.drain()
    found = numbers(standing(table))
    assert len(found) > 5
    assert found == [
        *("#1", "#2", "#3", "#4"),
        *(f"#5 ({n}/{len(found) - 4})" for n in range(1, len(found) - 3)),
    ]
    assert await due(table) == []


async def test_nobody_cuts_before_the_commitment_stands_in_the_channel(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.refuse(SEND, status=403)
    await say(table, FIGHT[0])
    await table.client.trail._quiet.wait()
    assert standing(table) == []
    (post,) = (await say(table, FIGHT[1]))["posts"]
    assert post["only"] == "alice"
    assert post["content"].startswith("Refused: The commitment is not posted yet")
    await table.client.trail.post_due()
    await say(table, FIGHT[1])
    assert numbers(standing(table)) == ["#1", "#2"]
    assert [kind for _, _, kind in entered()] == ["opened", "joined"]


async def test_a_side_can_be_taken_as_soon_as_the_commitment_is_seen(
    table: Any, say: Any, fight: Any
) -> None:
    table.sandbox.faults.hold(REPLY, seconds=0.3)
    (opened,) = (await say(table, fight[0]))["posts"]
    (joined,) = (await say(table, fight[1]))["posts"]
    assert (opened["content"].split()[0], joined["content"].split()[0]) == ("#1", "#2")


async def test_what_could_not_be_posted_at_all_is_posted_by_the_next_start(
    restarted: Any, say: Any, standing: Any
) -> None:
    async with restarted(PATIENCE) as restart:
        table = await restart()
        await say(table, *FIGHT)
        table.sandbox.faults.refuse(REPLY, status=404)
        table.sandbox.faults.refuse(SEND, status=403, times=2)
        await say(table, SQUAD)
        await table.client.trail._quiet.wait()
        assert numbers(standing(table)) == ["#1", "#2", "#3"]
        table = await restart()
        await table.client.trail.drain()
        assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]
        assert await due(table) == []
        table = await restart()
        await table.client.trail.drain()
        assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]


async def test_posts_that_come_late_are_announced_in_one_line(
    restarted: Any, say: Any, standing: Any
) -> None:
    async with restarted(PATIENCE) as restart:
        table = await restart()
        await say(table, *FIGHT)
        table.sandbox.faults.refuse(REPLY, status=404, times=2)
        table.sandbox.faults.refuse(SEND, status=403, times=9)
        await say(table, SQUAD, SQUAD.replace("G5", "H5"))
        await table.client.trail._quiet.wait()
        table.sandbox.faults.advance(3600)
        table.sandbox.faults.deny("table", ["send_messages"])
        table.sandbox.faults.clear()
        table = await restart()
        assert numbers(standing(table)) == ["#1", "#2", "#3"]
        table.sandbox.faults.deny("table", [])
        await table.client.trail.post_due()
        late = [post for post in standing(table)[3:] if not post["content"].startswith("#")]
        assert [post["content"].split(" from ")[0] for post in late] == ["I could not post"]
        assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]


async def test_an_interaction_delivered_again_after_a_restart_enters_and_posts_nothing(
    restarted: Any, say: Any, standing: Any, entered: Any
) -> None:
    async with restarted(PATIENCE) as restart:
        table = await restart()
        await say(table, *FIGHT)
        request = int((await say(table, SQUAD))["interaction"])
        table = await restart()
        table.sandbox.faults.deliver_again(request)
        await say(table, "@bob /dr")
        await table.client.trail.drain()
        assert numbers(standing(table)) == ["#1", "#2", "#3", "#4", "#5"]
    assert [kind for _, _, kind in entered()] == ["opened", "joined", "joined", "roster", "rolled"]


async def test_an_interaction_delivered_again_has_posted_what_is_due_of_it(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *FIGHT)
    table.sandbox.faults.refuse(REPLY, status=404)
    table.sandbox.faults.refuse(SEND, status=403)
    request = int((await say(table, SQUAD))["interaction"])
    await table.client.trail._quiet.wait()
    await table.client.trail.close()
    assert numbers(standing(table)) == ["#1", "#2", "#3"]
    table.sandbox.faults.deliver_again(request)
    async with asyncio.timeout(10):
        # Nobody is told when a delivery has come to its end.
        while len(standing(table)) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert numbers(standing(table)) == ["#1", "#2", "#3", "#4"]


async def test_a_channel_that_is_gone_holds_up_no_other(
    table: Any, say: Any, keys: Any, standing: Any
) -> None:
    await say(table, *FIGHT)
    await keys(table, "channels", "owner", name="hall")
    await say(table, "#hall", *FIGHT, "#table")
    table.sandbox.faults.refuse(REPLY, status=404, times=2)
    table.sandbox.faults.refuse(SEND, status=403)
    await say(table, SQUAD)
    await table.client.trail._quiet.wait()
    table.typist.channel = "hall"
    table.sandbox.faults.delete_channel("table")
    await say(table, SQUAD)
    await table.client.trail.drain()
    assert numbers(standing(table, "hall")) == ["#1", "#2", "#3", "#4"]
    assert [(post.game, post.seq) for post in await due(table)] == [(1, 4)]
