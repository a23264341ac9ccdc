"""Hostile names everywhere a name is taken: nobody is pinged, no layout breaks, nothing is a link."""

from __future__ import annotations

import re
from typing import Any

import pytest
import wcwidth

from bot.sandbox.permissions import MENTION_EVERYONE

SOLO = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
)
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
HOSTILE = {
    "bold": "**bold** __under__ _it_ *it* ~~no~~",
    "spoiler": "||spoiler||",
    "code": "``` ``x`` `y`",
    "fence": "```diff\n- red\n```",
    "everyone": "@everyone @here",
    "person": "<@{dave}> <@!{dave}> <@&{dave}>",
    "places": "<#{dave}> <:x:{dave}> <t:0:R> </mc:{dave}>",
    "masked link": "[free dice](https://example.org)",
    "link": "https://example.org/x",
    "link kept quiet": "<https://example.org>",
    "heading": "# Big",
    "quote": ">>> all of it",
    "lines": "one\ntwo\r\nthree\u2028four\u0085five",
    "overridden": "\u202eevil\u202c \u2066x\u2069 \u200fabc",
    "hebrew": "\u05e9\u05dc\u05d5\u05dd",
    "long": "x" * 300,
    "wide": "\u6f22" * 100,
    "zalgo": "Z" + "\u0301\u0300\u0315" * 90,
    "many marks": "e\u0301\u0301\u0301" * 70,
    "other marks": "a" + "\ufe0f" * 250,
    "families": FAMILY * 27,
    "flags": "\U0001f1e9\U0001f1ea" * 60,
    "escapes": "\\" * 33,
    "control": "a\x1b[31mred\x07\x00b",
    "tab": "a\tb\u00a0c",
}
OURS = re.compile(r"\*\*(?=\S)|(?<=\S)\*\*|\\.", re.DOTALL)
"""the bold of headings, and what is escaped"""


def fences(description: str) -> tuple[list[str], str]:
    """The lines in code blocks, and what stands outside of them."""
    pieces = description.split("```")
    assert len(pieces) % 2 == 1
    return [line for piece in pieces[1::2] for line in piece.strip("\n").split("\n")], "".join(pieces[::2])


def assert_in_order(post: Any) -> None:
    """One line, then detail whose code blocks are narrow, and no markup but our own."""
    (embed,) = post["embeds"]
    block, text = fences(embed["description"])
    assert post["pings"] == []
    assert "\n" not in post["content"]
    assert len(list(wcwidth.iter_graphemes(post["content"]))) <= 300
    assert len(post["content"].encode("utf-16-le")) // 2 <= 2000
    assert len(embed["description"].encode("utf-16-le")) // 2 <= 4096
    assert re.fullmatch(r"#\d+ · [0-9a-f]{16}", embed["footer"]["text"])
    assert [line for line in block if wcwidth.wcswidth(line) > 38 or wcwidth.wcswidth(line) < 0] == []
    for shown in (post["content"], text):
        left = OURS.sub("", shown)
        assert not re.search(r"[`*_~|<>@\[\]\\]|://", left), left
        assert not re.search(
            "[\u0000-\u0009\u000b-\u001f\u0085\u200e\u200f\u2028-\u202e\u2066-\u2069]", shown
        )


@pytest.fixture
def hostile(table: Any, request: Any) -> str:
    """A hostile text; the bot may ping everyone, and dave, whom it names, is a member."""
    table.sandbox.world.bot.granted |= MENTION_EVERYONE
    return HOSTILE[request.param].replace("{dave}", str(table.sandbox.world.person("dave").id))


each = pytest.mark.parametrize("hostile", HOSTILE, indirect=True)


@each
async def test_units_locations_and_rolls_may_be_called_anything(
    table: Any, say: Any, keys: Any, standing: Any, hostile: str
) -> None:
    await say(table, *SOLO)
    options = {"counter": "4-6-7", "side": "German", "location": hostile, "name": hostile}
    await keys(table, "slash", "alice", command="roster add", options=options)
    check = {"result": "PTC", "location": hostile}
    await keys(table, "slash", "alice", command="mc", options=check)
    await keys(table, "slash", "alice", command="roster add", options=options | {"number": 3})
    await keys(table, "slash", "alice", command="dr", options={"purpose": hostile})
    posts = standing(table)[3:]
    chat, posts[-1]["content"] = posts[-1]["content"].split("\n", 1)
    assert re.fullmatch(r"`\*\*\* \(Other DR\) \d,\d \*\*\*   <German>`", chat)
    assert [post["content"].split()[0] for post in posts] == ["#4", "#5", "#6", "#7"]
    for post in posts:
        assert_in_order(post)
    assert re.match(r"#5 PTC at \S", posts[1]["content"])
    pages = (await say(table, "@alice /roster show"))["posts"]
    assert [post["only"] for post in pages] == ["alice"]
    block, outside = fences(pages[0]["content"])
    assert outside == ""
    assert len(block) == 7
    assert [line for line in block if not 0 <= wcwidth.wcswidth(line) <= 38] == []


@each
async def test_what_is_asked_wrongly_may_be_spelt_in_any_way(
    table: Any, say: Any, keys: Any, entered: Any, hostile: str
) -> None:
    await say(table, *SOLO, "@alice /roster add counter:4-6-7 location:G5 side:German")
    for command, options in (
        ("mc", {"result": "1MC", "units": hostile}),
        ("mc", {"result": "1MC", "location": hostile}),
        ("mc", {"result": "1MC", "location": "G5", "side": hostile}),
        ("mc", {"result": "1MC", "location": "G5", "dice": hostile}),
        ("roster add", {"side": "German", "counter": hostile, "location": "G5"}),
        ("roster add", {"side": "German", "counter": "4-6-7", "location": "G5", "flags": hostile}),
        ("roster add", {"side": hostile, "counter": "4-6-7", "location": "G5"}),
        ("roster show", {"side": hostile}),
        ("game join", {"side": hostile}),
        ("roll", {"dice": hostile}),
    ):
        (post,) = (await keys(table, "slash", "alice", command=command, options=options))["posts"]
        assert (post["only"], post["pings"]) == ("alice", [])
        assert post["content"].startswith("Refused: ")
        left = OURS.sub("", post["content"])
        assert not re.search(r"[`~|<>@\[\]\\]|\*\*|://", left), left
    assert len(entered()) == 4


@pytest.mark.parametrize(
    "name", ["\u200d\u200d", "\u3164", "\u0301\u0300", "\u2800", "\ufe0f", "\u200b\u2060", "\u00ad", "\n"]
)
async def test_a_name_that_nobody_can_see_is_refused(
    table: Any, say: Any, keys: Any, entered: Any, name: str
) -> None:
    await say(table, *SOLO)
    for options, what in (
        ({"location": "G5", "name": name}, "name"),
        ({"location": name, "name": "A"}, "location"),
    ):
        options |= {"counter": "4-6-7", "side": "German"}
        (post,) = (await keys(table, "slash", "alice", command="roster add", options=options))["posts"]
        assert post["content"] == f"Refused: The {what} holds nothing that can be seen."
    assert len(entered()) == 3


async def test_posts_cut_names_and_locations_at_32_graphemes(
    table: Any, keys: Any, say: Any, standing: Any
) -> None:
    await say(table, *SOLO)
    options = {"counter": "4-6-7", "side": "German", "location": FAMILY * 27, "name": FAMILY * 27}
    await keys(table, "slash", "alice", command="roster add", options=options)
    await keys(table, "slash", "alice", command="mc", options={"result": "PTC", "location": FAMILY * 27})
    short = await keys(
        table,
        "slash",
        "alice",
        command="roster add",
        options=options | {"name": "n" * 33, "location": "l" * 33},
    )
    assert short["posts"][0]["content"] == f"#6 On the roster: 1 unit at {'L' * 31}…"
    check = {"result": "PTC", "location": "l" * 33}
    (ruled,) = (await keys(table, "slash", "alice", command="mc", options=check))["posts"]
    assert ruled["content"].startswith(f"#7 PTC at {'L' * 31}…: 4-6-7 {'n' * 31}… ")
    assert ruled["embeds"][0]["description"].startswith(f"**4-6-7 {'n' * 31}…**\n")


async def test_a_unit_is_found_by_its_name_however_its_marks_were_typed(
    table: Any, keys: Any, say: Any
) -> None:
    await say(table, *SOLO)
    options = {"counter": "4-6-7", "side": "German", "location": "e\u0301", "name": "Ge\u0301rard"}
    await keys(table, "slash", "alice", command="roster add", options=options)
    check = {"result": "PTC", "location": "\u00c9", "units": "ge\u0301rard"}
    (post,) = (await keys(table, "slash", "alice", command="mc", options=check))["posts"]
    assert post["content"].startswith("#5 PTC at \u00c9: 4-6-7 G\u00e9rard ")
