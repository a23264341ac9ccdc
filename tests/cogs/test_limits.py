"""A public bot: servers allowed, a cooldown for each person, and a flood that stops nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.channel.limits import Limits
from bot.sandbox.typist import Typist
from rules.refusal import Refused

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ALICE, BOB, HERE = 1, 2, 10**17


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_the_command_after_the_last_allowed_is_refused_with_the_wait() -> None:
    limits = Limits(cooldown=3)
    for second in (0, 1, 2):
        limits.require(HERE, ALICE, at(second))
    with pytest.raises(Refused, match=r"At most 3 commands in 10 s; the next is taken in 8 s\."):
        limits.require(HERE, ALICE, at(2.5))
    limits.require(HERE, BOB, at(2.5))


def test_what_was_refused_does_not_lengthen_the_wait() -> None:
    limits = Limits(cooldown=1)
    limits.require(HERE, ALICE, at(0))
    for second in range(1, 10):
        with pytest.raises(Refused):
            limits.require(HERE, ALICE, at(second))
    limits.require(HERE, ALICE, at(10))


def test_a_clock_set_back_locks_nobody_out() -> None:
    limits = Limits(cooldown=1)
    limits.require(HERE, ALICE, at(3600))
    limits.require(HERE, ALICE, at(0))


def test_a_server_that_is_not_allowed_is_told_its_id() -> None:
    limits = Limits(guilds=(HERE,))
    limits.require(HERE, ALICE, NOON)
    with pytest.raises(Refused, match=rf"Its host can add this one.*{HERE + 1}"):
        limits.require(HERE + 1, ALICE, NOON)
    assert not limits.allows_proposals(HERE + 1, ALICE, NOON)


def test_proposals_have_a_fivefold_measure_of_their_own() -> None:
    limits = Limits(cooldown=2)
    assert [limits.allows_proposals(HERE, ALICE, NOON) for _ in range(11)] == [True] * 10 + [False]
    limits.require(HERE, ALICE, NOON)


def test_people_who_are_quiet_are_forgotten() -> None:
    limits = Limits(cooldown=1)
    for person in range(1500):
        limits.require(HERE, person, at(person))
    assert len(limits._commands._granted) <= 1001


async def test_elsewhere_every_command_is_refused_and_the_channel_stays_silent(
    make_table: Any, say: Callable[..., Any]
) -> None:
    async with make_table(limits=Limits(guilds=(HERE,))) as table:
        outcome = await say(table, "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3")
        (reply,) = outcome["posts"]
        assert reply["only"] == "alice"
        assert "serves other servers only" in reply["content"]
        assert str(table.sandbox.world.guild_id) in reply["content"]
        async with table.typist._session.get(f"{table.sandbox.keyboard}/posts") as response:
            assert await response.json() == []


async def test_a_button_counts_as_a_command(make_table: Any, say: Callable[..., Any]) -> None:
    async with make_table(limits=Limits(cooldown=2)) as table:
        await say(table, "@greta /campaign sample", "@alice /game join side:Axis")
        await say(table, "@bob /game join side:Soviet")
        (sheet,) = (await say(table, "@greta /remo rsus:SS-PzR 3 scenario:won"))["posts"]
        assert sheet["only"] is None
        (reply,) = (await say(table, "@greta [Roll]"))["posts"]
        assert reply["only"] == "greta"
        assert "the next is taken in" in reply["content"]


async def test_the_pages_of_a_roster_are_turned_as_often_as_commands_are_given(
    make_table: Any, fight: tuple[str, ...], say: Callable[..., Any]
) -> None:
    async with make_table(limits=Limits(cooldown=7)) as table:
        add = "@alice /roster add counter:4-6-7 squad location:G5 number:50"
        shown = await say(table, *fight, add, add, add, "@alice /roster show")
        assert shown["posts"][0]["content"].startswith("Page 1 of ")
        (page,) = (await say(table, "@alice [Next]"))["posts"]
        assert page["content"].startswith("Page 2 of ")
        (reply,) = (await say(table, "@alice [Back]"))["posts"]
        assert "the next is taken in" in reply["content"]


WRONG_AND_HEAVY = (
    "@mallory /roll dice:100d256",
    "@mallory /roll dice:999999999999d999999999",
    "@mallory /roll dice:" + "9" * 3000,
    "@mallory /mc result:4MC units:" + "x," * 1000,
    "@mallory /roster add counter:squad location:" + "Z" * 300 + " number:50",
    "@mallory /roster show",
    "@mallory /game end",
    "@mallory /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@mallory /game move game:999999",
    "@mallory /rsu show",
)


async def test_a_flood_by_one_person_stops_nobody_else(
    make_table: Any, fight: tuple[str, ...], say: Callable[..., Any]
) -> None:
    async with make_table(limits=Limits(cooldown=20)) as table:
        await say(table, *fight)
        session = table.typist._session

        async def flood() -> list[Any]:
            typists = [Typist(session, table.sandbox.keyboard) for _ in range(8)]
            return await asyncio.gather(
                *(typists[n % 8].type(WRONG_AND_HEAVY[n % len(WRONG_AND_HEAVY)]) for n in range(160))
            )

        flooding = asyncio.create_task(flood())
        for seq in range(4, 14):
            (reply,) = (await say(table, "@alice /dr"))["posts"]
            assert f"\n#{seq} German rolls a DR" in reply["content"]
        answers = await flooding
        assert all(not answer["failed"] for answer in answers)
        texts = [post["content"] for answer in answers for post in answer["posts"]]
        assert sum("the next is taken in" in text for text in texts) == 140
        assert not any("failed at this" in text for text in texts)
        (reply,) = (await say(table, "@bob /dr"))["posts"]
        assert "\n#14 Russian" in reply["content"]
