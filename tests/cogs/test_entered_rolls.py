"""/dr and /roll with dice rolled elsewhere: the other side agrees to the faces before they count."""

from __future__ import annotations

from typing import Any

import pytest

OPEN = "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:5"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
DR = "@alice /dr purpose:IFT drm:+2 stone building entered:2,4"


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


def body(outcome: Any) -> str:
    return outcome["posts"][0]["embeds"][0]["description"]


def labels(outcome: Any) -> list[str]:
    return [part["label"] for row in outcome["posts"][0]["components"] for part in row["components"]]


async def test_a_dr_rolled_elsewhere_counts_once_the_other_side_agrees(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, OPEN, *SEATS)
    asked = await say(table, DR)
    assert told(asked) == (None, "#4 German IFT DR waits: Dice rolled elsewhere: do you agree to them?")
    assert body(asked).startswith("Entered: 2 4\ncoloured 2, white 4 +2 stone building = 8\n")
    assert labels(asked) == ["Agree", "Refuse"]
    assert told(await say(table, "@alice [Agree]")) == ("alice", "Refused: This answer is Russian's.")
    agreed = await say(table, "@bob [Agree]")
    assert told(agreed)[1].splitlines() == [
        "`*** (IFT DR) 2,4 ***   <German>`",
        "#5 German rolls an IFT DR: 2,4 = 6 +2 stone building = 8",
    ]
    assert body(agreed).endswith("_Dice rolled elsewhere and entered._")
    assert [kind for _, _, kind in entered()[3:]] == ["asked", "rolled"]


async def test_refused_dice_are_no_roll(table: Any, say: Any, entered: Any) -> None:
    await say(table, OPEN, *SEATS, DR)
    line = "#5 German IFT DR: the dice rolled elsewhere were refused; nothing is ruled"
    assert told(await say(table, "@bob [Refuse]")) == (None, line)
    assert [kind for _, _, kind in entered()[3:]] == ["asked", "declined"]


async def test_what_was_agreed_to_is_what_counts_and_no_other_face_comes_after_it(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, OPEN, *SEATS)
    (asked,) = (await say(table, "@alice /roll dice:3d6+1 entered:4,2,6"))["posts"]
    agree = asked["components"][0]["components"][0]["custom_id"]
    await say(table, "@bob [Agree]")
    last = (await table.client.referee.answer_of(1, 5)).link.entry
    assert [(draw.name, draw.n, draw.faces) for draw in last.dice] == [("roll:1", -1, (4, 2, 6))]
    assert last.events[0]["total"] == 13
    again = await keys(table, "click", "bob", custom_id=agree, shown=asked)
    assert told(again) == ("bob", "Refused: #4 was answered by #5.")
    assert len(entered()) == 5


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /dr entered:3", "The roll has 2 dice, yet 3 was entered."),
        ("@alice /dr dice:1 entered:3,4", "The roll has 1 die, yet 3 4 was entered."),
        ("@alice /dr entered:3,7", "Its faces are 1 to 6, yet 3 7 was entered."),
        ("@alice /roll dice:2d10 entered:0,11", "Its faces are 1 to 10, yet 0 11 was entered."),
        ("@alice /roll dice:2d6 entered:x", "Dice are numbers in the order thrown, such as 2,3 5,6; not x."),
        (
            "@carol /dr entered:3,4",
            "You hold no side of this game. None is free; who holds one hands it over by /game seat.",
        ),
    ],
)
async def test_faces_that_the_roll_does_not_have_are_asked_about_to_nobody(
    table: Any, say: Any, entered: Any, line: str, says: str
) -> None:
    await say(table, OPEN, *SEATS)
    assert told(await say(table, line)) == (line.split()[0].removeprefix("@"), f"Refused: {says}")
    assert len(entered()) == 3


async def test_a_game_without_entered_dice_takes_none_in_a_roll(table: Any, say: Any) -> None:
    await say(table, f"{OPEN} entered_dice:never", *SEATS)
    refused = "Refused: This game was opened without dice rolled elsewhere."
    for line in ("@alice /dr entered:3,4", "@bob /roll dice:d6 entered:3"):
        assert told(await say(table, line))[1] == refused


async def test_where_dice_are_always_entered_nobody_is_asked(table: Any, say: Any) -> None:
    await say(table, f"{OPEN} entered_dice:always", *SEATS)
    rolled = told(await say(table, "@alice /dr dice:1 purpose:wind entered:3"))[1]
    assert rolled.splitlines()[-1] == "#4 German rolls a dr: 3, for wind"


async def test_a_dr_entered_on_the_san_offers_the_sniper(table: Any, say: Any) -> None:
    await say(table, OPEN, *SEATS, "@alice /dr purpose:MC entered:1,4")
    agreed = await say(table, "@bob [Agree]")
    assert told(agreed)[1].splitlines()[0] == "`*** (MC DR) 1,4 ***   <German>   Allied SAN`"
    assert "SAN 5 thrown: it may draw the Russian sniper (A14.1)" in body(agreed)
    assert labels(agreed) == ["Sniper, SAN 5"]
    assert told(await say(table, "@bob [Sniper, SAN 5]"))[1].startswith("#6 Russian sniper: German side is ")
    assert told(await say(table, "@bob [Sniper, SAN 5]"))[1].startswith("Refused: That was done by #6")


async def test_a_dr_entered_and_agreed_to_is_the_fire_of_a_fpf(table: Any, say: Any) -> None:
    await say(table, OPEN, *SEATS, "@alice /roster add counter:4-6-7 squad location:G5")
    await say(table, "@alice /dr purpose:IFT entered:6,5")
    refused = told(await say(table, "@alice /unit fpf units:A dr:6,5"))
    assert refused[1].startswith("Refused: dr: the last DR of German was not thrown here lately.")
    await say(table, "@bob [Agree]")
    assert told(await say(table, "@alice /unit fpf units:A dr:6,5"))[1].startswith(
        "#7 FPF at G5: 4-6-7 A breaks"
    )


async def test_entered_rolls_are_left_out_of_how_the_dice_fell(table: Any, say: Any) -> None:
    await say(table, f"{OPEN} entered_dice:always", *SEATS, DR)
    assert "no dice" in told(await say(table, "@alice /game stats"))[1]


async def test_the_host_who_plays_himself_agrees_to_no_roll_for_the_other(table: Any, say: Any) -> None:
    await say(table, OPEN, *SEATS, "@owner /game host who:@alice", DR)
    assert told(await say(table, "@alice [Agree]")) == ("alice", "Refused: This answer is Russian's.")
