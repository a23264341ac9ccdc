"""The roster changed by hand: moved, set, removed, deployed, recombined, looked at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.wrong import WrongUse

OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)
STANDING = (
    *OPEN,
    "@alice /roster add counter:4-6-7 location:G5 number:2",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@bob /roster add counter:4-4-7 squad location:K2 number:2 flags:broken dm",
)


def detail(outcome: Any) -> str:
    (post,) = outcome["posts"]
    text: str = post["embeds"][0]["description"]
    return text


def said(outcome: Any) -> tuple[str | None, str]:
    (post,) = outcome["posts"]
    return post["only"], post["content"]


async def shown(say: Any, table: Any, options: str = "") -> str:
    return said(await say(table, f"@alice /roster show {options}".strip()))[1]


async def test_units_move_by_name_or_all_of_a_location(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    assert said(await say(table, "@alice /roster move to:h5 units:A, Schmidt")) == (
        None,
        "#7 2 units from G5 to H5",
    )
    assert said(await say(table, "@alice /roster move to:g5/1 location:G5")) == (
        None,
        "#8 4-6-7 B from G5 to G5/1",
    )
    roster = await shown(say, table, "side:German")
    assert roster == (
        "```\nGerman: 3\n G5/1\n  4-6-7 B ML 7\n H5\n  4-6-7 A ML 7\n    < 9-1 Schmidt\n"
        "  9-1 Schmidt ML 9\n```"
    )


async def test_a_state_is_set_with_its_reason_and_shown_with_what_it_was(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    outcome = await say(table, '@alice /roster set units:A state:broken dm reason:"KIA next door"')
    assert said(outcome) == (None, "#7 4-6-7 A: Good Order → ▼ broken DM")
    assert detail(outcome) == "```\n4-6-7 A ▼ broken DM\n```\nReason: KIA next door"
    outcome = await say(table, "@alice /roster set units:A state:good_order counter:4-4-7 reason:typo")
    assert said(outcome) == (None, "#8 4-6-7 A: 4-6-7 ▼ broken DM → 4-4-7 Good Order")
    outcome = await say(table, "@alice /roster set units:A name:Anton reason:as on the board")
    assert said(outcome) == (None, "#9 4-4-7 A is called Anton")


async def test_units_leave_with_a_reason(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    outcome = await say(table, "@bob /roster remove units:A, B reason:left the board")
    assert said(outcome) == (None, "#7 Off the roster: 2 units")
    assert detail(outcome).endswith("\nReason: left the board")
    assert await shown(say, table, "side:Russian") == "```\nRussian: 0\n```"


async def test_the_host_deploys_and_recombines_for_who_is_away(table: Any, say: Any, public: Any) -> None:
    await say(table, *STANDING, "@owner /game host who:@harry")
    assert said(await say(table, "@bob /roster deploy unit:#1"))[0] == "bob"
    assert said(await say(table, "@harry /roster deploy unit:#1"))[0] is None
    assert said(await say(table, "@harry /roster recombine units:#6, #7"))[0] is None
    for post in (await public())[-2:]:
        told = post["embeds"][0]["description"]
        assert told.endswith("_The host acts for the absent player of German._")


async def test_a_squad_deploys_and_its_halves_recombine(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    assert said(await say(table, "@alice /roster deploy unit:A"))[1] == (
        "#7 Deployment at G5: 4-6-7 A deploys into 2-4-7 and 2-4-7"
    )
    assert said(await say(table, "@alice /roster recombine units:A/1, A/2"))[1] == (
        "#8 Recombination at G5: 2-4-7 A/1 recombines to 4-6-7"
    )


async def test_where_two_squads_have_such_halves_it_is_asked_which(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /roster add counter:2-3-7 half_squad location:G5 number:2")
    assert said(await say(table, "@alice /roster recombine units:A, B"))[0] is None
    assert said(await say(table, "@alice [5-3-7]"))[1] == (
        "#6 Recombination at G5: 2-3-7 A recombines to 5-3-7"
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /roster move to:G5 location:G5", "They stand there already."),
        ("@alice /roster move to:H5", "Name units, or a location."),
        ("@alice /roster move to:H5 units:Nobody", "No unit is called Nobody"),
        ("@alice /roster move to:H5 location:Z9", "German has no unit in Z9."),
        ("@alice /roster move to:H5 units:A, A", "A unit is named twice."),
        ("@alice /roster move to:H5 units:A side:Russian", "Russian is not your side"),
        ("@alice /roster move to:H5 units:A side:Martian", "No side of this game is called Martian"),
        ("@carol /roster move to:H5 units:Schmidt", "You hold no side"),
        ("@alice /roster set units:A reason:x", "Nothing changes: say flags, counter or name."),
        ("@alice /roster set units:A reason:x state:sleepy", "sleepy is no state of a unit"),
        ("@alice /roster set units:A reason:x state:dm", "4-6-7 A: DM needs broken."),
        ("@alice /roster set units:A reason:x counter:9-9-9", "no counter of German"),
        ("@alice /roster set units:A, B reason:x name:Z", "A name is one unit's; set it for each."),
        ("@alice /roster set units:A reason:x name:B", "B is on the roster of this side"),
        ("@alice /roster set units:A reason:x state:pinned location:Z9", "No unit is called A in Z9."),
        ("@alice /roster remove units:Nobody reason:x", "No unit is called Nobody"),
        ("@alice /roster remove units:A reason:x location:Z9", "No unit is called A in Z9."),
        ("@alice /roster deploy unit:Schmidt", "only a squad deploys, not a leader. (A1.31)"),
        ("@bob /roster deploy unit:Schmidt", "No unit is called Schmidt"),
        ("@alice /roster deploy unit:A location:Z9", "No unit stands in Z9."),
        ("@alice /roster recombine units:A, B", "is no half-squad of the Location. (A1.32)"),
        ("@alice /roster recombine units:Schmidt", "needs the ids of two half-squads"),
        ("@alice /roster recombine units:A, B location:Z9", "No unit stands in Z9."),
        ("@alice /roster show unit:Nobody", "No unit is called Nobody"),
        ("@alice /roster show location:Z9", "No unit stands in Z9."),
        ("@alice /roster show side:Martian", "No side of this game is called Martian"),
        ("@alice /roster paste side:Russian", "Russian is not your side"),
        ("@carol /roster paste", "You hold no side"),
    ],
)
async def test_what_is_wrong_is_told_to_the_asker_alone(
    table: Any, say: Any, public: Any, line: str, says: str
) -> None:
    await say(table, *STANDING)
    only, text = said(await say(table, line))
    assert only == line.split()[0].removeprefix("@")
    assert says in text
    assert len(await public()) == 6


SOLO = (
    OPEN[0] + " solo:true",
    "@alice /game join side:German",
    "@alice /game join side:Russian",
    "@alice /roster add counter:4-6-7 location:G5 side:German",
    "@alice /roster add counter:4-4-7 squad location:G5 side:Russian name:Ivan",
)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("to:H5 units:4-6-7 A, Ivan", "These units are of two sides; change one side's at once."),
        ("to:H5 location:G5", "You hold both sides; say side: German or Russian."),
    ],
)
async def test_who_plays_alone_changes_one_side_at_once(
    table: Any, say: Any, options: str, says: str
) -> None:
    await say(table, *SOLO)
    assert said(await say(table, f"@alice /roster move {options}")) == ("alice", f"Refused: {says}")
    assert said(await say(table, "@alice /roster move to:H5 units:Ivan"))[1] == (
        "#6 4-4-7 Ivan from G5 to H5"
    )


async def test_a_campaign_has_no_roster_of_units_and_no_phases_of_asl(table: Any, say: Any) -> None:
    await say(table, "@alice /campaign sample")
    for line in ("/turn side:Axis", "/roster move to:H5 units:A", "/roster show", "/roster pin"):
        only, text = said(await say(table, f"@alice {line}"))
        assert (line, only, text) == (
            line,
            "alice",
            "Refused: This is for ASL games; a campaign is in this channel.",
        )
    assert said(await say(table, "@alice /game set year:1943"))[0] == "alice"


async def test_a_reason_has_its_length(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    for command in ("set units:A state:pinned", "remove units:A"):
        with pytest.raises(WrongUse, match="takes 1 to 200"):
            await say(table, f"@alice /roster {command} reason:{'x' * 201}")


async def test_units_that_wait_for_an_answer_stay_as_they_are(table: Any, say: Any) -> None:
    await say(table, *STANDING, "@alice /mc result:NMC location:G5 dice:1,1,1,1,1,1,5,5")
    only, text = said(await say(table, "@alice /roster move to:H5 units:A"))
    assert (only, text) == (
        "alice",
        "Refused: #7 waits for German's answer about these units; that comes first.",
    )


async def test_the_host_acts_for_the_absent_and_the_entry_says_so(table: Any, say: Any) -> None:
    await say(table, *STANDING, "@owner /game host who:@carol")
    outcome = await say(table, "@carol /roster move to:H5 units:Schmidt")
    assert said(outcome) == (None, "#8 9-1 Schmidt from G5 to H5")
    assert detail(outcome).endswith("_The host acts for the absent player of German._")
    assert (
        "You host this game; say side: German or Russian."
        in said(await say(table, "@carol /roster paste"))[1]
    )


async def test_one_unit_is_shown_with_who_helps_it(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    assert await shown(say, table, "unit:4-6-7 B") == (
        "```\nGerman: 1\n G5\n  4-6-7 B ML 7\n    < 9-1 Schmidt\nRussian: 0\n```"
    )
    assert await shown(say, table, "location:k2 side:Russian") == (
        "```\nRussian: 2\n K2\n  4-4-7 A ▼ broken DM ML 7\n  4-4-7 B ▼ broken DM ML 7\n```"
    )


async def test_pages_turn_to_what_stands_when_they_are_turned(table: Any, say: Any, tmp_path: Path) -> None:
    paste = tmp_path / "units.txt"
    paste.write_text("".join(f"4-6-7 @G{place}\n" for place in range(300)), encoding="utf-8")
    await say(table, *OPEN, f"@alice uploads {paste}", "@alice /roster paste file:units.txt")
    first = await shown(say, table, "side:German")
    pages = int(re.match(r"Page 1 of (\d+)\n", first)[1])  # type: ignore[index]
    await say(table, "@alice /roster remove location:G299 units:4-6-7 reason:left")
    second = said(await say(table, "@alice [Next]"))[1]
    assert second.startswith(f"Page 2 of {pages}\n")
    await say(table, *(["@alice [Next]"] * (pages - 3)))
    last = said(await say(table, "@alice [Next]"))[1]
    assert last.startswith(f"Page {pages} of {pages}\n")
    assert "German: 299" in said(await say(table, *(["@alice [Back]"] * (pages - 1))))[1]


async def test_a_counter_is_added_as_written_in_haste(table: Any, say: Any) -> None:
    await say(table, *OPEN)
    assert detail(await say(table, "@alice /roster add counter:467 location:G5")).startswith("```\n4-6-7 A")
    assert detail(await say(table, "@alice /roster add counter:91 location:G5")).startswith("```\n9-1 B")
    only, content = said(await say(table, "@alice /roster add counter:468 half_squad location:G5"))
    assert only == "alice"
    assert content.startswith("Refused: 468 half\\_squad is no counter of German")


async def test_a_post_after_which_nobody_stands_shows_no_empty_roster(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /roster add counter:9-1 location:G5 name:Schmidt")
    text = detail(await say(table, "@bob /mc result:1KIA location:G5"))
    assert (
        text
        == "**Random Selection**\nno die, all go: 9-1 Schmidt (A.9)\n**9-1 Schmidt**\neliminated (A7.301)"
    )


async def test_a_state_that_is_misspelt_is_told_with_the_one_that_may_be_meant(table: Any, say: Any) -> None:
    await say(table, *STANDING)
    only, content = said(await say(table, "@alice /roster set units:A side:German state:brokn reason:typing"))
    assert only == "alice"
    assert content.startswith(
        "Refused: brokn is no state of a unit, unless broken is meant; there are broken, "
    )
