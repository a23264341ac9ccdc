"""What the bot must be allowed: asked for before any die, named, with how to give it."""

from __future__ import annotations

from typing import Any

import pytest

SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"
CHECK = "@bob /mc result:NMC location:G5 known_enemy_in_los:False adjacent_enemy:False"
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
LACK = (
    "Refused: Here I lack {}. Who manages this channel can give it: Edit Channel, Permissions, add my role, "
    "allow it. Nothing was rolled."
)


def told(outcome: Any) -> tuple[str | None, str]:
    (post,) = outcome["posts"]
    return post["only"], post["content"]


@pytest.mark.parametrize("permission", NAMES)
async def test_each_is_missed_by_name_and_the_same_command_works_once_it_is_given(
    table: Any, say: Any, fight: Any, standing: Any, entered: Any, permission: str
) -> None:
    await say(table, *fight, SQUAD)
    table.sandbox.faults.deny("table", [permission])
    for command in (CHECK, "@alice /dr", "@alice /game end", "@alice /roster show"):
        only, content = told(await say(table, command))
        assert (only, content) == (command.split()[0].removeprefix("@"), LACK.format(NAMES[permission]))
    assert len(entered()) == len(standing(table)) == 4
    table.sandbox.faults.deny("table", [])
    only, content = told(await say(table, CHECK))
    assert (only, content.split(":")[0]) == (None, "#5 NMC at G5")


async def test_all_that_is_missing_is_named_at_once(table: Any, say: Any, fight: Any) -> None:
    await say(table, *fight)
    table.sandbox.faults.deny("table", list(NAMES))
    assert told(await say(table, "@alice /dr"))[1] == LACK.format(", ".join(NAMES.values()))


@pytest.mark.parametrize("permission", NAMES)
async def test_a_button_too_asks_before_it_enters(
    table: Any, say: Any, fight: Any, entered: Any, permission: str
) -> None:
    await say(table, *fight, SQUAD, f"{CHECK} dice:5,6")
    table.sandbox.faults.deny("table", [permission])
    assert told(await say(table, "@alice [Agree]")) == ("alice", LACK.format(NAMES[permission]))
    assert entered()[-1] == (1, 5, "asked")
    table.sandbox.faults.deny("table", [])
    assert told(await say(table, "@alice [Agree]"))[1].startswith("#6 NMC at G5: 4-4-7 A breaks")


async def test_in_a_thread_the_permission_of_threads_is_the_one_that_counts(
    table: Any, say: Any, keys: Any, fight: Any, entered: Any
) -> None:
    await keys(table, "threads", "alice", channel="table", name="the fight")
    await say(table, "#the fight", *fight, SQUAD)
    table.sandbox.faults.deny("table", ["send_messages"])
    assert told(await say(table, "@alice /dr"))[0] is None
    table.sandbox.faults.deny("table", ["send_messages_in_threads"])
    assert told(await say(table, "@alice /dr")) == ("alice", LACK.format("Send Messages In Threads"))
    assert len(entered()) == 5


async def test_in_a_channel_the_permission_of_threads_is_not_asked_for(
    table: Any, say: Any, fight: Any
) -> None:
    await say(table, *fight)
    table.sandbox.faults.deny("table", ["send_messages_in_threads"])
    assert told(await say(table, "@alice /dr"))[0] is None


async def test_proposals_come_whatever_is_missing(table: Any, say: Any, keys: Any, fight: Any) -> None:
    await say(table, *fight)
    table.sandbox.faults.deny("table", list(NAMES))
    outcome = await keys(table, "autocomplete", "alice", line="/game join side:G")
    assert [choice["value"] for choice in outcome["choices"]] == ["German"]


async def test_a_refusal_for_want_of_permission_delivered_twice_raises_nothing(
    table: Any, say: Any, keys: Any, fight: Any, entered: Any, caplog: Any
) -> None:
    await say(table, *fight)
    table.sandbox.faults.deny("table", ["embed_links"])
    answer = told(await keys(table, "slash", "alice", line="/dr", twice=True))
    assert answer == ("alice", LACK.format("Embed Links"))
    # A later command is answered after the second delivery was worked off.
    table.sandbox.faults.deny("table", [])
    await say(table, "@alice /dr", "@alice /dr")
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    assert len(entered()) == 5
