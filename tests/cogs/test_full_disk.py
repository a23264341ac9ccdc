"""A ledger that takes nothing: people are told, no die falls, nothing is doubled, and it goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.commands.table import PLAY_BEGINS
from bot.sandbox.clock import StillClock
from bot.store import opening

REPLY = "POST /interactions/{interaction_id}/{interaction_token}/callback"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
SQUAD = "@alice /roster add counter:4-6-7 location:G5 side:German"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)


@contextmanager
def held_by_another_program(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def lines(posts: list[Any]) -> list[str]:
    return [post["content"].splitlines()[0] for post in posts]


async def test_on_a_full_disk_nothing_is_entered_and_the_asker_alone_is_told_what_to_do(
    table: Any, say: Any, standing: Any, fight: tuple[str, ...]
) -> None:
    await say(table, *fight)
    writer = table.client._store._writer
    ((pages,),) = await writer.execute_fetchall("PRAGMA max_page_count")
    await writer.execute_fetchall("PRAGMA max_page_count = 1")
    told = await say(table, f"{SQUAD} number:50")
    assert [post["content"] for post in told["posts"]] == [
        "Refused: The ledger cannot be written here (database or disk is full), so nothing was entered and "
        "no die fell. Whoever hosts the referee finds with `referee doctor` what to do; then say it again."
    ]
    assert told["posts"][0]["only"] == "alice"
    assert len(standing(table)) == 3
    shown = await say(table, "@bob /game show")
    assert "Last entry #3" in shown["posts"][0]["content"]
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    await say(table, f"{SQUAD} number:50")
    await table.client.trail.drain()
    assert lines(standing(table))[3] == "#4 On the roster: 50 units at G5"


async def test_a_reply_that_stands_though_it_could_not_be_marked_is_no_failure_and_is_not_posted_again(
    table: Any, say: Any, standing: Any, fight: tuple[str, ...], tmp_path: Path
) -> None:
    await say(table, *fight)
    table.sandbox.faults.delay(REPLY, seconds=1.5)
    typed = asyncio.create_task(say(table, SQUAD))
    # A store tells nobody of an entry.
    while await table.client._store.read(lambda tx: tx.head(1)[0]) < 4:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    with held_by_another_program(tmp_path / "table.db"):
        await typed
        await table.client.trail.drain()
        assert await table.client._store.read(lambda tx: [due.seq for due in tx.outbox.due()]) == [4]
    await table.client.trail.drain()
    assert await table.client._store.read(lambda tx: tx.outbox.due()) == []
    assert lines(standing(table))[3:] == ["#4 On the roster: 1 unit at G5"]


async def test_who_is_awaited_is_called_once_that_can_be_written_and_no_more_than_once(
    make_table: Any, say: Any, standing: Any, fight: tuple[str, ...], tmp_path: Path
) -> None:
    def calls(table: Any) -> int:
        return sum("your answer is awaited" in post["content"] for post in standing(table))

    async with make_table(clock=StillClock(PLAY_BEGINS)) as table:
        await say(table, *fight, SQUAD, "@alice /mc result:NMC location:G5 dice:5,6")
        table.sandbox.world.clock.advance(2 * 60 * 60)
        await table.client._store.read(lambda tx: tx.head(1))
        with held_by_another_program(tmp_path / "table.db"):
            await table.client.bell.ring()
        assert calls(table) == 0
        await table.client.bell.ring()
        await table.client.bell.ring()
        assert calls(table) == 1


async def test_who_cannot_be_forgotten_at_the_moment_is_told_why(
    table: Any, say: Any, fight: tuple[str, ...], tmp_path: Path
) -> None:
    await say(table, *fight, "@bob /game seat side:Russian to:@carol", "@bob /privacy forget")
    await table.client._store.read(lambda tx: tx.head(1))
    with held_by_another_program(tmp_path / "table.db"):
        told = await say(table, "@bob [Forget me]")
    assert told["posts"][0]["content"].startswith("Refused: The ledger cannot be written here")


async def test_a_post_that_cannot_be_struck_is_told_once_that_can_be_written(
    table: Any, say: Any, keys: Any, standing: Any, fight: tuple[str, ...], tmp_path: Path, caplog: Any
) -> None:
    await say(table, *fight, SQUAD)
    await keys(table, "delete", "owner", messages=[standing(table)[3]["id"]])
    await table.client.watch.drain()
    table.sandbox.faults.delay(EDIT, seconds=1.5)
    typed = asyncio.create_task(say(table, "@alice /undo entry:4 reason:wrong hex"))
    while await table.client._store.read(lambda tx: tx.head(1)[0]) < 5:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    with held_by_another_program(tmp_path / "table.db"):
        await typed
        await table.client.trail._quiet.wait()
    await table.client.trail.drain()
    assert [record for record in caplog.records if "failed" in record.getMessage()] == []
    (void,) = [post for post in standing(table) if post["content"].startswith("#5")]
    assert "Too old to be edited, or gone, so that they do not say it themselves: #4." in str(void["embeds"])
