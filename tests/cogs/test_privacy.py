"""/privacy: one's own data in one's own hands, and a person forgotten without a game left in the lurch."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

SQUAD = "@bob /roster add counter:4-4-7 squad location:G5 name:Boris"


@pytest.fixture
async def fought(make_table: Any, say: Any, fight: Any) -> AsyncIterator[Any]:
    async with make_table() as table:
        await say(table, *fight, SQUAD, "@bob /dr purpose:wind")
        await table.client.trail.drain()
        yield table


def told(outcome: Any, who: str) -> str:
    assert {post["only"] for post in outcome["posts"]} == {who}
    return "\n".join(post["content"] for post in outcome["posts"])


async def exported(table: Any, say: Any, who: str) -> list[Any]:
    """The lines of the file that a person is given."""
    outcome = await say(table, f"@{who} /privacy export")
    assert told(outcome, who).startswith("All that I keep of you")
    (file,) = outcome["posts"][0]["attachments"]
    assert file["filename"] == "privacy-1.jsonl"
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        return [json.loads(line) for line in (await response.text()).splitlines()]


def accounts(database: Path) -> list[int]:
    with closing(sqlite3.connect(database)) as db:
        return [row[0] for row in db.execute("SELECT account FROM person ORDER BY rowid")]


def files(folder: Path) -> list[bytes]:
    """The database and the log beside it, as another program reads them."""
    return [path.read_bytes() for path in folder.glob("table.db*")]


async def test_one_gets_ones_pseudonym_and_the_entries_that_name_it(
    fought: Any, say: Any, standing: Any
) -> None:
    head, game, *entries = await exported(fought, say, "bob")
    bob = fought.sandbox.world.person("bob").id
    assert head == {"privacy": 1, "account": str(bob)}
    assert (game["game"], game["part"], game["called"]) == (1, ["Russian"], "")
    assert re.fullmatch("p[0-9a-f]{12}", game["pseudonym"])
    assert [line["entry"]["seq"] for line in entries] == [3, 4, 5]
    assert {line["entry"]["actor"] for line in entries} == {game["pseudonym"]}
    assert [line["posts"][0]["message"] for line in entries] == [post["id"] for post in standing(fought)[2:]]


async def test_who_was_only_spoken_of_gets_that_entry_and_a_stranger_gets_nothing(
    fought: Any, say: Any
) -> None:
    await say(fought, "@bob /game seat side:Russian to:@carol")
    assert [line["entry"]["kind"] for line in (await exported(fought, say, "carol"))[2:]] == ["seated"]
    assert len(await exported(fought, say, "dave")) == 1


async def test_who_plays_is_refused_with_what_would_be_right(
    fought: Any, say: Any, keys: Any, tmp_path: Path
) -> None:
    await keys(fought, "people", "owner", name="owner")
    await say(fought, "@owner /game host who:@bob")
    place = fought.sandbox.faults.place("table").id
    assert told(await say(fought, "@bob /privacy forget"), "bob") == (
        "Refused: You have a part in open games, which would be left without their player:\n"
        f"- game 1 in <#{place}>, Russian: `/game seat side:Russian` hands it over\n"
        f"- game 1 in <#{place}>, host: a manager names another with /game host\n"
        "Hand it over, or end the game with /game end; then ask again."
    )
    assert len(accounts(tmp_path / "table.db")) == 3


async def test_it_is_explained_first_and_done_by_a_button(
    fought: Any, say: Any, tmp_path: Path, standing: Any
) -> None:
    bob = fought.sandbox.world.person("bob").id
    await fought.client._store.write(lambda tx: tx.attention.call(1, bob, "2026-01-01T00:00:00.000Z"))
    await say(fought, "@bob /game seat side:Russian to:@carol")
    text = told(await say(fought, "@bob /privacy forget"), "bob")
    assert [line.partition("**: ")[0] for line in text.split("\n")] == [
        "**What is erased",
        "**What remains",
        "**What follows",
    ]
    assert "in 1 game." in text
    assert bob in accounts(tmp_path / "table.db")
    assert told(await say(fought, "@bob [Forget me]"), "bob") == (
        "Forgotten, in 1 game. I do not know any more which pseudonyms were yours."
    )
    assert bob not in accounts(tmp_path / "table.db")
    assert not any(bob.to_bytes(8) in held or str(bob).encode() in held for held in files(tmp_path))
    assert told(await say(fought, "@bob /privacy forget"), "bob").startswith("I keep no pseudonym of yours")
    assert len(await exported(fought, say, "bob")) == 1


async def test_a_seat_taken_between_explanation_and_button_keeps_its_player(
    fought: Any, say: Any, tmp_path: Path
) -> None:
    bob = fought.sandbox.world.person("bob").id
    await say(fought, "@bob /game seat side:Russian to:@carol", "@bob /privacy forget")
    await say(fought, "@carol /game seat side:Russian to:@bob")
    assert told(await say(fought, "@bob [Forget me]"), "bob").startswith(
        "Refused: You have a part in open games"
    )
    assert bob in accounts(tmp_path / "table.db")


async def test_the_ledger_stays_whole_and_posts_that_come_later_say_a_pseudonym(
    fought: Any, say: Any, keys: Any, standing: Any
) -> None:
    pseudonym = (await exported(fought, say, "bob"))[1]["pseudonym"]
    joined = standing(fought)[2]
    await say(fought, "@bob /game seat side:Russian to:@carol")
    await say(fought, "@bob /privacy forget", "@bob [Forget me]")
    assert "Each of them stands as I sent it" in told(await say(fought, "@alice /trail check"), "alice")
    await keys(fought, "delete", "owner", messages=[joined["id"]])
    await say(fought, "@alice /trail check", "@alice [Post again what is missing]")
    await fought.client.trail.drain()
    again = standing(fought)[-1]["content"]
    assert again == f"Posted again: #3 {pseudonym} takes Russian and cuts the dice of epoch 1"


async def test_who_comes_back_has_another_pseudonym(fought: Any, say: Any) -> None:
    before = (await exported(fought, say, "bob"))[1]["pseudonym"]
    await say(fought, "@bob /game seat side:Russian to:@carol", "@bob /privacy forget", "@bob [Forget me]")
    await say(fought, "@carol /game seat side:Russian to:@bob")
    after = (await exported(fought, say, "bob"))[1]["pseudonym"]
    assert after != before


async def test_a_game_that_ended_holds_nobody(fought: Any, say: Any, tmp_path: Path) -> None:
    await say(fought, "@alice /game end", "@bob [Agree]", "@bob /privacy forget", "@bob [Forget me]")
    assert fought.sandbox.world.person("bob").id not in accounts(tmp_path / "table.db")


async def test_the_only_gow_hands_the_campaign_over_first(make_table: Any, say: Any) -> None:
    async with make_table() as table:
        await say(table, "@alice /campaign sample solo:True")
        text = told(await say(table, "@alice /privacy forget"), "alice")
        assert "GoW: /campaign role gow names another, then /campaign role dismiss takes it from you" in text
        await say(table, "@alice /campaign role gow who:@bob")
        await say(table, "@bob /campaign role dismiss office:gow who:@alice")
        assert "What is erased" in told(await say(table, "@alice /privacy forget"), "alice")
