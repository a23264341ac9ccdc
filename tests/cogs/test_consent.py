"""Consent is the other player's own: what a seat, or the host, may try to give it to himself."""

from __future__ import annotations

from typing import Any

OPEN = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
SQUAD = "@bob /roster add counter:4-4-7 squad location:G5"
GAME = (OPEN, *SEATS, SQUAD, "@owner /game host who:@alice")
"""#5: alice, who plays the Germans, hosts"""
RULED = "@alice /mc result:NMC location:G5"
ENTERED = "@bob /mc result:NMC location:G5 dice:1,1"
TO_HERSELF = ("@alice /game seat side:German to:@dave", "@alice /game seat side:Russian to:@alice")
BACK = ("@alice /game seat side:Russian to:@bob", "@alice /game seat side:German to:@alice")
SINCE = "changed hands since; it is refused or withdrawn and asked anew."


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


async def test_dice_typed_after_the_other_side_agreed_wait_for_it_again(
    table: Any, say: Any, entered: Any, public: Any
) -> None:
    await say(table, OPEN, *SEATS, SQUAD, ENTERED, "@alice [Agree]", "@bob [Enter dice]")
    only, content = told(await say(table, "@bob fills In the order thrown:1,2"))
    assert (only, content) == (None, "#7 NMC at G5 waits: Dice rolled elsewhere: do you agree to them?")
    assert "Entered: 1 1 1 2" in (await public())[-1]["embeds"][0]["description"]
    assert told(await say(table, "@bob [Agree]")) == ("bob", "Refused: This answer is German's.")
    assert told(await say(table, "@alice [Agree]"))[1].startswith("#8 NMC at G5: 4-4-7 A passes")
    assert [kind for _, _, kind in entered()[4:]] == ["asked", "asked", "asked", "ruling"]


async def test_dice_typed_later_that_the_other_side_refuses_rule_nothing(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, OPEN, *SEATS, SQUAD, ENTERED, "@alice [Agree]", "@bob [Enter dice]")
    await say(table, "@bob fills In the order thrown:1,2", "@alice [Refuse]")
    assert [kind for _, _, kind in entered()[4:]] == ["asked", "asked", "asked", "declined"]


async def test_bad_faces_typed_later_are_refused_before_anyone_is_asked(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, OPEN, *SEATS, SQUAD, ENTERED, "@alice [Agree]", "@bob [Enter dice]")
    only, content = told(await say(table, "@bob fills In the order thrown:1,2,3"))
    assert (only, content) == (
        "bob",
        "Refused: The ruling takes no more dice, yet 3 is left over.",
    )
    assert len(entered()) == 6


async def test_a_host_who_takes_the_other_side_consents_to_no_void_of_his_own(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *GAME, RULED, "@alice /undo entry:6 reason:other dice please", *TO_HERSELF)
    refused = told(await say(table, "@alice [Agree]"))
    assert refused == ("alice", f"Refused: #7 waits for Russian, which {SINCE}")
    await say(table, *BACK)
    assert told(await say(table, "@bob [Agree]")) == ("bob", f"Refused: #7 waits for Russian, which {SINCE}")
    assert told(await say(table, "@alice [Withdraw]"))[0] is None
    await say(table, "@alice /undo entry:6 reason:he asked for it")
    assert told(await say(table, "@bob [Agree]"))[0] is None
    assert [kind for _, _, kind in entered()[-2:]] == ["asked", "voided"]


async def test_a_host_who_gave_his_side_away_agrees_to_no_dice_that_he_entered(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *GAME, "@alice /mc result:NMC location:G5 dice:5,6", TO_HERSELF[0])
    refused = told(await say(table, "@alice [Agree]"))
    assert refused == ("alice", "Refused: Who entered dice does not agree to them for the other side.")
    await say(table, TO_HERSELF[1])
    assert told(await say(table, "@alice [Agree]"))[0] == "alice"
    assert entered()[-1][2] == "seated"


async def test_dice_are_agreed_to_by_no_host_named_since(table: Any, say: Any, entered: Any) -> None:
    await say(table, OPEN, *SEATS, SQUAD, ENTERED, "@owner /game host who:@owner")
    refused = told(await say(table, "@owner [Agree]"))
    assert refused == ("owner", "Refused: #5 waits for German; the host was named since.")
    assert told(await say(table, "@alice [Agree]"))[0] is None
