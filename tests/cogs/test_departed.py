"""Names of units that are gone, elsewhere or called otherwise: the refusal tells what became of them."""

from __future__ import annotations

from typing import Any

import pytest

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:2-4-7 hs location:G5 name:Half",
    "@alice /roster add counter:4-6-7 squad location:G6 name:Whole",
    "@alice /roster add counter:9-1 location:H6 name:Schmidt",
    "@bob /roster add counter:4-4-7 squad location:K5 name:Reds",
)
"""#4 to #7 are the roster"""
ASK = "@alice /mc result:NMC units:{}"


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


@pytest.mark.parametrize(
    ("done", "asked", "says"),
    [
        ("@bob /mc result:NMC units:Half dice:6,6", "Half", "2-4-7 Half was eliminated by #8."),
        ("@bob /mc result:NMC units:Half dice:6,6", "#1", "2-4-7 Half was eliminated by #8."),
        ("@bob /mc result:NMC units:Schmidt dice:6,6 6", "9-1 Schmidt", "9-1 Schmidt was eliminated by #8."),
        (
            "@alice /roster remove units:Half reason:exited",
            "Half",
            "2-4-7 Half was taken off the roster by #8.",
        ),
        (
            "@alice /roster deploy unit:Whole",
            "4-6-7 Whole",
            "4-6-7 Whole became 2-4-7 Whole/1 and 2-4-7 Whole/2 with #8.",
        ),
        (
            "@alice /roster set units:Whole name:Otto reason:told",
            "Whole",
            "Whole is called 4-6-7 Otto since #8.",
        ),
    ],
)
async def test_a_name_that_no_unit_has_is_told_with_what_became_of_its_unit(
    table: Any, say: Any, done: str, asked: str, says: str
) -> None:
    await say(table, *GAME, done)
    only, content = told(await say(table, ASK.format(asked)))
    assert only == "alice"
    assert content.startswith("Refused: No unit is called ")
    assert f". {says}" in content


async def test_a_counter_that_a_unit_has_no_more_is_told_with_the_one_that_it_has(
    table: Any, say: Any
) -> None:
    await say(table, *GAME, "@bob /mc result:NMC units:Whole dice:6,6")
    content = told(await say(table, ASK.format("4-6-7 Whole")))[1]
    assert content.startswith("Refused: No unit is called 4-6-7 Whole. 4-6-7 Whole is 2-3-7 Whole since #8.")
    await say(table, "@alice /roster set units:Schmidt counter:8-1 reason:told")
    content = told(await say(table, ASK.format("9-1 Schmidt")))[1]
    assert content.startswith("Refused: No unit is called 9-1 Schmidt. 9-1 Schmidt is 8-1 Schmidt since #9.")


async def test_a_unit_elsewhere_is_told_with_where_it_stands(table: Any, say: Any) -> None:
    await say(table, *GAME)
    line = f"{ASK.format('Reds')} location:G5"
    refused = "Refused: No unit is called Reds in G5. Russian has 4-4-7 Reds at K5."
    assert told(await say(table, line)) == ("alice", refused)
    refused = told(await say(table, "@alice /roster move to:G7 units:Reds"))[1]
    assert refused == "Refused: No unit is called Reds. Russian has 4-4-7 Reds at K5."
    shown = told(await say(table, "@alice /roster show location:G5 unit:Reds"))[1]
    assert shown == "Refused: No unit is called Reds. Russian has 4-4-7 Reds at K5."


async def test_what_was_made_void_is_no_end(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /roster remove units:Half reason:exited")
    await say(table, "@alice /undo entry:8 reason:it stayed", "@bob /mc result:NMC units:Half dice:6,6")
    content = told(await say(table, ASK.format("Half")))[1]
    assert content.startswith("Refused: No unit is called Half. 2-4-7 Half was eliminated by #10.")


async def test_a_half_squad_that_recombined_is_told_with_its_squad(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /roster deploy unit:Whole")
    await say(table, "@alice /roster recombine units:Whole/1,Whole/2")
    content = told(await say(table, ASK.format("Whole/2")))[1]
    assert ". Whole/2 went into 4-6-7 Whole/1 with #9." in content


async def test_a_name_that_nobody_ever_had_is_told_with_nothing_more(table: Any, say: Any) -> None:
    await say(table, *GAME)
    assert told(await say(table, ASK.format("Zora")))[1] == "Refused: No unit is called Zora."
