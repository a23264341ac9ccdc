"""Entries longer than one message: numbered parts, nothing lost, each within Discord's limits."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

SOLO = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
)
FACTS = "known_enemy_in_los:False adjacent_enemy:False"


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def within_limits(post: Any) -> bool:
    (embed,) = post["embeds"]
    return (
        units(post["content"]) <= 2000
        and units(embed["description"]) <= 4096
        and units(embed["description"]) + units(embed["footer"]["text"]) <= 6000
    )


def detail(posts: list[Any]) -> str:
    return "\n".join(post["embeds"][0]["description"] for post in posts)


@pytest.mark.parametrize("result", ["NMC", "1MC", "4MC"])
async def test_fifty_units_check_in_numbered_parts_and_none_is_lost(
    table: Any, say: Any, standing: Any, result: str
) -> None:
    add = "@alice /roster add counter:4-4-7 squad location:G5 number:50 side:Russian name:Sqd"
    await say(table, *SOLO, add, f"@alice /mc result:{result} location:G5 {FACTS}")
    await table.client.trail.drain()
    posts = standing(table)[4:]
    count = len(posts)
    assert count > 1
    assert [post["content"].split(f" {result} ")[0] for post in posts] == [
        f"#5 ({part}/{count})" for part in range(1, count + 1)
    ]
    assert len({post["embeds"][0]["footer"]["text"] for post in posts}) == 1
    assert [post["content"] for post in posts if not within_limits(post)] == []
    told = detail(posts)
    assert re.findall(r"^\*\*4-4-7 (Sqd \d+)\*\*$", told, re.MULTILINE) == [
        f"Sqd {number}" for number in range(1, 51)
    ]
    assert len(re.findall(rf"^{result}: \d,\d = ", told, re.MULTILINE)) == 50


async def test_a_long_roster_comes_in_pages_that_hold_every_unit_once(table: Any, say: Any) -> None:
    await say(table, *SOLO)
    for place in range(6):
        side = "German counter:4-6-7" if place % 2 else "Russian counter:4-4-7 squad"
        await say(table, f"@alice /roster add side:{side} location:H{place} number:50 name:P{place}")
    shown = (await say(table, "@alice /roster show"))["posts"]
    while "Next" in [part["label"] for row in shown[-1]["components"] for part in row["components"]]:
        shown += (await say(table, "@alice [Next]"))["posts"]
    assert [page["content"].splitlines()[0] for page in shown] == [
        f"Page {number} of {len(shown)}" for number in range(1, len(shown) + 1)
    ]
    assert all(page["only"] == "alice" and units(page["content"]) <= 2000 for page in shown)
    assert all(re.fullmatch(r"Page .*\n```\n[^`]+\n```", page["content"]) for page in shown)
    lines = [line for page in shown for line in page["content"].strip("`\n").split("\n")[2:]]
    found = Counter(re.findall(r"^  4-.-7 (P\d \d+) ML 7$", "\n".join(lines), re.MULTILINE))
    assert found == Counter(f"P{place} {number}" for place in range(6) for number in range(1, 51))
    assert lines[0] == "German: 150"
    assert "Russian: 150" in lines


@pytest.mark.parametrize(
    "name",
    [
        "e\u0301\u0301\u0301" * 32,
        "a" + "\ufe0f" * 250,
        "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 32,
        "*|" * 140,
    ],
    ids=["marks", "variations", "families", "markup"],
)
async def test_fifty_of_the_longest_names_still_fit(
    table: Any, say: Any, keys: Any, standing: Any, name: str
) -> None:
    await say(table, *SOLO)
    options = {
        "side": "Russian",
        "counter": "4-4-7 squad",
        "location": "G5",
        "number": 50,
        "name": name[:290],
    }
    await keys(table, "slash", "alice", command="roster add", options=options)
    await say(table, f"@alice /mc result:4MC location:G5 {FACTS}")
    await table.client.trail.drain()
    posts = standing(table)[3:]
    assert [post["content"] for post in posts if not within_limits(post)] == []
    assert await table.client.trail._store.read(lambda tx: tx.outbox.due()) == []
    told = detail([post for post in posts if post["content"].startswith("#5 ")])
    assert len(re.findall(r"^4MC: \d,\d = ", told, re.MULTILINE)) == 50
    added = detail([post for post in posts if post["content"].startswith("#4 ")])
    assert len(re.findall(r"^4-4-7 ", added, re.MULTILINE)) == 50
    for post in posts:
        assert post["embeds"][0]["description"].count("```") % 2 == 0


async def test_a_long_list_of_entered_dice_is_shown_whole(table: Any, say: Any, standing: Any) -> None:
    await say(
        table,
        "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
        "@alice /game join side:German",
        "@bob /game join side:Russian",
        "@alice /roster add counter:4-6-7 location:G5 number:50",
    )
    typed = "3 4 " * 50
    await say(table, f"@alice /mc result:1MC location:G5 dice:{typed}")
    (asked,) = standing(table)[4:]
    assert f"Entered: {typed.strip()}" in asked["embeds"][0]["description"]
    await say(table, "@bob [Agree]")
    await table.client.trail.drain()
    assert detail(standing(table)[5:]).count("1MC: 3,4 = 7 +1 1MC = 8, needs 7: fails by 1") == 50


async def test_a_states_word_never_gives_way_to_a_long_name(table: Any, say: Any) -> None:
    await say(table, *SOLO)
    name = "n" * 40
    await say(table, f"@alice /roster add side:German counter:4-6-7 location:G5 flags:broken dm name:{name}")
    (page,) = (await say(table, "@alice /roster show"))["posts"]
    assert f"  4-6-7 {'n' * 11}… ▼ broken DM ML 7\n" in page["content"]
