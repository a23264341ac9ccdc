"""/trail last, find and show: entries looked up, in pages, by the asker alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

UNITS = (
    "@alice /roster add counter:4-6-7 squad location:G5 name:Anton",
    "@bob /roster add counter:4-4-7 squad location:H5 name:Boris",
)


@pytest.fixture
async def fought(make_table: Any, say: Any, fight: Any) -> AsyncIterator[Any]:
    """A table with six entries; #6 checks Anton with dice agreed to by #7."""
    async with make_table() as table:
        await say(table, *fight, *UNITS, "@bob /mc result:NMC units:Anton dice:2,3", "@alice [Agree]")
        await table.client.trail.drain()
        yield table


def only(outcome: Any) -> list[Any]:
    assert {post["only"] for post in outcome["posts"]} == {"alice"}
    posts: list[Any] = outcome["posts"]
    return posts


def lines(outcome: Any) -> list[str]:
    """The list without times and addresses, names in place of accounts."""
    (post,) = only(outcome)
    text = post["embeds"][0]["description"]
    text = re.sub(r"<t:\d+:f> <@(\d+)> ", lambda found: post["names"][f"@{found[1]}"] + " ", text)
    return re.sub(r"\(https://discord.com/channels/\d+/\d+/\d+\)", "(link)", text).split("\n")


async def numbers(say: Any, table: Any, line: str) -> list[int]:
    found = lines(await say(table, line))
    return [int(match[1]) for one in found if (match := re.search(r"#(\d+)", one))]


async def test_the_last_entries_stand_with_player_line_and_link(fought: Any, say: Any) -> None:
    found = lines(await say(fought, "@alice /trail last"))
    assert found[0] == "alice #7 NMC at G5: 4-6-7 Anton passes [post](link)"
    assert found[1].startswith("bob #6 NMC at G5 waits: Dice rolled elsewhere: do you agree to them?")
    assert len(found) == 7


async def test_a_unit_is_found_by_its_name_also_when_it_is_gone(fought: Any, say: Any) -> None:
    assert await numbers(say, fought, "@alice /trail find unit:Anton") == [7, 6, 4]
    assert await numbers(say, fought, "@alice /trail find unit:boris") == [5]
    await say(fought, "@alice /mc result:4MC units:Boris dice:6,6", "@bob [Agree]")
    await fought.client.trail.drain()
    assert await numbers(say, fought, "@alice /trail find unit:Boris") == [9, 8, 5]


async def test_player_kind_and_days_narrow_it(fought: Any, say: Any) -> None:
    assert await numbers(say, fought, "@alice /trail find player:@bob") == [6, 5, 3]
    assert await numbers(say, fought, "@alice /trail find kind:roster") == [5, 4]
    assert await numbers(say, fought, "@alice /trail find kind:roster player:@bob unit:Boris") == [5]
    assert await numbers(say, fought, "@alice /trail find kind:nmc") == [7, 6]
    assert len(await numbers(say, fought, "@alice /trail find since:2020-01-01 until:2199-12-31")) == 7
    for empty in ("until:2020-01-01", "since:2199-12-31", "player:@carol", "kind:ended"):
        (post,) = only(await say(fought, f"@alice /trail find {empty}"))
        assert post["content"].startswith("Refused: ")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("unit:Cäsar", "Refused: No unit is called Cäsar."),
        ("kind:rulings", "Refused: No entry is of kind rulings; there are opened, joined"),
        ("since:yesterday", "Refused: yesterday is no day; write it as 2026-01-31."),
        ("until:2026-02-30", "Refused: 2026-02-30 is no day; write it as 2026-01-31."),
    ],
)
async def test_what_cannot_be_meant_is_a_sentence(fought: Any, say: Any, asked: str, answer: str) -> None:
    (post,) = only(await say(fought, f"@alice /trail find {asked}"))
    assert post["content"].startswith(answer)


async def test_units_and_kinds_are_proposed(fought: Any, keys: Any) -> None:
    for line, proposed in (
        ("/trail find unit:an", ["Anton"]),
        ("/trail find unit:", ["Anton", "Boris"]),
        ("/trail find kind:ro", ["roster", "rolled"]),
        ("/trail find kind:n", ["NMC"]),
    ):
        outcome = await keys(fought, "autocomplete", "alice", line=line)
        assert [choice["value"] for choice in outcome["choices"]] == proposed


async def test_a_long_list_is_turned_page_by_page(fought: Any, say: Any) -> None:
    await say(fought, *("@bob /dr" for _ in range(16)))
    first = await say(fought, "@alice /trail last")
    assert [line.split()[1] for line in lines(first)] == [f"#{n}" for n in range(23, 13, -1)]
    for page in (range(13, 3, -1), range(3, 0, -1)):
        turned = await say(fought, "@alice [Earlier]")
        assert [line.split()[1] for line in lines(turned)] == [f"#{n}" for n in page]
    assert only(turned)[0]["components"] == []
    await say(fought, "@alice /trail find player:@bob kind:rolled")
    turned = await say(fought, "@alice [Earlier]")
    assert [line.split()[1] for line in lines(turned)] == [f"#{n}" for n in range(13, 7, -1)]


async def test_one_entry_is_shown_with_all_that_stands_around_it(
    fought: Any, say: Any, standing: Any
) -> None:
    outcome = await say(fought, "@alice /trail show entry:6")
    (post,) = only(outcome)
    line, *told = post["content"].split("\n")
    assert (line, post["embeds"]) == (standing(fought)[5]["content"], standing(fought)[5]["embeds"])
    assert re.fullmatch(r"\*\*#6\*\* of game 1: asked, by <@\d+>, <t:\d+:F>", told[0])
    assert told[1] == "Asked: /mc result:NMC units:Anton dice:2,3"
    assert told[2] == "It was answered by #7."
    assert re.fullmatch(r"Epoch 1, rules `[0-9a-f]{16}`", told[3])
    assert re.fullmatch(r"Hash `[0-9a-f]{64}` over `[0-9a-f]{64}` and the entry", told[4])
    assert told[5].endswith(f"/{standing(fought)[5]['id']}")
    (post,) = only(await say(fought, "@alice /trail show entry:7"))
    assert "It answers #6.\nDice `mc:1`: 2,3, rolled elsewhere and entered\n" in post["content"]
    (post,) = only(await say(fought, "@alice /trail show entry:8"))
    assert post["content"] == "Refused: Game 1 has no entry #8; the last one is #7."


async def test_a_regiment_of_a_campaign_is_found(make_table: Any, say: Any) -> None:
    async with make_table() as table:
        await say(table, "@alice /campaign sample solo:True", "@alice /game join side:Axis")
        await say(table, "@alice /game join side:Soviet")
        (post,) = only(await say(table, "@alice /trail find unit:Nobody"))
        assert post["content"] == "Refused: No RSU or DSU of the campaign is called Nobody."
        assert len(await numbers(say, table, "@alice /trail last")) == 3


async def test_a_game_that_ended_can_be_looked_into(fought: Any, say: Any) -> None:
    await say(fought, "@alice /game end", "@bob [Agree]")
    assert (await numbers(say, fought, "@alice /trail last"))[0] == 9
