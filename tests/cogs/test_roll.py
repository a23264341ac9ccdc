"""/roll and /dr: free dice of a side, entries like all others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.archive.export import Form
from bot.commands.ledger import export
from bot.commands.table import Table
from bot.ledger.dice import Draw
from bot.operations.rolling import DiceWanted, read_dice
from bot.verify import verify
from rules.refusal import Refused


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("3d6+1", DiceWanted(3, 6, 1)),
        ("d10", DiceWanted(1, 10)),
        (" 2 D 6 - 12 ", DiceWanted(2, 6, -12)),
        ("100d256", DiceWanted(100, 256)),
        ("1d2+9999", DiceWanted(1, 2, 9999)),
    ],
)
def test_dice_are_written_as_players_write_them(typed: str, asked: DiceWanted) -> None:
    assert read_dice(typed) == asked


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "d",
        "0d6",
        "101d6",
        "1d1",
        "1d257",
        "3d6+10000",
        "3d6++1",
        "1e9d6",
        "³d6",
        "3d6d6",
        "-1d6",
        "9" * 5000,
    ],
)
def test_what_is_no_dice_is_refused_with_what_would_be_right(typed: str) -> None:
    with pytest.raises(Refused, match="Write dice as 3d6, d10 or 2d6\\+1"):
        read_dice(typed)


async def test_free_dice_take_one_stream_a_seat_and_are_verified(
    table: Table, fight: tuple[str, ...], say: Callable[..., Any], tmp_path: Path
) -> None:
    await say(table, *fight)
    await say(table, "@alice /roll dice:3d6+1 purpose:*wind*", "@bob /dr", "@alice /dr")
    entries = [(await table.client.referee.answer_of(1, seq)).link.entry for seq in (4, 5, 6)]
    names = [(draw.name, draw.n, len(draw.faces)) for entry in entries for draw in entry.dice]
    assert names == [("roll:1", 0, 3), ("roll:2", 0, 2), ("roll:1", 1, 2)]
    thrown = entries[0].dice[0]
    assert isinstance(thrown, Draw)
    assert entries[0].events[0]["total"] == sum(thrown.faces) + 1
    await say(table, "@bob /game end", "@alice [Agree]")
    database, file = tmp_path / "table.db", tmp_path / "game.jsonl"
    assert export(database, 1, Form.LEDGER, file) == 0
    assert verify([file]).dice == 3


async def test_a_post_shows_the_total_in_its_line_and_every_die_below(
    table: Table, fight: tuple[str, ...], say: Callable[..., Any], public: Callable[..., Any]
) -> None:
    await say(table, *fight, "@alice /roll dice:2d6+3 purpose:*wind*", "@bob /dr")
    rolled, dr = (await public())[-2:]
    a, b = (await table.client.referee.answer_of(1, 4)).link.entry.dice[0].faces
    assert (
        rolled["content"]
        == f"`*** 2d6+3 = {a},{b} ***   <German>`\n#4 German rolls 2d6+3 = {a + b + 3}, for \\*wind\\*"
    )
    assert rolled["embeds"][0]["description"] == f"{a} {b} +3 = {a + b + 3}"
    coloured, white = (await table.client.referee.answer_of(1, 5)).link.entry.dice[0].faces
    assert dr["content"] == (
        f"`*** (Other DR) {coloured},{white} ***   <Russian>`\n"
        f"#5 Russian rolls a DR: {coloured},{white} = {coloured + white}"
    )
    assert dr["embeds"][0]["description"] == f"coloured {coloured}, white {white}"


async def test_the_largest_roll_is_one_post(
    table: Table, fight: tuple[str, ...], say: Callable[..., Any], public: Callable[..., Any]
) -> None:
    await say(table, *fight, "@alice /roll dice:100d256+9999")
    rolled = (await public())[-1]
    assert len(rolled["embeds"][0]["description"].split()) == 103
    total = rolled["embeds"][0]["description"].split()[-1]
    assert rolled["content"] == (
        f"`*** 100d256+9999 = {total} ***   <German>`\n#4 German rolls 100d256+9999 = {total}"
    )


async def test_outside_a_game_the_three_lines_tell_how_to_begin(
    table: Table, say: Callable[..., Any]
) -> None:
    for line in ("@alice /roll dice:3d6", "@alice /dr"):
        (reply,) = (await say(table, line))["posts"]
        assert reply["only"] == "alice"
        *steps, more = reply["content"].splitlines()[1:]
        assert [text[:2] for text in steps] == ["1.", "2.", "3."]
        assert more == "`/help` tells the rest."


async def test_an_onlooker_rolls_nothing_in_a_game_of_others(
    table: Table, fight: tuple[str, ...], say: Callable[..., Any]
) -> None:
    (reply,) = (await say(table, *fight, "@carol /dr"))["posts"]
    assert "You hold no side of this game" in reply["content"]
    with pytest.raises(Refused, match="no entry #4"):
        await table.client.referee.answer_of(1, 4)


async def test_a_game_master_without_a_side_rolls_as_gow(
    table: Table, say: Callable[..., Any], public: Callable[..., Any]
) -> None:
    await say(table, "@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
    await say(table, "@greta /roll dice:d10")
    assert "\n#4 GoW rolls 1d10 = " in (await public())[-1]["content"]
    assert (await table.client.referee.answer_of(1, 4)).link.entry.dice[0].name == "roll:0"
