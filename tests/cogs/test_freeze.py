"""A channel that is ahead of the ledger: an old backup, or a twin on another database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

SQUADS = "@bob /roster add counter:4-4-7 squad location:G5 number:2"
CHECK = "@bob /mc result:PTC location:G5"
PATIENCE = 0.5
"""seconds that a person waits for an answer which is refused on purpose"""


@pytest.fixture
async def restart(restarted: Any) -> AsyncIterator[Any]:
    async with restarted(PATIENCE) as again:
        yield again


def backed_up(database: Path, backup: Path) -> None:
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(backup)) as copy:
        source.backup(copy)


async def test_an_old_backup_freezes_its_game_and_says_what_to_do(
    restart: Any, say: Any, standing: Any, entered: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await say(table, *fight, SQUADS)
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(table, CHECK)
    shown = standing(table)[-1]["embeds"][0]["footer"]["text"]
    table = await restart(lambda: shutil.copy(tmp_path / "old.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    notice = standing(table)[-1]["content"]
    assert notice.startswith(f"FROZEN. This channel shows {shown}, which my ledger does not know")
    assert "put the newest database in place" in notice
    refused = await say(table, CHECK.replace("PTC", "1MC"))
    assert refused["posts"][0]["content"].startswith("Refused: FROZEN.")
    assert refused["posts"][0]["only"] == "bob"
    assert len(entered()) == 4


async def test_a_game_whose_newest_entries_are_lost_goes_on_with_an_epoch_of_other_dice(
    restart: Any, say: Any, keys: Any, standing: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await say(table, *fight, SQUADS)
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(table, CHECK)
    table = await restart(lambda: shutil.copy(tmp_path / "old.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    await say(table, "@alice /trail reveal")
    await keys(table, "click", "alice", label="Cut for German")
    await keys(table, "click", "bob", label="Cut for Russian")
    await say(table, CHECK)
    assert [line["content"].split()[0] for line in standing(table)[4:]] == [
        *("#5", "FROZEN.", "#5", "#6", "#7", "#8"),
    ]
    table = await restart()
    await table.client.trail.drain()
    assert table.client.referee.frozen == {}


async def test_a_frozen_game_can_be_ended(
    restart: Any, say: Any, standing: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await say(table, *fight, SQUADS)
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(table, CHECK)
    table = await restart(lambda: shutil.copy(tmp_path / "old.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    await say(table, "@alice /game end", "@bob [Agree]")
    assert [post["content"].split()[0] for post in standing(table)[-2:]] == ["#5", "#6"]
    assert table.client.referee.frozen == {}


async def test_only_the_game_that_is_behind_is_frozen(
    restart: Any, say: Any, keys: Any, standing: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await keys(table, "channels", "owner", name="hall")
    await say(table, *fight, SQUADS, "#hall", *fight, SQUADS, "#table")
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(table, CHECK)
    table = await restart(lambda: shutil.copy(tmp_path / "old.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    assert list(table.client.referee.frozen) == [1]
    await say(table, "#hall", CHECK)
    assert standing(table, "hall")[-1]["content"].startswith("#5 ")


async def test_the_newest_database_put_back_goes_on_as_if_nothing_had_been(
    restart: Any, say: Any, standing: Any, entered: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await say(table, *fight, SQUADS)
    backed_up(tmp_path / "table.db", tmp_path / "old.db")
    await say(table, CHECK)

    def put_the_old_one_in() -> None:
        shutil.move(tmp_path / "table.db", tmp_path / "newest.db")
        shutil.copy(tmp_path / "old.db", tmp_path / "table.db")

    table = await restart(put_the_old_one_in)
    await table.client.trail.drain()
    table = await restart(lambda: shutil.move(tmp_path / "newest.db", tmp_path / "table.db"))
    await table.client.trail.drain()
    await say(table, CHECK.replace("PTC", "1MC"))
    assert standing(table)[-1]["content"].startswith("#6 ")
    assert len(entered()) == 6


async def test_of_two_referees_on_two_databases_the_one_that_answers_second_freezes_the_game(
    restart: Any, twin: Any, say: Any, standing: Any, fight: Any, tmp_path: Path
) -> None:
    table = await restart()
    await say(table, *fight, SQUADS)
    backed_up(tmp_path / "table.db", tmp_path / "twin.db")
    async with twin(table.sandbox, tmp_path / "twin.db") as other:
        await say(table, CHECK)
        await table.client.trail.drain()
        await other.trail.drain()
        frozen = [client for client in (table.client, other) if client.referee.frozen]
        assert len(frozen) == 1
        assert [line["content"][:7] for line in standing(table)[-2:]] == ["#5 PTC ", "FROZEN."]
