"""Attacks on the channel and the database that /trail check and the referee itself detect or refuse."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"
CHECK = "@alice /trail check"
HISTORY = "GET /channels/{channel_id}/messages"


@pytest.fixture
async def restart(restarted: Any) -> AsyncIterator[Any]:
    async with restarted() as again:
        yield again


@pytest.fixture
async def fought(restart: Any, say: Any, fight: Any) -> Any:
    """Four entries stand: the game, two seats, a squad."""
    table = await restart()
    await say(table, *fight, SQUAD)
    await table.client.trail.settle()
    return table


def backed_up(database: Path, backup: Path) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(backup)) as copy:
        source.backup(copy)


def told(outcome: Any) -> list[str]:
    text = "\n".join(post["content"] for post in outcome["posts"])
    return re.sub(r"https://\S+/(\d+)", "<link>", text).split("\n")


async def clean(table: Any, say: Any) -> bool:
    return told(await say(table, CHECK))[1] == "Each of them stands as I sent it, and nobody imitates me."


async def test_an_old_backup_does_not_know_what_was_posted_after_it(
    fought: Any, restart: Any, say: Any, tmp_path: Path
) -> None:
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(fought, "@bob /dr purpose:wind")
    table = await restart(lambda: shutil.copy(tmp_path / "old.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    assert told(await say(table, CHECK))[1] == (
        "1. a post under my name shows #5 with a hash that is not in my ledger: <link>."
    )


async def test_an_interaction_that_is_replayed_sends_nothing_again(
    fought: Any, say: Any, keys: Any, standing: Any, entered: Any
) -> None:
    replayed = int((await say(fought, "@bob /roster add counter:4-4-7 squad location:H5"))["interaction"])
    await keys(fought, "delete", "owner", messages=[standing(fought)[3]["id"]])
    await say(fought, CHECK)
    await keys(fought, "click", "alice", label="Post again what is missing", twice=True)
    fought.sandbox.faults.deliver_again(replayed)
    await say(fought, "@bob /roster show")
    await fought.client.trail.drain()
    again = [post for post in standing(fought) if post["content"].startswith("Posted again: #4")]
    assert len(again) == 1
    assert len(entered()) == 5
    assert await clean(fought, say)


async def test_a_history_that_is_rate_limited_is_read_to_its_end(fought: Any, say: Any) -> None:
    fought.sandbox.faults.limit(HISTORY, seconds=0.05, times=3)
    assert await clean(fought, say)


async def test_pages_are_counted_as_they_are_read_and_read_once(fought: Any, say: Any, standing: Any) -> None:
    for n in range(60):
        await say(fought, *(f"@bob says {n} {k}" for k in range(4)))
    read: list[int] = []

    async def note(so_far: Any) -> None:
        read.append(so_far.messages)
        if len(read) == 2:
            raise OSError("the line is cut")

    newest = int(standing(fought)[-1]["id"])
    with pytest.raises(Exception, match="goes on from where it stopped"):
        await fought.client.channel_check.compare(1, newest, note)
    assert read == [100, 200]
    found = await fought.client.channel_check.compare(1, newest, note)
    assert (read, found.messages, found.posts, found.finished) == ([100, 200, 244], 244, 4, True)


async def test_an_entry_made_void_is_no_edit_and_its_post_is_sent_again_as_void(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    await say(fought, "@bob /undo entry:4 reason:wrong hex")
    await fought.client.trail.drain()
    await say(fought, "@bob /roster show")
    await fought.client.watch.drain()
    assert await clean(fought, say)
    struck = standing(fought)[3]
    assert "VOID by #5" in struck["content"]
    assert not any(post["content"].startswith("NOTE") for post in standing(fought))
    await keys(fought, "delete", "owner", messages=[struck["id"]])
    await say(fought, CHECK, "@alice [Post again what is missing]")
    await fought.client.trail.drain()
    again = standing(fought)[-1]["content"]
    assert "VOID by #5" in again
    assert "Posted again: " in again
    assert await clean(fought, say)


async def test_a_post_that_was_sent_again_says_so_also_when_it_is_struck_and_when_it_stands_again(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    await keys(fought, "delete", "owner", messages=[standing(fought)[3]["id"]])
    await say(fought, CHECK, "@alice [Post again what is missing]")
    await fought.client.trail.drain()
    place = len(standing(fought)) - 1
    assert standing(fought)[place]["content"] == "Posted again: #4 On the roster: 1 unit at G5"
    await say(fought, "@bob /undo entry:4 reason:wrong hex")
    await fought.client.trail.drain()
    struck = "VOID by #5 (wrong hex)\nPosted again: #4 On the roster: 1 unit at G5"
    assert standing(fought)[place]["content"] == struck
    assert await clean(fought, say)
    await say(fought, "@bob /undo entry:5 reason:it was right")
    await fought.client.trail.drain()
    assert standing(fought)[place]["content"] == "Posted again: #4 On the roster: 1 unit at G5"
    assert await clean(fought, say)


async def test_posts_from_before_hashes_were_kept_are_counted_and_never_called_edited(
    fought: Any, say: Any, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as db:
        db.execute("UPDATE outbox SET content = NULL, edited = NULL WHERE seq IN (1, 2)")
    assert told(await say(fought, CHECK))[1] == (
        "2 posts were posted before hashes were kept: whether they were edited cannot be told."
    )
