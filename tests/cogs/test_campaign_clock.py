"""Who owes orders or the file of a battle is called in the channel, at most once a day."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.table import PLAY_BEGINS
from bot.sandbox.clock import StillClock

HOUR = 60 * 60
SET_UP = (
    "@greta /campaign sample",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@axel /campaign role commander dsu:96. Infanterie who:@carl",
    "@greta /campaign next",
)


@pytest.fixture
async def slow(make_table: Any) -> Any:
    async with make_table(clock=StillClock(PLAY_BEGINS)) as table:
        yield table


async def later(table: Any, hours: float) -> None:
    table.sandbox.world.clock.advance(hours * HOUR)
    await table.client.bell.ring()


def calls(standing: Any, table: Any) -> list[tuple[str, list[str]]]:
    return [
        (post["pings"][0], post["content"].splitlines()[1:])
        for post in standing(table)
        if "your answer is awaited" in post["content"]
    ]


async def test_who_owes_orders_is_called_once_a_day_until_they_are_sealed(
    slow: Any, say: Any, standing: Any
) -> None:
    await say(slow, *SET_UP)
    await later(slow, 2)
    first = dict(calls(standing, slow))
    assert first["carl"] == ["#5 since <t:1767268800:R>: orders of 96. Infanterie"]
    assert set(first) == {"axel", "sam", "carl"}
    await say(slow, "@carl /campaign orders text:96. Infanterie DEF")
    await later(slow, 23)
    assert len(calls(standing, slow)) == 3
    await later(slow, 2)
    assert [who for who, _ in calls(standing, slow)[3:]] == ["axel", "sam"]


async def test_who_fought_owes_the_file_of_the_battle(slow: Any, say: Any, standing: Any) -> None:
    await say(slow, *SET_UP, "@greta /campaign hand waive item:all reason:none came", "@greta /campaign next")
    await say(slow, "@greta /campaign move dsu:96. Infanterie sector:D4", "@greta /campaign next")
    await later(slow, 2)
    assert {who: lines[0].split(": ")[1] for who, lines in calls(standing, slow)} == {
        "carl": "the battle file of D4",
        "sam": "the battle file of D4",
    }
