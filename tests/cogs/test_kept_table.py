"""A kept table opened again: its posts stand where they stood, and what was asked can be answered."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.commands.table import set_table
from bot.sandbox.wrong import WrongUse

ASKED = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 location:G5 side:German",
    "@alice says hello @bob",
    "@bob /mc result:NMC location:G5 dice:1,1,5,5",
)


@pytest.fixture
def again(tmp_path: Path) -> Any:
    """The table on its files, as each run of the program sets it."""
    return lambda: set_table(tmp_path / "kept.db", posts=tmp_path / "kept.db.posts")


async def acted(table: Any, *lines: str) -> Any:
    outcome: Any = None
    for line in lines:
        outcome = await table.typist.type(line)
    await table.client.trail.drain()
    return outcome


def told(table: Any) -> list[tuple[str, str, int]]:
    """Author, text and number of rows of buttons of every post, in all channels."""
    posts = [post for channel in table.sandbox.world.channels.values() for post in channel.messages.values()]
    return [(post.author.name, post.content, len(post.components)) for post in posts]


async def test_the_channel_stands_as_it_was_and_an_open_question_is_pressed(again: Any) -> None:
    async with again() as table:
        await acted(table, *ASKED)
        before = told(table)
        assert before[-1] == (
            "Referee",
            "#5 NMC at G5 waits: Is a Known enemy unit in the LOS of 4-6-7 A?",
            1,
        )
    async with again() as table:
        assert told(table) == before
        outcome = await acted(table, "@alice [Yes]")
        assert outcome["failed"] is None
        assert told(table)[-1][1].startswith("#6 NMC at G5")
        assert told(table)[5] == (*before[5][:2], 0)
    async with again() as table:
        assert told(table)[-1][1].startswith("#6 NMC at G5")


async def test_threads_pins_files_edits_and_mentions_are_kept(again: Any) -> None:
    async with again() as table:
        await acted(table, *ASKED[:3], "@alice says hello @bob")
        client = table.client
        channel = client.guilds[0].text_channels[0]
        post = await anext(aiter(channel.history(limit=2)))
        thread = await channel.create_thread(name="attic", message=post)
        await thread.send(file=discord.File(io.BytesIO(b"4-6-7"), "units.csv"))
        await post.pin()
        before = told(table)
        names = [c.name for c in table.sandbox.world.channels.values()]
    async with again() as table:
        assert (told(table), [c.name for c in table.sandbox.world.channels.values()]) == (before, names)
        channel = table.client.guilds[0].text_channels[0]
        assert [pinned.id async for pinned in channel.pins()] == [post.id]
        kept = table.client.get_channel(thread.id)
        (attached,) = (await anext(aiter(kept.history(limit=1)))).attachments
        assert await attached.read() == b"4-6-7"
        hello = next(p for p in table.sandbox.world.channels[channel.id].messages.values() if p.mentions)
        assert [person.name for person in hello.mentions] == ["bob"]
        drawn = table.sandbox.world.ids.draw()
        assert drawn > max(p.id for c in table.sandbox.world.channels.values() for p in c.messages.values())


async def test_roles_and_who_has_them_are_kept(again: Any) -> None:
    async with again() as table:
        await acted(table, "@bob roles Umpire; GoW", "@alice says hello")
    async with again() as table:
        world = table.sandbox.world
        assert [role.name for role in world.roles.values()] == ["Umpire", "GoW"]
        assert [world.roles[role].name for role in world.person("bob").roles] == ["Umpire", "GoW"]
        assert world.person("alice").roles == []
        await acted(table, "@bob roles")
    async with again() as table:
        assert table.sandbox.world.person("bob").roles == []


async def test_a_whisper_is_forgotten_as_discord_forgets_it(again: Any) -> None:
    async with again() as table:
        await acted(table, "@alice /game show")
        assert len(table.sandbox.board.ephemeral) == 1
    async with again() as table:
        assert (told(table), table.sandbox.board.ephemeral) == ([], {})


@pytest.mark.parametrize(
    "written", ["", "{}", '{"table": 2}', '{"table": 1, "url": "u", "people": [{}]}', "\x00"]
)
async def test_a_file_that_holds_no_posts_is_left_alone(again: Any, tmp_path: Path, written: str) -> None:
    file = tmp_path / "kept.db.posts"
    file.write_text(written)
    with pytest.raises(WrongUse, match="holds no posts of a table"):
        async with again():
            pass
    assert await asyncio.to_thread(file.read_text) == written
