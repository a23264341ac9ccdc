"""Refusals: to the asker alone, with what would be right, and nothing written."""

from __future__ import annotations

from typing import Any

import pytest

BEGIN = (
    "Refused: No game is open in this channel. To begin:\n"
    "1. `/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3` opens one and publishes what its "
    "dice are fixed by.\n"
    "2. `/game join side:German` takes a side, once for each; that cuts the dice.\n"
    "3. `/roster add counter:4-6-7 squad location:G5` enters units, then `/mc result:1MC location:G5` rolls "
    "for them.\n"
    "`/help` tells the rest."
)
WITHOUT_A_GAME = (
    "/game join side:German",
    "/game show",
    "/game end",
    "/game seat side:German to:@bob",
    "/roster add counter:4-6-7 location:G5",
    "/roster show",
    "/mc result:1MC location:G5",
    "/roll dice:3d6",
    "/dr",
)
BEGIN_A_CAMPAIGN = (
    "Refused: No game is open in this channel. To begin:\n"
    "`/campaign new label:Winter` opens one with nobody on its map, `/campaign sample` the sample campaign."
)
WITHOUT_A_CAMPAIGN = (
    "/campaign open",
    "/campaign next",
    "/campaign map",
    "/campaign orders text:GR 283 DEF",
    "/campaign role gow who:@bob",
    "/campaign diary",
    "/remo rsus:GR 283",
    "/rsu show",
)
NO_SIDE = "You hold no side of this game. None is free; who holds one hands it over by /game seat."
NO_CAMPAIGN = (
    "The game in this channel is no campaign. In a channel without a game `/campaign new label:Winter` opens "
    "one with nobody on its map, `/campaign sample` the sample campaign."
)
NEW = "/game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"
SET_UP = (
    f"@alice {NEW}",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 location:G5",
    "@alice /roster add counter:9-1 location:H5 name:Lt",
    "@bob /roster add counter:4-4-7 squad location:G5",
    "@bob /roster add counter:4-4-7 squad location:G5 name:Reds",
)
ONLOOKER = (
    "/game end",
    "/roster add counter:4-6-7 location:G5",
    "/mc result:1MC location:G5",
    "/roll dice:3d6",
    "/dr",
)
WRONG = {
    "/game join side:Martian": "No side of this game is called Martian; name German or Russian.",
    "/game host who:@carol": "A host is appointed by who may manage this server.",
    "/game join side:German": "German is taken. Both sides are taken.",
    NEW: "Game 1 is open in this channel. /game end closes it first.",
    "/game new module:asl side_a:martian elr_a:3 side_b:russian elr_b:3": (
        "martian is no nationality; there are allied_minor, american, axis_minor, british, chinese, finnish, "
        "french, german, italian, japanese, nkvd, partisan, red_chinese, russian, ss, usmc, hungarian, "
        "romanian."
    ),
    "/game new module:asl side_a:, elr_a:3 side_b:russian elr_b:3": "Name a nationality, such as german.",
    "/roster add counter:9-9-9 location:G5": (
        "9-9-9 is no counter of German; there are 4-6-8, 5-4-8, 8-3-8, 4-6-7, 4-4-7, 5-3-7, 4-3-6, 2-4-8, "
        "2-3-8, 3-3-8, 2-4-7, 2-3-7, 2-3-6, 2-2-8, 10-3, 10-2, 9-2, 9-1, 8-1, 8-0, 7-0, 6+1, 1-4-9, 1-3-8."
    ),
    "/roster add counter:4-6-6 location:G5": "4-6-6 is no counter of German; nearest: 4-6-8, 4-6-7, 4-3-6.",
    "/roster add counter:5 location:G5": (
        "5 may be: 5-4-8 squad German Elite; 5-3-7 squad German Second Line. Write it out so."
    ),
    "/roster add counter:4-6-7 location:G5 side:Russian": (
        "Russian is not your side; its player enters its units."
    ),
    "/roster add counter:4-6-7 location:G5 name:A": ("A is on the roster of this side; take another name."),
    "/roster add counter:4-6-7 location:G5 flags:broken pinned": (
        "4-6-7: broken and pinned exclude each other, a unit that breaks loses its pin."
    ),
    "/roster add counter:4-6-7 location:G5 flags:sleepy": (
        "sleepy is no state of a unit; there are broken, dm, pinned, wounded, fanatic, berserk, heroic, "
        "disrupted, encircled, surrendered, assault_engineer, commando, gurkha, human_wave, banzai, unarmed, "
        "climbing, swimming, wading, cavalry, passenger, rider, boat, parachute."
    ),
    "/roster show side:Martian": "No side of this game is called Martian; name German or Russian.",
    "/mc result:1MC": "Name a location, or units.",
    "/mc result:1MC location:Z9": "No unit stands in Z9. /roster show lists where they are.",
    "/mc result:1MC location:G5": "Both sides are there; say side:German or side:Russian.",
    "/mc result:1MC location:H5 side:Russian": "Russian has no unit there.",
    "/mc result:1MC location:G5 side:Martian": (
        "No side of this game is called Martian; name German or Russian."
    ),
    "/mc result:1MC units:Nobody": "No unit is called Nobody.",
    "/mc result:1MC units:Rad": "No unit is called Rad. There is 4-4-7 Reds.",
    "/mc result:1MC units:A": ("A may be #1 4-6-7 A at G5, #3 4-4-7 A at G5; write the number, such as #1."),
    "/mc result:1MC units:Lt location:G5": "No unit is called Lt in G5. German has 9-1 Lt at H5.",
    "/mc result:1MC units:Lt,Lt": "A unit is named twice.",
    "/mc result:1MC units:#1,Lt": "These units stand in different locations; one attack strikes one.",
    "/mc result:1MC units:#1,Reds": "Both sides are there; say side:German or side:Russian.",
    "/mc result:1MC location:G5 side:Russian harden:refuse": (
        "Only Russian may refuse Battle Hardening for its units. (A15.3)"
    ),
    "/mc result:1MC location:H5 dice:2,x": "Dice are numbers in the order thrown, such as 2,3 5,6; not 2,x.",
    "/mc result:1MC location:H5 dice:2,7": "The check of 9-1 Lt takes faces from 1 to 6, not 2, 7.",
    "/roll dice:0d6": (
        "Write dice as 3d6, d10 or 2d6+1: 1 to 100 dice of 2 to 256 sides, "
        "and a number up to 9999 to add; not 0d6."
    ),
    "/campaign sample": "Game 1 is open in this channel. /game end closes it first.",
    "/remo rsus:GR 283": NO_CAMPAIGN,
    "/rsu show": NO_CAMPAIGN,
}
IMPOSSIBLE = (
    "/mc result:5MC location:G5",
    "/mc location:G5",
    "/game new module:asl side_a:german elr_a:9 side_b:russian elr_b:3",
    "/game new module:chess side_a:german elr_a:3 side_b:russian elr_b:3",
    "/roster add counter:4-6-7 location:G5 number:51",
    "/roster add counter:4-6-7 location:G5 number:0",
    "/game move game:0",
)
"""what Discord's own client does not let a person send"""


def told(outcome: Any) -> tuple[str | None, str]:
    (post,) = outcome["posts"]
    assert post["embeds"] == []
    return post["only"], post["content"]


async def test_without_a_game_every_command_tells_in_three_lines_how_to_begin(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    for command in WITHOUT_A_GAME:
        assert (command, *told(await say(table, f"@alice {command}"))) == (command, "alice", BEGIN)
    assert (standing(table), entered()) == ([], [])


async def test_without_a_game_every_command_of_the_desk_tells_how_a_campaign_begins(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    for command in WITHOUT_A_CAMPAIGN:
        assert (command, *told(await say(table, f"@alice {command}"))) == (command, "alice", BEGIN_A_CAMPAIGN)
    assert (standing(table), entered()) == ([], [])


async def test_who_holds_no_side_is_told_which_is_free(table: Any, say: Any) -> None:
    await say(table, f"@alice {NEW}", "@alice /game join side:German")
    free = "Refused: You hold no side of this game. /game join takes Russian."
    assert told(await say(table, "@bob /mc result:1MC location:G5")) == ("bob", free)


async def test_without_a_seat_nobody_acts_in_a_game_of_others(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    await say(table, *SET_UP)
    for command in ONLOOKER:
        answer = told(await say(table, f"@carol {command}"))
        assert (command, *answer) == (command, "carol", f"Refused: {NO_SIDE}")
    assert len(standing(table)) == len(entered()) == len(SET_UP)


async def test_an_onlooker_may_look(table: Any, say: Any) -> None:
    await say(table, *SET_UP)
    only, shown = told(await say(table, "@carol /roster show"))
    assert only == "carol"
    assert shown == (
        "```\nGerman: 2\n G5\n  4-6-7 A ML 7\n H5\n  9-1 Lt ML 9\n"
        "Russian: 2\n G5\n  4-4-7 A ML 7\n  4-4-7 Reds ML 7\n```"
    )


async def test_what_is_wrong_is_told_with_what_would_be_right(
    table: Any, say: Any, standing: Any, entered: Any
) -> None:
    await say(table, *SET_UP)
    for command, says in WRONG.items():
        answer = told(await say(table, f"@alice {command}"))
        assert (command, *answer) == (command, "alice", f"Refused: {says}")
    assert len(standing(table)) == len(entered()) == len(SET_UP)


async def test_no_die_falls_before_both_seats_have_cut(table: Any, say: Any, entered: Any) -> None:
    await say(table, f"@alice {NEW}", "@alice /game join side:German")
    await say(table, "@alice /roster add counter:4-6-7 location:G5")
    for command in ("/mc result:1MC location:G5", "/dr", "/roll dice:d6"):
        says = "Refused: No die falls before every seat has cut; /game join is missing for Russian."
        assert told(await say(table, f"@alice {command}")) == ("alice", says)
    assert len(entered()) == 3


async def test_both_seats_are_one_persons_only_in_a_solo_game(table: Any, say: Any, entered: Any) -> None:
    await say(table, f"@alice {NEW}", "@alice /game join side:German")
    says = "You hold the other side. Alone you play both in a game opened with solo:True."
    assert told(await say(table, "@alice /game join side:Russian")) == ("alice", f"Refused: {says}")
    assert len(entered()) == 2


async def test_what_the_client_of_discord_does_not_send_never_reaches_the_referee(
    table: Any, keys: Any, say: Any, entered: Any
) -> None:
    await say(table, *SET_UP)
    for command in IMPOSSIBLE:
        with pytest.raises(AssertionError, match="error"):
            await keys(table, "slash", "alice", line=command)
    assert len(entered()) == len(SET_UP)


async def test_a_refusal_delivered_twice_is_told_once(
    table: Any, keys: Any, say: Any, standing: Any, caplog: Any
) -> None:
    await say(table, *SET_UP)
    answer = told(await keys(table, "slash", "alice", line="/mc result:1MC location:Z9", twice=True))
    assert answer[0] == "alice"
    await table.client.trail.drain()
    assert len(standing(table)) == len(SET_UP)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_refusal_is_told_however_much_was_typed(
    table: Any, keys: Any, say: Any, entered: Any
) -> None:
    await say(table, *SET_UP)
    much = "m*" * 2900
    for command, options in {
        "mc": {"result": "1MC", "units": much},
        "mc ": {"result": "1MC", "units": "#1", "side": much},
        "mc  ": {"result": "NMC", "location": "H5", "dice": "1 " * 2900},
        "roster add": {"counter": much, "location": "G5"},
        "roster add ": {"counter": "4-6-7", "location": much},
        "roster add  ": {"counter": "4-6-7", "location": "G5", "flags": much},
        "roster show": {"side": much},
        "game join": {"side": much},
        "roll": {"dice": much},
        "dr": {"purpose": much},
    }.items():
        only, content = told(await keys(table, "slash", "alice", command=command.strip(), options=options))
        assert only == "alice"
        assert content.startswith("Refused: ")
        assert len(content) < 2000
    assert len(entered()) == len(SET_UP)


async def test_a_refusal_that_lists_what_others_named_stays_within_a_message(table: Any, say: Any) -> None:
    await say(table, *SET_UP)
    await say(table, f'@bob /roster add counter:4-4-7 squad location:G5 number:50 name:"{"||@a`" * 50}"')
    (post,) = (await say(table, "@alice /mc result:1MC units:|| side:Russian"))["posts"]
    assert post["content"].startswith("Refused: No unit is called \\|\\|. There are #5 4-4-7 \\|\\|\\@a\\`")
    assert len(post["content"]) < 2000
