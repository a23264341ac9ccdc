"""Fights at the table: what people type, what the channel shows."""

from __future__ import annotations

import asyncio
import re
import secrets
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import wcwidth

from bot import verify as verifying
from bot.archive.export import export
from bot.channel.client import Client
from bot.referee import Referee
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist
from bot.store import open_store

HOSTILE = [
    "**bold** _it_ ~~no~~ ||spoiler||",
    "``` @everyone ```",
    "<@123> <#4> <:x:1> [a](https://example.org)",
    "\u202eright to left\u202c",
    "x" * 300,
    "e" + "\u0301" * 200,
    "👨‍👩‍👧" * 20,
]


def fenced(text: str) -> list[str]:
    return [line for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


async def test_twenty_people_roll_at_once_and_a_third_is_delivered_twice(
    table: Any, public: Any, tmp_path: Path
) -> None:
    async with aiohttp.ClientSession() as session:

        async def act(person: str, channel: str, line: str, twice: bool = False) -> Any:
            body = {"as": person, "channel": channel, "line": line, "twice": twice}
            async with session.post(f"{table.sandbox.keyboard}/slash", json=body) as response:
                assert response.status == 200, await response.text()
                return await response.json()

        async def play(number: int) -> None:
            person, channel = f"p{number}", f"c{number}"
            name = {"name": channel}
            async with session.post(f"{table.sandbox.keyboard}/channels", json=name) as response:
                assert response.status == 200
            twice = number % 3 == 0
            new = "/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true"
            await act(person, channel, new, twice)
            for side in ("German", "Russian"):
                await act(person, channel, f"/game join side:{side}", twice)
            await act(person, channel, "/roster add counter:4-6-7 location:G5 number:4 side:German", twice)
            check = "/mc result:PTC location:G5"
            await asyncio.gather(*(act(person, channel, f"{check} units:{name}", twice) for name in "ABC"))
            await act(person, channel, "/game end", twice)

        await asyncio.gather(*(play(number) for number in range(20)))
    for number in range(20):
        numbers = [post["content"].split()[0] for post in await public(f"c{number}")]
        # Replies that are under way at once may be seen in any order; each is seen once.
        assert sorted(numbers) == [f"#{seq}" for seq in range(1, 9)]
    store = table.client.trail._store
    for game in range(1, 21):
        path = tmp_path / f"{game}.jsonl"
        path.write_bytes(b"".join(await store.read(lambda tx, game=game: list(export(tx, game)))))
        found = verifying.verify([path])
        assert (found.entries, found.unrevealed) == (8, ())
        assert found.dice == 3


async def test_the_first_answer_in_a_channel_tells_in_three_lines_how_to_begin(table: Any, say: Any) -> None:
    (post,) = (await say(table, "@alice /mc result:NMC location:G5"))["posts"]
    assert post["only"] == "alice"
    *steps, more = post["content"].splitlines()[1:]
    assert [line[:2] for line in steps] == ["1.", "2.", "3."]
    assert more == "`/help` tells the rest."


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@carol /mc result:NMC location:G5", "You hold no side"),
        ("@alice /mc result:NMC location:Z9", "No unit stands in Z9"),
        ("@alice /mc result:NMC", "Name a location"),
        ("@alice /mc result:NMC units:Nobody", "No unit is called Nobody"),
        ("@alice /roster add counter:9-9-9 location:G5", "no counter of German"),
        ("@alice /roster add counter:4-6-7 location:G5 flags:sleepy", "sleepy is no state"),
        ("@alice /roster add counter:4-6-7 location:G5 side:Russian", "not your side"),
        ("@alice /mc result:NMC location:G5 dice:7,x", "Dice are numbers"),
        ("@carol /game join side:German", "German is taken"),
        ("@alice /game join side:Martian", "No side of this game is called Martian"),
        (
            "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
            "is open in this channel",
        ),
    ],
)
async def test_a_refusal_goes_to_the_asker_alone_and_says_what_would_be_right(
    table: Any, say: Any, public: Any, fight: Any, line: str, says: str
) -> None:
    await say(table, *fight, "@alice /roster add counter:4-6-7 location:G5")
    before = len(await public())
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == line.split()[0].removeprefix("@")
    assert says in post["content"]
    assert len(await public()) == before


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
async def test_a_name_pings_nobody_and_breaks_no_layout(
    table: Any, say: Any, public: Any, fight: Any, name: str
) -> None:
    quoted = name.replace('"', "")
    add = f'@bob /roster add counter:4-4-7 squad location:G5 name:"{quoted}"'
    await say(table, *fight, add, "@alice /mc result:PTC location:G5")
    posts = await public()
    assert [post["content"].split()[0] for post in posts] == ["#1", "#2", "#3", "#4", "#5"]
    for post in posts[3:]:
        assert post["pings"] == []
        assert "\u202e" not in post["content"]
        (embed,) = post["embeds"]
        assert embed["description"].count("```") == 2
        assert all(wcwidth.wcswidth(line) <= 38 for line in fenced(embed["description"]))
        assert len(list(wcwidth.iter_graphemes(post["content"]))) <= 300


async def test_each_post_has_its_line_its_detail_and_its_footer(
    table: Any, say: Any, public: Any, fight: Any
) -> None:
    await say(table, *fight, "@bob /roster add counter:4-4-7 squad location:G5")
    await say(table, "@alice /mc result:PTC location:g5 ")
    post = (await public())[-1]
    assert post["content"].startswith("#5 PTC at G5: 4-4-7 A ")
    (embed,) = post["embeds"]
    assert re.match(r"\*\*4-4-7 A\*\*\nPTC: \d,\d = ", embed["description"])
    assert re.fullmatch(r"#5 · [0-9a-f]{16}", embed["footer"]["text"])


async def test_entered_dice_wait_for_the_other_side(table: Any, say: Any, public: Any, fight: Any) -> None:
    await say(table, *fight, "@bob /roster add counter:4-4-7 squad location:G5")
    await say(table, "@bob /mc result:NMC location:G5 dice:5,6")
    assert "do you agree" in (await public())[-1]["content"]
    (wrong,) = (await say(table, "@bob [Agree]"))["posts"]
    assert (wrong["only"], wrong["content"]) == ("bob", "Refused: This answer is German's.")
    await say(table, "@alice [Agree]")
    assert (await public())[-1]["content"].startswith("#6 NMC at G5: 4-4-7 A breaks")


async def test_entered_dice_may_be_refused(table: Any, say: Any, public: Any, fight: Any) -> None:
    await say(table, *fight, "@bob /roster add counter:4-4-7 squad location:G5")
    await say(table, "@bob /mc result:NMC location:G5 dice:1,2", "@alice [Refuse]")
    assert "nothing is ruled" in (await public())[-1]["content"]


async def test_dice_that_are_missing_are_typed_into_a_form(
    table: Any, say: Any, public: Any, fight: Any
) -> None:
    await say(table, *fight, "@bob /roster add counter:4-4-7 squad location:G5")
    await say(table, "@bob /mc result:NMC location:G5 dice:1,1", "@alice [Agree]")
    assert "Which dice fell for the Heat of Battle of 4-4-7 A" in (await public())[-1]["content"]
    await say(table, "@bob [Enter dice]")
    (wrong,) = (await say(table, "@bob fills In the order thrown:4,x"))["posts"]
    assert wrong["only"] == "bob"
    await say(table, "@bob [Enter dice]", "@bob fills In the order thrown:1,2", "@alice [Agree]")
    assert (await public())[-1]["content"].startswith("#8 NMC at G5: 4-4-7 A passes")


@pytest.mark.parametrize("missing", ["send_messages", "embed_links", "attach_files", "read_message_history"])
async def test_without_a_permission_no_die_falls_and_the_refusal_names_it(
    table: Any, say: Any, public: Any, fight: Any, missing: str
) -> None:
    await say(table, *fight, "@bob /roster add counter:4-4-7 squad location:G5")
    table.sandbox.faults.deny("table", [missing], "Referee")
    (post,) = (await say(table, "@bob /mc result:NMC location:G5"))["posts"]
    assert post["only"] == "bob"
    assert missing.replace("_", " ").title() in post["content"]
    table.sandbox.faults.deny("table", [], "Referee")
    assert len(await public()) == 4


async def test_a_question_is_answered_by_its_button_after_a_restart(tmp_path: Path) -> None:
    lines = (
        "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:true "
        "entered_dice:always",
        "@alice /game join side:German",
        "@alice /game join side:Russian",
        "@alice /roster add counter:4-6-7 squad location:G5 side:German",
        "@alice /mc result:NMC location:G5 dice:1,1,5,5",
        "@alice [Yes]",
    )
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        point_discord_at(sandbox.url)
        typist = Typist(session, sandbox.keyboard)
        for part in (lines[:5], lines[5:]):
            store = await open_store(tmp_path / "kept.db")
            now = sandbox.world.clock.now
            client = Client(store, Referee(store, now, secrets.token_bytes, "0"), now, always_sync=True)
            running = asyncio.create_task(client.start(sandbox.token))
            await sandbox.ready()
            await client.wait_until_ready()
            for line in part:
                outcome = await typist.type(line)
            await client.close()
            await running
            await store.close()
            await sandbox.left()
    (post,) = outcome["posts"]
    assert post["content"] == "#6 NMC at G5: 4-6-7 A passes, goes berserk"


async def test_a_seat_is_handed_over_and_the_game_moves(
    table: Any, say: Any, public: Any, fight: Any
) -> None:
    await say(table, *fight, "@alice /game seat side:German to:@carol")
    assert (await public())[-1]["content"].startswith("#4 German is handed over to <@")
    (refused,) = (await say(table, "@alice /roster add counter:4-6-7 location:G5"))["posts"]
    assert refused["only"] == "alice"
    async with aiohttp.ClientSession() as session:
        await session.post(f"{table.sandbox.keyboard}/channels", json={"name": "hall"})
    await say(table, "#hall", "@carol /game move game:1", "@carol /roster add counter:4-6-7 location:G5")
    assert [post["content"].split()[0] for post in await public("hall")] == ["#5", "#6"]


async def test_a_remo_batch_is_rolled_once_by_the_gow(table: Any, say: Any, public: Any) -> None:
    await say(table, "@gow /campaign sample", "@alice /game join side:axis", "@bob /game join side:soviet")
    await say(table, "@gow /remo rsus:SS-PzGR 5, GR 283 scenario:lost")
    sheet = (await public())[-1]
    (detail,) = sheet["embeds"]
    assert "10 -1 SS Panzer -1 lost = 8, holds 80 %" in detail["description"]
    assert "10 -3 other -1 lost = 6, holds 60 %" in detail["description"]
    (wrong,) = (await say(table, "@alice [Roll]"))["posts"]
    assert wrong["only"] == "alice"
    await say(table, "@gow [Roll]")
    assert (await public())[-1]["content"].startswith("#5 REMO: 2 checks")


async def test_a_channel_ahead_of_the_ledger_freezes_the_game(
    table: Any, say: Any, public: Any, fight: Any
) -> None:
    await say(table, *fight)
    twin = discord.Embed(description="of another ledger").set_footer(text=f"#4 · {'ab' * 8}")
    await table.client.guilds[0].text_channels[0].send("#4 of a twin", embed=twin)
    await table.client.trail._freeze.check()
    assert (await public())[-1]["content"].startswith("FROZEN. This channel shows #4 · abababababababab")
    (refused,) = (await say(table, "@alice /roster add counter:4-6-7 location:G5"))["posts"]
    assert "FROZEN" in refused["content"]
