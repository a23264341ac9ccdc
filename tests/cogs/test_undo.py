"""/undo at the table: alone, with consent, redone; what rests on it; what is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

OPEN = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
SQUADS = "@alice /roster add counter:4-6-7 squad location:G5 number:2"
GAME = (OPEN, *SEATS, SQUADS)
BREAKS = "@bob /mc result:1MC location:G5 dice:6,5,2,3"
"""#5: squad A breaks and is Replaced, squad B passes"""
PINNED = "@bob /mc result:PTC location:G5 units:B dice:6,6"
"""#6 after it: squad B is pinned"""


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


def body(post: Any) -> str:
    return str(post["embeds"][0].get("description") or "")


async def roster(table: Any) -> list[str]:
    """Counter, name and states of every unit in play."""
    rows = await table.client._store.read(lambda tx: tx.pieces(1))
    return [" ".join((row.state["counter"], row.name, *row.state.get("is", ()))) for row in rows]


WHOLE = ["4-6-7 A", "4-6-7 B"]
BROKEN = ["4-4-7 A broken dm", "4-6-7 B"]


async def test_who_entered_units_takes_them_back_alone_and_the_post_is_struck(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *GAME)
    outcome = await say(table, "@alice /undo entry:4 reason:wrong hex")
    assert told(outcome) == (None, "#5 #4 is void: wrong hex")
    assert body(outcome["posts"][0]) == ("```\n4-6-7 A\n → A not in play\n4-6-7 B\n → B not in play\n```")
    await table.client.trail.drain()
    struck = standing(table)[3]
    assert struck["content"] == "VOID by #5 (wrong hex)\n#4 On the roster: 2 units at G5"
    assert "4-6-7 A" in body(struck)
    assert await roster(table) == []


async def test_a_ruling_with_dice_is_void_once_the_other_side_agrees(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    await say(table, *GAME, BREAKS)
    (asked,) = (await say(table, "@alice /undo entry:5 reason:wrong squad"))["posts"]
    assert asked["content"] == "#6 Is #5 to be void? Russian answers"
    assert "4-4-7 A ▼ broken DM\n → 4-6-7 A" in body(asked)
    assert labels(asked) == ["Agree", "Refuse", "Withdraw"]
    assert await roster(table) == BROKEN
    assert told(await say(table, "@bob [Agree]")) == (None, "#7 #5 is void: wrong squad")
    assert await roster(table) == WHOLE
    await table.client.trail.drain()
    assert standing(table)[4]["content"].startswith("VOID by #7 (wrong squad)\n#5 1MC at G5: ")
    assert [labels(post) for post in standing(table)[4:]] == [[], [], []]
    assert [kind for _, _, kind in entered()[4:]] == ["ruling", "asked", "voided"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice [Agree]", "Refused: This answer is Russian's."),
        ("@carol [Agree]", "Refused: This answer is Russian's."),
        ("@carol [Refuse]", "Refused: This answer is Russian's."),
        ("@alice [Refuse]", "Refused: This answer is Russian's."),
        ("@bob [Withdraw]", "Refused: Only who proposed it may withdraw it."),
    ],
)
async def test_nobody_consents_or_refuses_for_the_other_side(
    table: Any, say: Any, entered: Any, line: str, says: str
) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
    assert told(await say(table, line))[1] == says
    assert len(entered()) == 6
    assert await roster(table) == BROKEN


async def test_a_host_consents_for_nobody_but_may_end_the_waiting(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@owner /game host who:@carol")
    asked = await say(table, "@carol /undo entry:5 reason:I say so")
    assert told(asked) == (None, "#7 Is #5 to be void? German and Russian answer")
    refused = await say(table, "@carol [Agree]")
    assert told(refused) == ("carol", "Refused: This answer is German and Russian's.")
    assert told(await say(table, "@bob [Agree]")) == (None, "#8 Is #5 to be void? German answers")
    refused = await say(table, "@bob [Agree]")
    assert told(refused) == ("bob", "Refused: This answer is German's.")
    assert told(await say(table, "@carol [Refuse]")) == (
        None,
        "#9 Void of #5: the host does not agree; nothing changes",
    )
    assert await roster(table) == BROKEN


async def test_two_sides_agree_one_after_the_other_to_what_a_host_asks(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@owner /game host who:@carol", "@carol /undo entry:5 reason:agreed")
    await say(table, "@alice [Agree]")
    assert told(await say(table, "@bob [Agree]")) == (None, "#9 #5 is void: agreed")
    assert await roster(table) == WHOLE


async def test_a_refusal_and_a_withdrawal_change_nothing(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
    said = told(await say(table, "@bob [Refuse]"))
    assert said == (None, "#7 Void of #5: Russian does not agree; nothing changes")
    await say(table, "@alice /undo entry:5 reason:really")
    said = told(await say(table, "@alice [Withdraw]"))
    assert said == (None, "#9 Void of #5 is withdrawn; nothing changes")
    assert await roster(table) == BROKEN


async def test_consent_pressed_twice_or_delivered_twice_is_one_void(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, *GAME, BREAKS)
    (asked,) = (await say(table, "@alice /undo entry:5 reason:wrong squad"))["posts"]
    button = asked["components"][0]["components"][0]["custom_id"]
    await keys(table, "click", "bob", label="Agree", twice=True)
    await table.client.trail.drain()
    again = await keys(table, "click", "bob", custom_id=button, shown=asked)
    assert told(again) == ("bob", "Refused: #6 was answered by #7.")
    assert [kind for _, _, kind in entered()[5:]] == ["asked", "voided"]


async def test_one_entry_has_one_open_proposal(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
    refused = told(await say(table, "@bob /undo entry:5 reason:indeed"))
    assert refused == (
        "bob",
        "Refused: #6 proposes a correction of #5 already; it is answered first.",
    )
    assert told(await say(table, "@bob [Refuse]"))[1].startswith("#7 ")
    assert told(await say(table, "@bob /undo entry:5 reason:indeed"))[1].startswith("#8 Is #5 to be void?")


async def test_a_proposal_that_a_later_entry_outdates_is_refused_and_can_be_made_anew(
    table: Any, say: Any
) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
    await say(table, "@bob /mc result:NMC location:G5 units:A dice:6,6")
    refused = told(await say(table, "@bob [Agree]"))
    assert refused == (
        "bob",
        "Refused: #6 is outdated: #7 rests on it since. Refuse it; it can be proposed anew.",
    )
    await say(table, "@bob [Refuse]")
    (asked,) = (await say(table, "@alice /undo entry:5 reason:wrong squad"))["posts"]
    assert "With #5 goes what belongs to it or rests on it: #7." in body(asked)
    assert told(await say(table, "@bob [Agree]"))[1] == "#10 #5, #7 are void: wrong squad"
    assert await roster(table) == WHOLE


async def test_what_rests_on_a_void_entry_is_let_stand_where_that_was_agreed(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@bob /mc result:NMC location:G5 dice:6,6,6,6")
    (asked,) = (await say(table, "@alice /undo entry:5 reason:wrong squad stays:#6"))["posts"]
    assert "What rests on it and stands as entered: #6." in body(asked)
    await say(table, "@bob [Agree]")
    assert await roster(table) == ["2-3-7 B broken dm"]


async def test_voiding_the_void_needs_consent_again_and_gives_the_ruling_back(
    table: Any, say: Any, standing: Any
) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad", "@bob [Agree]")
    asked = await say(table, "@alice /undo entry:7 reason:it was right")
    assert told(asked) == (None, "#8 Is #7 to be void? Russian answers")
    await say(table, "@bob [Agree]")
    assert await roster(table) == BROKEN
    await table.client.trail.drain()
    posts = standing(table)
    assert posts[4]["content"].startswith("#5 1MC at G5: ")
    assert posts[6]["content"] == "VOID by #9 (it was right)\n#7 #5 is void: wrong squad"


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (1, "Refused: #1 cannot be void: /game end closes the game."),
        (2, "Refused: #2 cannot be void: /game seat hands a side over."),
        (9, "Refused: This game has no entry #9; its last is #5."),
    ],
)
async def test_what_the_dice_and_the_seats_rest_on_is_never_void(
    table: Any, say: Any, entered: Any, entry: int, says: str
) -> None:
    await say(table, *GAME, BREAKS)
    assert told(await say(table, f"@alice /undo entry:{entry} reason:please")) == ("alice", says)
    assert len(entered()) == 5


async def test_an_onlooker_corrects_nothing(table: Any, say: Any, entered: Any) -> None:
    await say(table, *GAME, BREAKS)
    assert told(await say(table, "@carol /undo entry:5 reason:please"))[1].startswith("Refused: You hold no")
    assert len(entered()) == 5


async def test_a_void_takes_an_open_question_with_it_and_none_stays(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /mc result:NMC location:G5 units:A dice:4,3")
    await say(table, PINNED.replace("PTC", "NMC").replace("units:B dice:6,6", "units:A dice:1,1"))
    refused = told(await say(table, "@alice /undo entry:4 reason:wrong hex stays:all"))
    assert refused == (
        "alice",
        "Refused: #6 waits for an answer about these pieces; it cannot stay.",
    )
    await say(table, "@alice /undo entry:4 reason:wrong hex", "@bob [Agree]")
    assert await roster(table) == []
    assert told(await say(table, "@alice /game end", "@bob [Agree]"))[1].startswith("#10 Game ended")


async def test_a_game_ends_only_after_a_proposal_has_its_answer(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
    ends = told(await say(table, "@alice /game end"))
    assert ends == ("alice", "Refused: Answer #6 first; then the game can end.")


async def test_a_proposal_goes_on_after_a_restart(restarted: Any, say: Any, entered: Any) -> None:
    async with restarted() as restart:
        await say(await restart(), *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad")
        table = await restart()
        assert told(await say(table, "@bob [Agree]")) == (None, "#7 #5 is void: wrong squad")
        assert await roster(table) == WHOLE
    assert [kind for _, _, kind in entered()[5:]] == ["asked", "voided"]


async def test_the_next_ruling_of_the_pieces_in_the_phase_says_that_it_follows_a_void(
    table: Any, say: Any
) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad", "@bob [Agree]")
    other = await say(table, "@bob /mc result:PTC location:G5 units:B dice:2,2")
    (next_one,) = (await say(table, BREAKS.replace("6,5", "2,2")))["posts"]
    assert body(other["posts"][0]).startswith("_After void of #5 by #7._\n")
    assert body(next_one).startswith("**4-6-7 A**")


async def test_a_phase_later_no_void_is_followed(table: Any, say: Any) -> None:
    await say(table, *GAME, BREAKS, "@alice /undo entry:5 reason:wrong squad", "@bob [Agree]")
    await say(table, "@alice /turn side:German")
    (ruled,) = (await say(table, BREAKS))["posts"]
    assert body(ruled).startswith("**4-6-7 A**")


async def test_an_entry_that_is_void_before_its_reply_stands_is_struck(
    table: Any, say: Any, standing: Any, fight: tuple[str, ...]
) -> None:
    await say(table, *fight)
    table.sandbox.faults.delay("POST /interactions/{interaction_id}/{interaction_token}/callback", seconds=1)
    typed = asyncio.create_task(say(table, "@bob /roster add counter:4-4-7 squad location:G5"))
    # A store tells nobody of an entry.
    while await table.client.trail._store.read(lambda tx: tx.head(1)[0]) < 4:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await say(table, "@bob /undo entry:4 reason:wrong hex")
    await typed
    await table.client.trail._quiet.wait()
    (squad,) = [post["content"] for post in standing(table) if "On the roster" in post["content"]]
    assert squad == "VOID by #5 (wrong hex)\n#4 On the roster: 1 unit at G5"
