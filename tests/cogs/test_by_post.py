"""A game by post: questions that wait for days, who is called and when, a host who answers for the absent."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import aiohttp
import pytest

from bot.commands.table import PLAY_BEGINS
from bot.sandbox.clock import StillClock

HOUR = 60 * 60
OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 location:G5",
)
ASKS = "@bob /mc result:NMC location:G5 dice:1,1,5,5"


@pytest.fixture
async def slow(make_table: Any) -> Any:
    """A table whose clock a test moves."""
    async with make_table(clock=StillClock(PLAY_BEGINS)) as table:
        yield table


def calls(standing: Any, table: Any) -> list[Any]:
    return [post for post in standing(table) if "your answer is awaited" in post["content"]]


async def later(table: Any, hours: float) -> None:
    table.sandbox.world.clock.advance(hours * HOUR)
    await table.client.bell.ring()


async def test_who_is_awaited_is_shown_with_the_time_in_the_reader_s_zone(slow: Any, say: Any) -> None:
    await say(slow, *OPEN, ASKS)
    await slow.client.trail.drain()
    (post,) = (await say(slow, "@carol /game show"))["posts"]
    line = post["content"].splitlines()[-1]
    assert re.fullmatch(
        r"#5 waits for German, <@\d+> since <t:1767268800:R>: "
        r"Is a Known enemy unit in the LOS of 4-6-7 A\? https://discord\.com/channels/\d+/\d+/\d+",
        line,
    )
    assert post["pings"] == []


async def test_he_is_called_after_an_hour_and_then_once_a_day(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *OPEN, ASKS)
    await later(slow, 0.9)
    assert calls(standing, slow) == []
    await later(slow, 0.1)
    (call,) = calls(standing, slow)
    assert call["pings"] == ["alice"]
    assert "#5 since <t:1767268800:R>: Is a Known enemy unit in the LOS of 4-6-7 A?" in call["content"]
    await later(slow, 23.9)
    assert len(calls(standing, slow)) == 1
    await later(slow, 0.1)
    assert [call["pings"] for call in calls(standing, slow)] == [["alice"], ["alice"]]


async def test_several_questions_make_one_call(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *OPEN, ASKS, "@alice /roster add counter:4-6-7 location:H6")
    await say(slow, "@bob /mc result:NMC location:H6 dice:1,1,5,5")
    await later(slow, 2)
    (call,) = calls(standing, slow)
    assert [line.split()[0] for line in call["content"].splitlines()[1:]] == ["#5", "#7"]


async def test_nobody_is_called_once_it_is_answered(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *OPEN, ASKS, "@alice [Yes]")
    await later(slow, 48)
    assert calls(standing, slow) == []


async def test_the_host_answers_for_an_absent_player_and_the_post_says_so(
    slow: Any, say: Any, standing: Any
) -> None:
    await say(slow, *OPEN, "@owner /game host who:@carol", ASKS, "@carol [Yes]")
    post = standing(slow)[-1]
    assert post["content"].startswith("#7 NMC at G5: 4-6-7 A passes, goes berserk")
    assert post["embeds"][0]["description"].endswith("_The host acts for the absent player of German._")


async def test_a_host_who_plays_agrees_to_no_dice_in_the_other_s_place(slow: Any, say: Any) -> None:
    await say(
        slow,
        OPEN[0].replace("entered_dice:always", ""),
        *OPEN[1:],
        "@owner /game host who:@bob",
        "@bob /mc result:NMC location:G5 dice:5,6",
    )
    (post,) = (await say(slow, "@bob [Agree]"))["posts"]
    assert (post["only"], post["content"]) == ("bob", "Refused: This answer is German's.")


async def test_a_game_by_post_goes_on_over_days_and_a_restart(
    make_table: Any, say: Any, standing: Any
) -> None:
    clock = StillClock(PLAY_BEGINS)
    async with make_table(clock=clock) as table:
        await say(table, *OPEN, "@alice /turn side:German", ASKS)
        await later(table, 30)
        assert [call["pings"] for call in calls(standing, table)] == [["alice"]]
        await later(table, 60)
        assert len(calls(standing, table)) == 2
    clock.advance(30 * HOUR)
    async with make_table(clock=clock) as table:
        async with asyncio.timeout(10):
            while not calls(standing, table):  # noqa: ASYNC110  the bell tells nobody when it has rung
                await asyncio.sleep(0.02)
        (refused,) = (await say(table, "@bob /turn"))["posts"]
        assert refused["content"] == "Refused: Answer #6 first; then the phase can change."


async def test_outside_its_channel_a_command_names_the_games_it_may_mean(
    slow: Any, say: Any, keys: Any
) -> None:
    await say(slow, *OPEN)
    await _channel(slow, "elsewhere")
    outcome = await keys(slow, "slash", "bob", channel="elsewhere", line="/mc result:NMC location:G5")
    (post,) = outcome["posts"]
    assert post["only"] == "bob"
    lines = post["content"].splitlines()
    assert lines[0] == "Refused: No game is open in this channel. To begin:"
    assert lines[-2] == "Open in this server:"
    assert re.fullmatch(r"game 1, German against Russian, in <#\d+>", lines[-1])


async def _channel(table: Any, name: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{table.sandbox.keyboard}/channels", json={"name": name}) as response,
    ):
        assert response.status == 200
