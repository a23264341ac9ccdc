"""/help, whose every example is a command that works, and /selftest."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.tasks import pages
from bot.tasks import TASKS, Task

SET_UP = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:3 "
    "entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@alice /roster add counter:4-6-7 squad location:G5 name:A",
    "@alice /roster add counter:4-6-7 squad location:G5 name:B",
    "@alice /roster add counter:4-6-7 squad location:G5 name:C flags:broken dm",
    "@alice /roster add counter:4-6-7 squad location:H7 name:D flags:berserk",
    "@alice /roster add counter:1-4-9 location:H7 name:Hans",
    "@bob /roster add counter:4-4-7 squad location:K5 name:X",
    "@bob /roster add counter:9-0 location:K6 name:Orlov",
)
BEFORE = {"/game new": 0, "/game join": 1}
"""how much is set up before the examples that open a game"""


@pytest.mark.parametrize("task", TASKS, ids=[task.task for task in TASKS])
async def test_each_example_does_what_its_task_says(table: Any, say: Any, task: Task) -> None:
    begun = BEFORE.get(" ".join(task.example.split()[:2]), len(SET_UP))
    await say(table, *SET_UP[:begun])
    for post in (await say(table, f"@alice {task.example}"))["posts"]:
        assert not post["content"].startswith("Refused"), post["content"]


async def test_the_help_of_a_task_is_its_command(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /help task:rally phase"))["posts"]
    assert post["only"] == "carol"
    assert post["content"] == (
        "**Rally phase** One attempt a unit; its leader is asked for where several could.\n`/rally unit:C`"
    )


async def test_all_of_the_help_is_told_without_a_task(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /help"))["posts"]
    all_of_it = pages(TASKS)
    assert post["content"] == all_of_it[0]
    assert all(len(page) <= 2000 for page in all_of_it)
    assert [task.task for task in TASKS if f"**{task.task}**" not in "\n".join(all_of_it)] == []


async def test_a_word_that_fits_nothing_is_told_what_there_is(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /help task:cooking"))["posts"]
    assert post["content"].startswith("Refused: There is no help on cooking; there is on: Open a game, ")


async def test_the_selftest_says_what_is_held_and_what_each_is_for(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /selftest"))["posts"]
    assert post["only"] == "carol"
    assert post["content"].splitlines() == [
        "✓ View Channel: to be here at all",
        "✓ Send Messages: every entry is a post",
        "✓ Embed Links: the detail of every post",
        "✓ Attach Files: rosters, exports and what is too long for a post",
        "✓ Read Message History: comparing the channel with the ledger, posting once what was held up",
        "✓ Pin Messages: rosters that stay in sight; nothing else needs it",
        "Nothing is missing in this channel.",
    ]


async def test_the_selftest_answers_where_everything_else_is_refused(table: Any, say: Any) -> None:
    table.sandbox.faults.deny("table", ["send_messages", "embed_links"], "Referee")
    (post,) = (await say(table, "@carol /selftest"))["posts"]
    lines = post["content"].splitlines()
    assert [line for line in lines if line.startswith("✗")] == [
        "✗ Send Messages: every entry is a post",
        "✗ Embed Links: the detail of every post",
    ]
    assert lines[-1].startswith("To give what is missing: Edit Channel, Permissions")
