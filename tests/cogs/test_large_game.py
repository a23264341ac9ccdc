"""Three hundred units with the longest names: every post, page and proposal stays within Discord's limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.words.names import units

SIDES = "@alice /game new module:asl side_a:german ss elr_a:3 san_a:3 side_b:russian elr_b:3 solo:true"
OPEN = (SIDES, "@alice /game join side:German/SS", "@alice /game join side:Russian")
LONG = "Kampfgruppe von Tettau und 👨‍👩‍👧 " * 8
UNITS = 300


def roster() -> str:
    """Leaders, squads and half-squads, two in three of them broken, three to a location."""
    lines = []
    for number in range(UNITS):
        counter = ("4-6-7", "2-4-7", "8-1 german")[number % 3]
        state = ("broken, dm", "broken", "")[number % 3]
        lines.append(f'{counter} "{LONG}{number}" @Y{number // 3} {state}')
    return "\n".join(lines)


def fits(post: Any) -> bool:
    embeds = post["embeds"]
    return units(post["content"]) <= 2000 and all(units(embed["description"]) <= 4096 for embed in embeds)


@pytest.fixture
async def large(table: Any, say: Any, tmp_path: Path) -> Any:
    """The table with all of them on the roster of the German side."""
    paste = tmp_path / "units.txt"
    paste.write_text(roster(), encoding="utf-8")
    await say(table, *OPEN, f"@alice uploads {paste}")
    await say(table, "@alice /roster paste file:units.txt side:German/SS")
    await table.client.trail.drain()
    return table


async def test_the_entry_that_adds_them_comes_in_parts(large: Any, standing: Any) -> None:
    parts = standing(large)[3:]
    assert parts[0]["content"].startswith(f"#4 (1/{len(parts)}) On the roster: {UNITS} units at Y0, Y1, Y2")
    assert all(map(fits, parts))
    lines = [line for part in parts for line in part["embeds"][0]["description"].splitlines()]
    assert sum(line[0].isdigit() for line in lines) == UNITS


async def test_a_phase_names_every_broken_unit_and_every_one_that_loses_dm(
    large: Any, say: Any, standing: Any
) -> None:
    await say(large, "@alice /turn side:German/SS")
    await large.client.trail.drain()
    rally = [post for post in standing(large) if post["content"].startswith("#5 ")]
    assert all(map(fits, rally))
    told = "\n".join(post["embeds"][0]["description"] for post in rally)
    assert told.count("(A10.6)") == 200
    await say(large, "@alice /turn")
    await large.client.trail.drain()
    fire = [post for post in standing(large) if post["content"].startswith("#6 ")]
    assert all(map(fits, fire))
    # A line that is too long for one part is cut between words.
    told = " ".join(post["embeds"][0]["description"] for post in fire)
    assert told.count("4-6-7 Kampfgruppe") == 100


async def test_the_pinned_roster_names_some_and_its_file_has_all(large: Any, say: Any, standing: Any) -> None:
    await say(large, "@alice /roster pin")
    german, russian = (post for post in standing(large) if post["content"].startswith("Roster of"))
    assert fits(german)
    assert fits(russian)
    assert "**Broken: 200**" in german["embeds"][0]["description"]
    assert "175 more, in the file" in german["embeds"][0]["description"]
    assert german["attachments"][0]["size"] > 300 * 20


async def test_pages_hold_every_unit_and_each_fits(large: Any, say: Any) -> None:
    shown = (await say(large, "@alice /roster show"))["posts"]
    while "Next" in [part["label"] for row in shown[-1]["components"] for part in row["components"]]:
        shown += (await say(large, "@alice [Next]"))["posts"]
    assert all(map(fits, shown))
    lines = [line for page in shown for line in page["content"].splitlines()]
    assert sum(" ML " in line for line in lines) == UNITS


@pytest.mark.parametrize(
    "line",
    [
        *("/mc units:4-6", "/mc units:#1, #2, brok", "/rally unit:", "/roster move units:y9"),
        *("/roster set units:Tettau", "/roster remove units:#7", "/roster deploy unit:4-6-7 y1"),
        *("/roster recombine units:2-4-7", "/roster show unit:8-1", "/mc location:", "/roster move to:Y"),
    ],
)
async def test_twenty_five_are_proposed_each_short_enough(large: Any, keys: Any, line: str) -> None:
    outcome = await keys(large, "autocomplete", "alice", line=line)
    assert outcome["failed"] is None
    assert 1 <= len(outcome["choices"]) <= 25
    assert all(units(choice["name"]) <= 100 for choice in outcome["choices"])
    assert all(units(choice["value"]) <= 100 for choice in outcome["choices"])


async def test_what_is_proposed_is_taken(large: Any, keys: Any, say: Any) -> None:
    outcome = await keys(large, "autocomplete", "alice", line="/roster move units:8-1 y12")
    (choice, *_) = outcome["choices"]
    (post,) = (await say(large, f"@alice /roster move to:Z1 units:{choice['value']}"))["posts"]
    assert post["only"] is None
    assert post["content"].endswith("from Y12 to Z1")


async def test_a_check_takes_everybody_of_the_side_there_and_units_a_moving_stack_with_its_helpers(
    table: Any, say: Any
) -> None:
    await say(
        table,
        SIDES + " entered_dice:always",
        *OPEN[1:],
        "@alice /roster add counter:9-1 german location:G5 name:Karl side:German",
        "@alice /roster add counter:4-6-7 location:G5 number:2 side:German",
        "@alice /roster add counter:4-4-7 squad location:G5 side:Russian",
    )
    everybody = (await say(table, "@alice /mc result:NMC location:G5 side:German dice:2,3,4,3,4,3"))["posts"]
    assert everybody[0]["content"].startswith("#7 NMC at G5: 9-1 Karl passes; 4-6-7 A passes; 4-6-7 B passes")
    assert everybody[0]["embeds"][0]["description"].count("-1 leader 9-1") == 2
    stack = (await say(table, "@alice /mc result:NMC units:4-6-7 A, 4-6-7 B dice:4,3,4,3"))["posts"]
    assert stack[0]["content"].startswith(
        "#8 NMC at G5: 4-6-7 A passes, is pinned; 4-6-7 B passes, is pinned"
    )
    assert "leader" not in stack[0]["embeds"][0]["description"]
