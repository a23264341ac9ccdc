"""/game end: the seed that it reveals cannot be taken back, so who holds the other side agrees first."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.table import PLAY_BEGINS
from bot.sandbox.clock import StillClock

DAY = 24 * 60 * 60
NEW = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
SEATS = ("@alice /game join side:German", "@bob /game join side:Russian")
END = "@alice /game end"
HARRY = "@owner /game host who:@harry"
ENDED = "Game ended, the seed is revealed"


def told(outcome: Any) -> tuple[str | None, str]:
    """Who alone sees the answer, and its text."""
    (post,) = outcome["posts"]
    return post["only"], post["content"]


def kinds(entered: Any) -> list[str]:
    return [kind for _, _, kind in entered()]


@pytest.fixture
async def slow(make_table: Any) -> Any:
    """A table whose clock a test moves."""
    async with make_table(clock=StillClock(PLAY_BEGINS)) as table:
        yield table


async def test_the_other_side_agrees_before_the_seed_is_revealed(
    table: Any, say: Any, public: Any, entered: Any
) -> None:
    await say(table, NEW, *SEATS)
    assert told(await say(table, END)) == (None, "#4 Is the game to end? Russian answers")
    asked = (await public())[-1]["embeds"][0]["description"]
    assert "no die falls after that, and nothing takes it back" in asked
    assert "After 7 days without a word of theirs the host may agree for them." in asked
    assert told(await say(table, "@alice [Agree]")) == ("alice", "Refused: This answer is Russian's.")
    assert told(await say(table, "@bob /roll dice:d6"))[0] is None
    assert told(await say(table, "@bob [Agree]")) == (None, f"#6 {ENDED}")
    assert "Seed of epoch 1: `" in (await public())[-1]["embeds"][0]["description"]
    assert kinds(entered)[3:] == ["asked", "rolled", "ended"]


async def test_a_game_goes_on_that_the_other_side_does_not_end(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS, END)
    refused = "#5 The game goes on: Russian does not agree to its end"
    assert told(await say(table, "@bob [Refuse]")) == (None, refused)
    await say(table, END)
    withdrawn = "#7 The game goes on: its end is proposed no longer"
    assert told(await say(table, "@bob [Withdraw]"))[0] == "bob"
    assert told(await say(table, "@alice [Withdraw]")) == (None, withdrawn)
    assert told(await say(table, "@bob /roll dice:d6"))[0] is None


async def test_a_question_asked_since_is_answered_first(table: Any, say: Any, keys: Any) -> None:
    await say(table, NEW, *SEATS, "@bob /roster add counter:4-4-7 squad location:G5")
    (asked,) = (await say(table, END))["posts"]
    await say(table, "@bob /mc result:NMC location:G5 dice:5,6")
    agree = asked["components"][0]["components"][0]["custom_id"]
    outcome = await keys(table, "click", "bob", custom_id=agree)
    assert told(outcome) == ("bob", "Refused: Answer #6 first; then the game can end.")
    await say(table, "@alice [Agree]")
    assert told(await keys(table, "click", "bob", custom_id=agree)) == (None, f"#8 {ENDED}")


async def test_who_plays_alone_ends_his_game_at_once(table: Any, say: Any) -> None:
    await say(table, f"{NEW} solo:true", *(line.replace("bob", "alice") for line in SEATS))
    assert told(await say(table, END)) == (None, f"#4 {ENDED}")


async def test_a_game_that_nobody_else_has_joined_ends_at_once(table: Any, say: Any) -> None:
    await say(table, NEW, SEATS[0])
    assert told(await say(table, END)) == (None, f"#3 {ENDED}")


async def test_a_host_who_holds_no_side_needs_both(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS, HARRY)
    assert told(await say(table, "@harry /game end"))[1] == "#5 Is the game to end? German and Russian answer"
    assert told(await say(table, "@bob [Agree]"))[1] == "#6 Is the game to end? German answers"
    assert told(await say(table, "@alice [Agree]"))[1] == f"#7 {ENDED}"


async def test_a_host_agrees_for_who_is_away_only_after_days_of_silence(
    slow: Any, say: Any, standing: Any
) -> None:
    await say(slow, NEW, *SEATS, HARRY, END)
    slow.sandbox.world.clock.advance(6 * DAY)
    who, early = told(await say(slow, "@harry [Agree]"))
    assert who == "harry"
    assert early.startswith("Refused: This answer is Russian's. The host may give it after 7 days ")
    await say(slow, "@bob /roll dice:d6")
    slow.sandbox.world.clock.advance(6 * DAY)
    assert told(await say(slow, "@harry [Agree]"))[0] == "harry"
    slow.sandbox.world.clock.advance(DAY)
    assert told(await say(slow, "@harry [Agree]")) == (None, f"#7 {ENDED}")
    await slow.client.trail.drain()
    told_of = standing(slow)[-1]["embeds"][0]["description"]
    assert told_of.endswith("_The host acts for the absent player of Russian._")


async def test_the_days_of_silence_count_from_the_question(slow: Any, say: Any) -> None:
    """Who had nothing to answer was not silent, however long the others took."""
    await say(slow, NEW, *SEATS, HARRY)
    slow.sandbox.world.clock.advance(30 * DAY)
    await say(slow, END)
    assert told(await say(slow, "@harry [Agree]"))[0] == "harry"


async def test_who_took_over_the_other_side_since_is_asked_anew(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS, END, "@bob /game seat side:Russian to:@dave")
    refused = told(await say(table, "@dave [Agree]"))[1]
    assert refused.startswith("Refused: #4 waits for Russian, which changed hands since;")
    await say(table, "@alice [Withdraw]", END)
    assert told(await say(table, "@dave [Agree]"))[1] == f"#8 {ENDED}"


async def test_an_onlooker_and_a_host_who_is_none_decide_nothing(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS)
    assert told(await say(table, "@carol /game end"))[0] == "carol"
    await say(table, END)
    for answer in ("Agree", "Refuse", "Withdraw"):
        assert told(await say(table, f"@carol [{answer}]"))[0] == "carol"


async def test_both_oac_agree_to_the_end_of_a_campaign(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
    assert told(await say(table, "@greta /game end"))[1] == "#4 Is the game to end? Axis and Soviet answer"
    assert told(await say(table, "@greta [Agree]"))[0] == "greta"
    await say(table, "@sam [Agree]")
    assert told(await say(table, "@axel [Agree]")) == (None, f"#6 {ENDED}")


async def test_an_ended_game_is_told_of_where_it_was_played(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS, "@alice /roll dice:d6", END, "@bob [Agree]")
    lines = told(await say(table, "@carol /game show"))[1].splitlines()
    assert lines[0] == "Game 1, module asl"
    assert lines[3].startswith("Ended with #6 · ")
    assert lines[4].endswith("`/game new` opens the next game here.")
    assert " dr: 1, mean " in told(await say(table, "@carol /game stats"))[1]


async def test_a_command_after_the_end_says_what_ended_and_what_can_be_done(table: Any, say: Any) -> None:
    await say(table, NEW, *SEATS, END, "@bob [Agree]")
    only, content = told(await say(table, "@bob /mc result:NMC location:G5"))
    lines = content.splitlines()
    assert only == "bob"
    assert lines[0] == (
        "Refused: No game is open in this channel. Game 1, German against Russian, ended here with #5: "
        "`/game show`, `/game stats` and `/trail` still tell of it, and `/trail export` gives its file."
    )
    assert lines[1] == "To begin another:"
    assert [line[:2] for line in lines[2:5]] == ["1.", "2.", "3."]
