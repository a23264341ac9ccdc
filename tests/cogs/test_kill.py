"""A referee killed at any step of a ruling loses no entry and posts none twice."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from bot.sandbox.server import Sandbox
from bot.sandbox.typist import Typist

SCRIPT = Path(__file__).with_name("killed_referee.py")
SET_UP = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 solo:True",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
    "@alice /roster add counter:russian 4-4-7 squad location:G5 number:50 side:Russian",
)
CHECK = "@alice /mc result:1MC location:G5 known_enemy_in_los:False adjacent_enemy:False"
CHECKED, PARTS = 5, 2
"""the number of the check's entry, and of its posts"""


@asynccontextmanager
async def referee(
    sandbox: Sandbox, database: Path, step: str, entry: int = CHECKED
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A referee that dies at the step of that entry."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(SCRIPT), sandbox.url, str(database), step, str(entry)),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(60):
            await sandbox.ready()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await sandbox.left()


async def ended(process: asyncio.subprocess.Process) -> int:
    """How it ended; one that never comes to its step is no reason to wait for ever."""
    async with asyncio.timeout(60):
        return await process.wait()


async def dies_over(process: asyncio.subprocess.Process, typist: Typist, line: str) -> None:
    """The power is cut while the referee works on the line."""
    typed = asyncio.create_task(typist.type(line))
    assert await ended(process) == -9, line
    typed.cancel()


async def cut_at(step: str, sandbox: Sandbox, database: Path, typist: Typist, *lines: str) -> None:
    """A referee that is told these lines and dies over the last."""
    *before, last = lines
    async with referee(sandbox, database, step) as process:
        for line in before:
            await typist.type(line)
        await dies_over(process, typist, last)


async def posted(session: aiohttp.ClientSession, sandbox: Sandbox) -> list[dict[str, Any]]:
    async with session.get(f"{sandbox.keyboard}/posts", params={"channel": "table"}) as response:
        events = await response.json()
    return [event["post"] for event in events if event["event"] == "created"]


async def numbered(session: aiohttp.ClientSession, sandbox: Sandbox) -> Counter[str]:
    """How often each entry, or part of one, stands in the channel."""
    lines = [post["content"] for post in await posted(session, sandbox)]
    return Counter(found[0] for line in lines if (found := re.match(r"#\d+( \(\d/\d\))?", line)))


async def until_posted(session: aiohttp.ClientSession, sandbox: Sandbox, count: int) -> Counter[str]:
    async with asyncio.timeout(20):
        while (found := await numbered(session, sandbox)).total() < count:
            params = {"channel": "table", "after": str(sandbox.world.feed.last), "wait": "1"}
            async with session.get(f"{sandbox.keyboard}/posts", params=params) as response:
                await response.read()
    return found


@pytest.mark.parametrize(
    ("steps", "entered"),
    [
        (["before the commit"], False),
        (["between commit and reply"], True),
        (["between acceptance and mark"], True),
        (["between two parts"], True),
        (["between acceptance and mark of the last part"], True),
        (["between commit and reply", "between acceptance and mark"], True),
        (["between commit and reply", "between two parts"], True),
        (["between two parts", "between acceptance and mark of the last part"], True),
    ],
    ids=lambda value: ", then ".join(value) if isinstance(value, list) else "",
)
async def test_no_entry_is_lost_or_doubled(tmp_path: Path, steps: list[str], entered: bool) -> None:
    database = tmp_path / "killed.db"
    async with Sandbox(patience=10) as sandbox, aiohttp.ClientSession() as session:
        typist = Typist(session, sandbox.keyboard)
        await cut_at(steps[0], sandbox, database, typist, *SET_UP, CHECK)
        for step in steps[1:]:
            async with referee(sandbox, database, step) as process:
                assert await ended(process) == -9
        async with referee(sandbox, database, "never"):
            if not entered:
                assert (await numbered(session, sandbox)).keys() == {"#1", "#2", "#3", "#4"}
                await typist.type(CHECK)
            found = await until_posted(session, sandbox, 4 + PARTS)
            await typist.type("@alice /game show")
            found = await numbered(session, sandbox)
    assert found == Counter(["#1", "#2", "#3", "#4", "#5 (1/2)", "#5 (2/2)"])


async def test_a_void_whose_strike_a_power_cut_prevented_is_struck_by_the_next_start(tmp_path: Path) -> None:
    database = tmp_path / "killed.db"
    async with Sandbox(patience=10) as sandbox, aiohttp.ClientSession() as session:
        typist = Typist(session, sandbox.keyboard)
        undo = "@alice /undo entry:4 reason:wrong hex"
        await cut_at("between commit and strike", sandbox, database, typist, *SET_UP, undo)
        place = sandbox.faults.place("table")
        assert not any(message.content.startswith("VOID") for message in place.messages.values())
        async with referee(sandbox, database, "never"), asyncio.timeout(20):
            # An edit wakes nobody who waits for posts.
            while not any(message.content.startswith("VOID") for message in place.messages.values()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        lines = [message.content for message in place.messages.values()]
    assert [line for line in lines if "#4" in line] == [
        "VOID by #5 (wrong hex)\n#4 On the roster: 50 units at G5",
        "#5 #4 is void: wrong hex",
    ]


@pytest.mark.parametrize("step", ["before the buttons are taken", "between edit and its mark"])
@pytest.mark.parametrize(
    ("asked", "last"),
    [
        (("@bob /mc result:NMC location:G5 dice:5,6",), "@alice [Refuse]"),
        (("@bob /trail reveal", "@alice [Cut for German]"), "@bob [Cut for Russian]"),
    ],
    ids=["an answer", "the last cut"],
)
async def test_buttons_that_a_power_cut_left_under_a_post_are_taken_by_the_next_start(
    tmp_path: Path, step: str, asked: tuple[str, ...], last: str
) -> None:
    database = tmp_path / "killed.db"
    squad = "@bob /roster add counter:4-4-7 squad location:G5"
    async with Sandbox(patience=10) as sandbox, aiohttp.ClientSession() as session:
        typist = Typist(session, sandbox.keyboard)
        async with referee(sandbox, database, "never"):
            for line in (*GAME, squad, *asked):
                await typist.type(line)
        place = sandbox.faults.place("table")
        await cut_at(step, sandbox, database, typist, last)
        async with referee(sandbox, database, "never"), asyncio.timeout(20):
            # An edit wakes nobody who waits for posts, and what it says is kept a moment later.
            checked, under = "", [None]
            while "Each of them stands as I sent it" not in checked or under != [[]]:
                told = await typist.type("@alice /trail check")
                checked = told["posts"][0]["content"]
                under = [post.components for post in place.messages.values() if "#5 " in post.content]


async def test_a_roster_that_was_sent_before_a_power_cut_stands_once(tmp_path: Path) -> None:
    database = tmp_path / "killed.db"
    async with (
        Sandbox(patience=10, bot_permissions=("pin_messages",)) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        typist = Typist(session, sandbox.keyboard)
        pin = "@alice /roster pin"
        await cut_at("between a roster and its record", sandbox, database, typist, *SET_UP, pin)
        place = sandbox.faults.place("table")
        async with referee(sandbox, database, "never"), asyncio.timeout(20):
            while len(place.pins) < 2:  # noqa: ASYNC110  the board tells nobody when it is done
                await asyncio.sleep(0.05)
        lines = [message.content.split(" after")[0] for message in place.messages.values()]
    assert [line for line in lines if line.startswith("Roster")] == ["Roster of German", "Roster of Russian"]


MUSTER = Path(__file__).with_name("musters") / "cuts.csv"
"""Whatever the dice show, Pape retreats into the overstack of A2, PzGR 4 shatters there, the Guards stay"""
CAMPAIGN = (
    "@greta /campaign new label:Power cuts solo:True",
    "@greta /game join side:Axis",
    "@greta /game join side:Soviet",
    "@greta /campaign role gow who:@gustav",
    "@greta /campaign import file:cuts.csv",
    "@greta /campaign next",
    "@greta /campaign hand waive item:all reason:they stand",
    "@greta /campaign next",
)
MOVED, OVERSTACKED, CHOSEN = (
    "@greta /campaign move dsu:Guards sector:B2",
    "@greta /campaign retreat dsu:Pape",
    "@greta [A1]",
)
ROLLED, RECOVERED = "@greta [Roll]", "@gustav [Roll]"
NEXT = "@greta /campaign next"
DAY = (
    *(MOVED, OVERSTACKED, CHOSEN, "@greta /campaign retreat dsu:Panzer", "@greta [A3]"),
    *(NEXT, NEXT, "@greta /remo", ROLLED),
    *(NEXT, NEXT, "@greta /campaign recovery", RECOVERED, NEXT),
)
CUT = (MOVED, OVERSTACKED, CHOSEN, ROLLED, RECOVERED)


STEPS = ["before the commit", "between commit and reply", "between acceptance and mark"]


async def play(
    folder: Path, step: str, opening: tuple[str, ...], lines: tuple[str, ...], cut: tuple[str, ...]
) -> None:
    """Lines that each make one entry, the power cut at the step of some: each entry stands once, and holds.

    Of `opening` the first line makes none.
    """
    database = folder / "killed.db"
    async with Sandbox(patience=10) as sandbox, aiohttp.ClientSession() as session, AsyncExitStack() as whole:
        typist = Typist(session, sandbox.keyboard)
        await whole.enter_async_context(referee(sandbox, database, "never"))
        for line in opening:
            await typist.type(line)
        for entry, line in enumerate(lines, len(opening)):
            if line in cut:
                await whole.aclose()
                async with referee(sandbox, database, step, entry) as process:
                    await until_posted(session, sandbox, entry - 1)
                    await dies_over(process, typist, line)
                await whole.enter_async_context(referee(sandbox, database, "never"))
            if line not in cut or step == "before the commit":
                await typist.type(line)
            await until_posted(session, sandbox, entry)
        await typist.type("@alice /game show")
        found = await numbered(session, sandbox)
    assert found == Counter(f"#{number}" for number in range(1, entry + 1))
    file = str(folder / "day.jsonl")
    assert await asyncio.to_thread(main, ["export", "1", "--database", str(database), "-o", file]) == 0
    assert await asyncio.to_thread(main, ["verify", file]) == 0


@pytest.mark.parametrize("step", STEPS)
async def test_a_campaigns_day_of_power_cuts_loses_no_entry_and_doubles_none(
    tmp_path: Path, step: str
) -> None:
    await play(tmp_path, step, (f"@greta uploads {MUSTER}", *CAMPAIGN), DAY, CUT)


GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)
PASTED = "@alice /roster paste file:units.txt"
TURNED = "@alice /turn side:German"
CHECKED_A = "@bob /mc result:NMC units:A known_enemy_in_los:False adjacent_enemy:False"
AMENDED = "@bob /amend entry:6 reason:it was a 1MC result:1MC"
STRUCK, AGREED = "@bob /undo entry:7 reason:no shot at all", "@alice [Agree]"
REVEALED = "@bob /trail reveal"


@pytest.mark.parametrize("step", STEPS)
async def test_corrections_turns_a_pasted_roster_and_a_revealed_seed_outlive_power_cuts(
    tmp_path: Path, step: str
) -> None:
    """Whatever the die of A shows, a 1MC is ruled with it alone, and its void is agreed to."""
    units = tmp_path / "units.txt"
    units.write_text("2x 4-6-7 @G5\n9-1 Lt. Schmidt @G5\n", encoding="utf-8")
    lines = (PASTED, TURNED, CHECKED_A, AMENDED, STRUCK, AGREED, REVEALED)
    cut = tuple(line for line in lines if line != CHECKED_A)
    await play(tmp_path, step, (f"@alice uploads {units}", *GAME), lines, cut)
