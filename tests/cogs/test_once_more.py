"""The same call twice: the caller is asked first, and once he means it the post says so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.sandbox.clock import WallClock

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 squad location:G5 number:2",
)
CHECK = "@bob /mc result:PTC location:G5"


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


def asks(outcome: Any) -> bool:
    only, text = told(outcome)
    return only == "bob" and text.startswith("PTC of these units is #5, which you called ")


async def test_the_same_call_within_a_minute_asks_its_caller_alone_and_links_the_first(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *GAME, CHECK)
    await table.client.trail.drain()
    asked = await say(table, CHECK)
    assert asks(asked)
    assert "s ago: https://discord.com/channels/" in told(asked)[1]
    assert told(asked)[1].endswith("Is it to be rolled once more?")
    assert [part["label"] for row in asked["posts"][0]["components"] for part in row["components"]] == [
        "Once more"
    ]
    assert len(entered()) == 5


async def test_who_means_it_presses_and_the_post_links_the_first(table: Any, say: Any, entered: Any) -> None:
    await say(table, *GAME, CHECK, CHECK)
    (post,) = (await say(table, "@bob [Once more]"))["posts"]
    assert post["content"].startswith("#6 PTC at G5: ")
    assert post["embeds"][0]["description"].startswith("_The same as #5, called once more._\n")
    assert len(entered()) == 6
    # The command stands as it was typed, not the press.
    entries = await table.client._store.read(lambda tx: [link.entry for link in tx.entries(1)])
    assert entries[-1].command == "/mc result:PTC location:G5"


async def test_a_second_press_calls_nothing(table: Any, say: Any, keys: Any, entered: Any) -> None:
    await say(table, *GAME, CHECK)
    (asked,) = (await say(table, CHECK))["posts"]
    button = asked["components"][0]["components"][0]["custom_id"]
    press = {"custom_id": button, "message": int(asked["id"])}
    await keys(table, "click", "bob", **press)
    again = await keys(table, "click", "bob", **press)
    assert told(again) == (
        "bob",
        "Refused: That was called, or is too long ago; give the command again.",
    )
    assert len(entered()) == 6


async def test_another_person_another_result_or_other_units_are_not_asked(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *GAME, CHECK)
    for line in (
        "@alice /mc result:PTC location:G5",
        "@bob /mc result:1MC location:G5",
        "@bob /mc result:1MC location:G5 units:A",
    ):
        await say(table, line)
    assert all(kind in ("ruling", "asked") for _, _, kind in entered()[4:])
    assert len(entered()) >= 7


async def test_a_minute_later_the_post_alone_says_so(make_table: Any, say: Any) -> None:
    clock = WallClock()
    async with make_table(clock=clock) as table:
        await say(table, *GAME, CHECK)
        table.sandbox.faults.advance(timedelta(seconds=61).total_seconds())
        (post,) = (await say(table, CHECK))["posts"]
        assert post["content"].startswith("#6 PTC at G5: ")
        assert post["embeds"][0]["description"].startswith("_The same as #5, called once more._\n")


async def test_after_a_restart_the_command_is_given_again(restarted: Any, say: Any) -> None:
    async with restarted() as restart:
        await say(await restart(), *GAME, CHECK, CHECK)
        pressed = await say(await restart(), "@bob [Once more]")
        assert told(pressed)[1] == "Refused: That was called, or is too long ago; give the command again."
