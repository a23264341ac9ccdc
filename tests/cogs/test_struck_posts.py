"""The posts of void entries: struck, or told where Discord takes no edit."""

from __future__ import annotations

from typing import Any

OPEN = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
SQUADS = "@alice /roster add counter:4-6-7 squad location:G5 number:2"
GAME = (OPEN, *SEATS, SQUADS)
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


def body(post: Any) -> str:
    return str(post["embeds"][0].get("description") or "")


async def test_a_post_that_is_gone_is_told_by_the_void_and_holds_up_nothing(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *GAME)
    place = table.sandbox.faults.place("table")
    roster_post = standing(table)[3]
    del place.messages[int(roster_post["id"])]
    await say(table, "@alice /undo entry:4 reason:wrong hex")
    await table.client.trail.drain()
    void = standing(table)[-1]
    assert void["content"] == "#5 #4 is void: wrong hex"
    assert body(void).endswith("Too old to be edited, or gone, so that they do not say it themselves: #4.")
    assert await table.client._store.read(lambda tx: tx.voids.due()) == []


async def test_a_post_that_discord_lets_nobody_edit_any_more_is_told_by_the_void(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *GAME)
    table.sandbox.faults.advance(2 * 60 * 60)
    message = int(standing(table)[3]["id"])
    table.sandbox.faults.place("table").messages[message].late_edits = 3
    await say(table, "@alice /undo entry:4 reason:wrong hex")
    await table.client.trail.drain()
    assert standing(table)[3]["content"] == "#4 On the roster: 2 units at G5"
    assert body(standing(table)[4]).endswith("so that they do not say it themselves: #4.")
    assert await table.client._store.read(lambda tx: tx.voids.due()) == []


async def test_a_post_in_a_thread_archived_before_it_is_struck_holds_up_nothing(
    table: Any, say: Any, keys: Any, standing: Any
) -> None:
    await keys(table, "threads", "owner", name="night", channel="table")
    await say(table, "#night", *GAME)
    table.sandbox.faults.refuse(EDIT, status=403, times=9)
    await say(table, "@alice /undo entry:4 reason:wrong hex")
    await table.client.trail._quiet.wait()
    table.sandbox.faults.clear()
    table.sandbox.faults.change_thread("night", archived=True)
    await table.client.trail.drain()
    assert standing(table, "night")[3]["content"] == "#4 On the roster: 2 units at G5"
    assert await table.client._store.read(lambda tx: tx.voids.due()) == []


async def test_an_edit_that_was_lost_is_tried_again(table: Any, say: Any, standing: Any) -> None:
    await say(table, *GAME)
    table.sandbox.faults.refuse(EDIT, status=403)
    await say(table, "@alice /undo entry:4 reason:wrong hex")
    await table.client.trail.drain()
    assert standing(table)[3]["content"] == "VOID by #5 (wrong hex)\n#4 On the roster: 2 units at G5"


async def test_a_strike_that_a_stop_prevented_is_made_by_the_next_start(
    restarted: Any, say: Any, standing: Any
) -> None:
    async with restarted() as restart:
        table = await restart()
        await say(table, *GAME)
        table.sandbox.faults.refuse(EDIT, status=403, times=9)
        await say(table, "@alice /undo entry:4 reason:wrong hex")
        table.sandbox.faults.clear()
        table = await restart()
        await table.client.trail.drain()
        assert standing(table)[3]["content"].startswith("VOID by #5 (wrong hex)\n")
