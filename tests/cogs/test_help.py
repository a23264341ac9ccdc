"""/help, whose every example is a command that works, and /selftest."""

from __future__ import annotations

from typing import Any

import pytest

from bot.render.tasks import overview, pages
from bot.words.desk_tasks import DESK_TOPICS
from bot.words.tasks import TOPICS, Task, Topic

TASKS = [task for topic in TOPICS for task in topic.tasks]
DESK_TASKS = [task for topic in DESK_TOPICS for task in topic.tasks]
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
    "@bob /mc result:NMC units:Schmidt dice:3,3",
)
BEFORE = {"/game new": 0, "/campaign sample": 0, "/game join": 1}
"""how much is set up before the examples that open a game"""


@pytest.mark.parametrize("task", TASKS, ids=[task.task for task in TASKS])
async def test_each_example_does_what_its_task_says(table: Any, say: Any, task: Task) -> None:
    begun = BEFORE.get(" ".join(task.example.split()[:2]), len(SET_UP))
    await say(table, *SET_UP[:begun])
    for post in (await say(table, f"@alice {task.example}"))["posts"]:
        assert not post["content"].startswith("Refused"), post["content"]


@pytest.mark.parametrize("word", ["morale", "undo", "mistake", "paste", "export", "sniper"])
async def test_help_is_found_by_a_word_of_the_task_or_of_its_command(table: Any, say: Any, word: str) -> None:
    (post,) = (await say(table, f"@carol /help task:{word}"))["posts"]
    assert word in post["content"].casefold()
    assert not post["content"].startswith("Refused")


async def test_the_help_of_a_task_is_its_command(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /help task:rally phase"))["posts"]
    assert post["only"] == "carol"
    assert post["content"] == (
        "**Rally phase**: One attempt a unit; of several leaders its side chooses one.\n`/rally unit:C`"
    )


async def test_all_of_the_help_is_one_message_by_topics_a_line_each_task(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@carol /help"))["posts"]
    lines = post["content"].splitlines()
    assert lines[:4] == [
        "**Begin**",
        "Open a game: `/game new`",
        "Open a campaign: `/campaign sample`",
        "Take a side: `/game join`",
    ]
    assert "See who stands where: `/roster show`" in lines
    assert lines[-1] == "`/help topic:Begin` tells the tasks of a topic with a command to copy each."
    assert len(lines) == len(TASKS) + len(TOPICS) + 1


@pytest.mark.parametrize("topics", [TOPICS, DESK_TOPICS])
def test_the_help_and_each_of_its_topics_fit_one_message(topics: tuple[Topic, ...]) -> None:
    assert len(overview(topics)) <= 2000
    assert [topic.name for topic in topics if len(pages(topic.tasks)) != 1] == []


async def test_a_topic_tells_its_tasks_with_a_command_to_copy_each(
    table: Any, say: Any, proposed: Any
) -> None:
    (post,) = (await say(table, "@carol /help topic:corr"))["posts"]
    assert post["content"].splitlines()[1::2] == [
        "`/undo entry:11 reason:wrong hex`",
        "`/amend entry:12 result:1MC reason:wrong column`",
    ]
    (post,) = (await say(table, "@carol /help topic:Weather"))["posts"]
    assert post["content"].startswith("Refused: Weather is no topic of the help; there are Begin, Morale, ")
    assert await proposed("/help topic:d") == ["Dice", "The record"]


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


async def test_in_a_campaign_the_help_is_its_own(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign sample")
    (post,) = (await say(table, "@carol /help task:give orders"))["posts"]
    assert post["content"].endswith("`/campaign orders text:GR 283 DEF; GR 284 MOB`")
    (post,) = (await say(table, "@carol /help task:rally"))["posts"]
    assert post["content"].startswith(
        "Refused: There is no help on rally; there is on: Put everyone on the map"
    )


DAY = (
    ("weather", ("Put everyone on the map", "Take a side", "Share the work", "Enter something by hand")),
    ("orders", ("What the day waits for", "Who is awaited", "Give orders")),
    ("movement", ("Move a division", "See the map", "A regiment's history", "Strength of the sides")),
    ("combat", ("Report a battle", "Enter losses", "Tell the day")),
    ("checks", ("REMO checks",)),
)
TO = {
    "weather": (),
    "orders": ("@alice /campaign next",),
    "movement": ("@alice /campaign hand waive item:all reason:none came", "@alice /campaign next"),
    "combat": ("@alice /campaign move dsu:Totenkopf sector:D2", "@alice /campaign next"),
    "checks": ("@alice /campaign next",),
}


async def test_each_example_of_a_campaign_works_in_its_phase(table: Any, say: Any) -> None:
    await say(table, "@alice /campaign sample solo:True", "@alice /game join side:Axis")
    for phase, tasks in DAY:
        await say(table, *TO[phase])
        for wanted in tasks:
            await works(table, say, wanted)


async def test_the_example_of_recovery_works_on_a_day_without_a_battle(table: Any, say: Any) -> None:
    await say(table, "@alice /campaign sample solo:True", "@alice /game join side:Axis")
    await say(table, "@alice /game join side:Soviet", *TO["orders"], *TO["movement"])
    await say(table, *["@alice /campaign next"] * 4)
    await works(table, say, "Recovery")


async def works(table: Any, say: Any, wanted: str) -> None:
    (task,) = [known for known in DESK_TASKS if known.task == wanted]
    for post in (await say(table, f"@alice {task.example}"))["posts"]:
        assert not post["content"].startswith("Refused"), (wanted, post["content"])
