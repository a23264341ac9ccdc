"""Questions at the table: who may answer, once, whatever happens in between."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

OPEN = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
SQUADS = (
    "@alice /roster add counter:4-6-7 squad location:G5",
    "@bob /roster add counter:4-4-7 squad location:K5",
)
ALWAYS = (f"{OPEN} entered_dice:always", *SEATS, *SQUADS)
AGREED = (OPEN, *SEATS, *SQUADS)
BERSERK = "@bob /mc result:NMC location:G5 dice:1,1,5,5"
"""an Original 2, then a 10: whether the squad goes berserk hangs on a Known enemy in its LOS (A15.44)"""
FOLLOWING = ["Charge of 4-6-7 A", "Same attack, next location"]
SHORT = "@alice /mc result:NMC location:K5 dice:1,1"
"""an Original 2 leads to Heat of Battle, for which no dice were typed"""


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


async def test_the_seat_named_on_the_post_answers_and_the_buttons_go(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *ALWAYS)
    (asked,) = (await say(table, BERSERK))["posts"]
    assert asked["content"] == "#6 NMC at G5 waits: Is a Known enemy unit in the LOS of 4-6-7 A?"
    assert asked["embeds"][0]["description"].endswith("(A15.44)\nGerman answers.")
    assert labels(asked) == ["Yes", "No"]
    assert told(await say(table, "@alice [Yes]")) == (None, "#7 NMC at G5: 4-6-7 A passes, goes berserk")
    await table.client.trail.drain()
    assert [labels(post) for post in standing(table)[5:]] == [[], [*FOLLOWING, "Dispute: No"]]
    assert standing(table)[5]["content"] == asked["content"]
    assert standing(table)[5]["embeds"] == asked["embeds"]


@pytest.mark.parametrize(
    ("person", "says"),
    [("bob", "Refused: This answer is German's."), ("carol", "Refused: You hold no side of this game.")],
)
async def test_the_wrong_person_is_told_so_alone_and_the_question_stays(
    table: Any, say: Any, standing: Any, entered: Any, person: str, says: str
) -> None:
    await say(table, *ALWAYS, BERSERK)
    only, content = told(await say(table, f"@{person} [Yes]"))
    assert only == person
    assert content.startswith(says)
    assert labels(standing(table)[-1]) == ["Yes", "No"]
    assert entered()[-1] == (1, 6, "asked")


async def test_a_button_pressed_again_is_told_which_entry_answered(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, *ALWAYS)
    (asked,) = (await say(table, BERSERK))["posts"]
    button = asked["components"][0]["components"][1]["custom_id"]
    await say(table, "@alice [Yes]")
    outcome = await keys(table, "click", "alice", custom_id=button, shown=asked)
    assert told(outcome) == ("alice", "Refused: #6 was answered by #7.")
    assert entered()[-1] == (1, 7, "ruling")


async def test_one_press_delivered_twice_is_one_answer(
    table: Any, say: Any, keys: Any, entered: Any, standing: Any
) -> None:
    await say(table, *ALWAYS, BERSERK)
    await keys(table, "click", "alice", label="No", twice=True)
    await table.client.trail.drain()
    assert entered()[5:] == [(1, 6, "asked"), (1, 7, "ruling")]
    assert [post["content"].split()[0] for post in standing(table)[5:]] == ["#6", "#7"]


async def test_two_people_pressing_at_one_moment_give_one_answer(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    """One person holds the seat on two devices, the other seat presses too: one entry, two refusals."""
    await say(table, *ALWAYS, BERSERK)
    presses = [("alice", "Yes"), ("alice", "No"), ("bob", "Yes")]
    outcomes = await asyncio.gather(*(keys(table, "click", who, label=label) for who, label in presses))
    public = [outcome for outcome in outcomes if told(outcome)[0] is None]
    private = sorted(told(outcome) for outcome in outcomes if told(outcome)[0])
    assert len(public) == 1
    assert private[0] == ("alice", "Refused: #6 was answered by #7.")
    assert private[1] in [("bob", "Refused: This answer is German's."), ("bob", private[0][1])]
    assert entered()[5:] == [(1, 6, "asked"), (1, 7, "ruling")]


async def test_units_in_a_question_take_no_other_ruling_and_the_game_does_not_end(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *ALWAYS, BERSERK)
    waits = "Refused: #6 waits for German's answer about these units; that comes first."
    assert told(await say(table, "@alice /mc result:NMC location:G5")) == ("alice", waits)
    ends = told(await say(table, "@alice /game end"))
    assert ends == ("alice", "Refused: Answer #6 first; then the game can end.")
    assert told(await say(table, "@bob /mc result:PTC location:K5"))[1].startswith("#7 PTC at K5")
    shown = told(await say(table, "@bob /game show"))[1].splitlines()
    assert shown[-1].startswith("#6 waits for German, ")
    assert "Is a Known enemy unit in the LOS of 4-6-7 A?" in shown[-1]


async def test_a_question_of_a_game_that_is_over_is_no_question_of_the_next(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, *ALWAYS)
    (asked,) = (await say(table, BERSERK))["posts"]
    button = asked["components"][0]["components"][0]["custom_id"]
    await say(table, "@alice [Yes]", "@bob /game end", "@alice [Agree]")
    only, content = told(await keys(table, "click", "alice", custom_id=button, shown=asked))
    assert only == "alice"
    assert content.startswith("Refused: No game is open in this channel.")
    await say(table, OPEN)
    outcome = await keys(table, "click", "alice", custom_id=button, shown=asked)
    assert told(outcome) == (
        "alice",
        "Refused: This question belongs to game 1, which is not open here.",
    )
    assert entered()[-1] == (2, 1, "opened")


async def test_a_forged_button_of_a_choice_that_was_not_offered_is_refused(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, *ALWAYS)
    (asked,) = (await say(table, BERSERK))["posts"]
    message = table.sandbox.faults.place("table").messages[int(asked["id"])]
    for choice in ("7", "-3", "99999999999999999999"):
        (row,) = message.components
        row["components"][0]["custom_id"] = f"v1:answer:1:6:{choice}"
        only, content = told(await keys(table, "click", "alice", custom_id=f"v1:answer:1:6:{choice}"))
        assert only == "alice"
        assert content == f"Refused: #6 has no answer {choice}."
    assert entered()[-1] == (1, 6, "asked")


async def test_the_form_takes_the_missing_dice_alone(table: Any, say: Any, entered: Any) -> None:
    await say(table, *ALWAYS)
    asked = told(await say(table, SHORT))
    assert asked == (
        None,
        "#6 NMC at K5 waits: Which dice fell for the Heat of Battle of 4-4-7 A? "
        "Type them in the order thrown.",
    )
    form = await say(table, "@alice [Enter dice]")
    assert form["modal"]["title"] == "Dice rolled elsewhere"
    only, content = told(await say(table, "@alice fills In the order thrown:5;6"))
    assert (only, content.split(" waits: ")[0]) == (None, "#7 NMC at K5")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("x", "Dice are numbers in the order thrown, such as 2,3 5,6; not x."),
        ("7,7", "takes faces from 1 to 6, not 7, 7."),
        ("0 3", "takes faces from 1 to 6, not 0, 3."),
        ("2", "takes 2 dice, such as 3, 3; of those entered only 2 is left."),
        ("2,2,2", "The ruling takes no more dice, yet 2 is left over."),
        ("٣,٣", "Dice are numbers in the order thrown, such as 2,3 5,6; not ٣,٣."),
        ("-1 2.5", "Dice are numbers in the order thrown, such as 2,3 5,6; not -1 2.5."),
        (",,", "Dice are numbers in the order thrown, such as 2,3 5,6; not ,,."),
    ],
)
async def test_bad_faces_in_the_form_are_told_to_the_typist_and_enter_nothing(
    table: Any, say: Any, keys: Any, entered: Any, typed: str, says: str
) -> None:
    await say(table, *ALWAYS, SHORT, "@alice [Enter dice]")
    only, content = told(await keys(table, "modal", "alice", fields={"In the order thrown": typed}))
    assert only == "alice"
    assert says in content
    assert entered()[-1] == (1, 6, "asked")
    await say(table, "@alice [Enter dice]")
    assert told(await say(table, "@alice fills In the order thrown:2,2"))[1].startswith("#7 NMC at K5: ")


async def test_a_form_sent_twice_is_one_answer(
    table: Any, say: Any, keys: Any, entered: Any, standing: Any
) -> None:
    await say(table, *ALWAYS, SHORT, "@alice [Enter dice]")
    await keys(table, "modal", "alice", fields={"In the order thrown": "2 2"}, twice=True)
    await table.client.trail.drain()
    assert entered()[5:] == [(1, 6, "asked"), (1, 7, "ruling")]
    assert labels(standing(table)[5]) == []


async def test_a_form_of_the_wrong_seat_enters_nothing(table: Any, say: Any, entered: Any) -> None:
    await say(table, *ALWAYS, SHORT, "@bob [Enter dice]")
    refused = told(await say(table, "@bob fills In the order thrown:2,2"))
    assert refused == ("bob", "Refused: This answer is German's.")
    assert entered()[-1] == (1, 6, "asked")


async def test_two_people_may_have_the_form_open(table: Any, say: Any, entered: Any) -> None:
    await say(table, *ALWAYS, SHORT, "@alice [Enter dice]", "@bob [Enter dice]")
    assert told(await say(table, "@bob fills In the order thrown:1,1"))[0] == "bob"
    assert told(await say(table, "@alice fills In the order thrown:2,2"))[1].startswith("#7 NMC at K5: ")


async def test_entered_dice_are_ruled_once_the_other_side_agrees(
    table: Any, say: Any, entered: Any, standing: Any
) -> None:
    await say(table, *AGREED)
    (asked,) = (await say(table, "@alice /mc result:NMC location:G5 dice:5,6"))["posts"]
    assert labels(asked) == ["Agree", "Refuse"]
    assert asked["embeds"][0]["description"].endswith("Russian answers.")
    assert "Entered: 5 6" in asked["embeds"][0]["description"]
    refused = told(await say(table, "@alice [Agree]"))
    assert refused == ("alice", "Refused: This answer is Russian's.")
    (ruled,) = (await say(table, "@bob [Agree]"))["posts"]
    detail = ruled["embeds"][0]["description"]
    assert "NMC: 5,6 = 11, needs 7: fails by 4, ELR 3 (A10.1)" in detail
    assert "_Dice rolled elsewhere and entered._" in detail
    assert entered()[5:] == [(1, 6, "asked"), (1, 7, "ruling")]


async def test_entered_dice_that_the_other_side_refuses_change_nothing(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *AGREED, "@alice /mc result:NMC location:G5 dice:5,6")
    declined = told(await say(table, "@bob [Refuse]"))
    assert declined == (
        None,
        "#7 NMC at G5: the dice rolled elsewhere were refused; nothing is ruled",
    )
    assert entered()[5:] == [(1, 6, "asked"), (1, 7, "declined")]
    shown = told(await say(table, "@alice /roster show side:German"))[1]
    assert shown == "```\nGerman: 1\n G5\n  4-6-7 A ML 7\n```"
    assert told(await say(table, "@alice /mc result:PTC location:G5"))[1].startswith("#8 PTC at G5")


async def test_a_game_opened_without_entered_dice_takes_none(table: Any, say: Any, entered: Any) -> None:
    await say(table, f"{OPEN} entered_dice:never", *SEATS, *SQUADS)
    refused = told(await say(table, "@alice /mc result:NMC location:G5 dice:5,6"))
    assert refused == ("alice", "Refused: This game was opened without dice rolled elsewhere.")
    assert len(entered()) == 5


async def test_a_question_goes_on_after_client_and_store_were_restarted(
    restarted: Any, say: Any, entered: Any, standing: Any
) -> None:
    async with restarted() as restart:
        await say(await restart(), *ALWAYS, BERSERK)
        await say(await restart(), "@alice [Yes]")
        table = await restart()
        assert [labels(post) for post in standing(table)[5:]] == [[], [*FOLLOWING, "Dispute: No"]]
        await say(table, SHORT, "@alice [Enter dice]")
        table = await restart()
        # The form was opened by the process before.
        answer = told(await say(table, "@alice fills In the order thrown:2,2"))
    assert answer[1].startswith("#9 NMC at K5: ")
    assert [kind for _, _, kind in entered()[5:]] == ["asked", "ruling", "asked", "ruling"]


async def test_a_press_that_comes_twice_opens_one_form_and_is_no_fault(
    table: Any, say: Any, keys: Any, caplog: pytest.LogCaptureFixture
) -> None:
    await say(table, *ALWAYS, SHORT)
    pressed = await keys(table, "click", "alice", label="Enter dice", twice=True)
    assert pressed["modal"]["title"] == "Dice rolled elsewhere"
    await say(table, "@bob /roster show")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_dice_left_over_once_a_fact_is_said_are_told_with_the_way_out(table: Any, say: Any) -> None:
    await say(table, *ALWAYS, f"{BERSERK},4,4")
    refused = told(await say(table, "@alice [Yes]"))
    assert refused == (
        "alice",
        "Refused: The ruling takes no more dice, yet 4, 4 is left over. "
        "/undo entry:6 takes the question back; then the dice can be typed anew.",
    )
    await say(table, "@bob /undo entry:6 reason:four dice too many", "@alice [Agree]", BERSERK)
    assert told(await say(table, "@alice [Yes]"))[0] is None
