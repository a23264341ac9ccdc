"""The buttons under a ruling: what naturally follows, once, in any process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:5 "
    "entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:8-0 location:G5 name:Braun",
    "@alice /roster add counter:4-6-7 squad location:G5 number:2",
    "@alice /roster add counter:4-6-7 squad location:G6 name:C",
    "@bob /roster add counter:4-4-7 squad location:K5 name:X",
)
BROKEN = "@bob /mc result:2MC units:A,B side:German dice:4,4 4,1"
"""A breaks; the DR of B is the Russian SAN"""
BERSERK = "@alice /mc result:NMC units:B known_enemy_in_los:True dice:1,1 5,5"
HERO = "@alice /mc result:NMC units:B dice:1,1 2,2"
NEXT = "Same attack, next location"


def labels(post: Any) -> list[str]:
    return [part["label"] for row in post["components"] for part in row["components"]]


def told(outcome: Any) -> tuple[str | None, str]:
    (post,) = outcome["posts"]
    return post["only"], post["content"].splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "buttons"),
    [
        (BROKEN, ["Sniper, SAN 5", "Rally 4-6-7 A", NEXT]),
        (BERSERK, ["Charge of 4-6-7 B", NEXT]),
        (HERO, ["Card of 1-4-9 B/hero", NEXT]),
        ("@bob /mc result:PTC units:X side:Russian dice:3,3", [NEXT]),
        ("@alice /unit break unit:C", ["Rally 4-6-7 C"]),
        ("@alice /select location:G5 dice:1,2,3", []),
        ("@alice /unit fpf units:A, B dice:4,1", ["Sniper, SAN 5"]),
    ],
)
async def test_a_post_offers_what_naturally_follows(
    table: Any, say: Any, line: str, buttons: list[str]
) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, line))["posts"]
    assert labels(post) == buttons


async def test_a_rally_is_tried_once_however_often_its_button_is_pressed(
    table: Any, say: Any, keys: Any, entered: Any
) -> None:
    await say(table, *GAME, BROKEN, "@alice /roster add counter:9-1 location:G5 name:Lenz")
    pressed = [keys(table, "click", who, label="Rally 4-6-7 A") for who in ("alice", "bob", "alice")]
    outcomes = [told(outcome) for outcome in await asyncio.gather(*pressed)]
    asked = [line for only, line in outcomes if only is None]
    assert asked == ["#10 Rally at G5 waits: Which leader rallies 4-6-7 A?"]
    assert sorted(line for only, line in outcomes if only)[0].startswith(
        ("Refused: That was done by #10", "Refused: #10 waits for ")
    )
    await say(table, "@alice [8-0 Braun]")
    assert told(await say(table, "@alice [Rally 4-6-7 A]"))[1] == (
        "Refused: That was done by #10; the commands do it again."
    )
    assert len(entered()) == 11


async def test_the_sniper_is_drawn_by_its_button(table: Any, say: Any) -> None:
    await say(table, *GAME, BROKEN)
    only, line = told(await say(table, "@bob [Sniper, SAN 5]"))
    assert only is None
    assert line.startswith("#9 Russian sniper: German side is ")
    assert told(await say(table, "@bob [Sniper, SAN 5]"))[0] == "bob"


async def test_the_same_attack_goes_on_to_the_location_written_into_a_form(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /mc result:PTC location:G5 dice:3,3,3,3,3,3")
    await say(table, f"@bob [{NEXT}]")
    assert told(await say(table, "@bob fills Location:Z9"))[1].startswith("Refused: No unit stands in Z9.")
    await say(table, f"@bob [{NEXT}]")
    assert told(await say(table, "@bob fills Location:g6"))[1].startswith("#9 PTC at G6: 4-6-7 C ")


async def test_a_charge_asks_for_the_enemies_in_a_form(table: Any, say: Any) -> None:
    await say(table, *GAME, BERSERK, "@alice [Charge of 4-6-7 B]")
    line = "@alice fills With their hexes; empty for none:X 4"
    assert told(await say(table, line))[1] == "#9 Charge at G5: 4-6-7 B charges 4-4-7 X"


async def test_the_card_of_a_hero_is_shown_after_a_restart(restarted: Any, say: Any) -> None:
    async with restarted() as restart:
        await say(await restart(), *GAME, HERO)
        answer = told(await say(await restart(), "@alice [Card of 1-4-9 B/hero]"))
    assert answer == (None, "#9 Hero card at G5: 1-4-9 B/hero shows his card")


async def test_an_onlooker_presses_nothing(table: Any, say: Any, entered: Any) -> None:
    await say(table, *GAME, BROKEN)
    only, line = told(await say(table, "@carol [Rally 4-6-7 A]"))
    assert only == "carol"
    assert line.startswith("Refused: You hold no side of this game.")
    assert len(entered()) == 8


async def test_a_hardening_is_refused_by_its_owner_with_the_same_dice(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /mc result:NMC units:B dice:1,1 4,4")
    assert told(await say(table, "@bob [Refuse hardening of 4-6-8 B]"))[1].startswith(
        "Refused: Only German may refuse Battle Hardening"
    )
    only, _ = told(await say(table, "@alice [Refuse hardening of 4-6-8 B]"))
    assert only is None
    (shown,) = (await say(table, "@alice /roster show location:G5"))["posts"]
    assert "4-6-7 B" in shown["content"]
    assert "4-6-8" not in shown["content"]


async def test_a_rally_phase_offers_each_attempt_that_can_be_made(table: Any, say: Any) -> None:
    await say(
        table,
        *GAME,
        "@alice /roster add counter:2-4-7 hs location:G7 name:Alone flags:broken",
        "@alice /roster add counter:4-6-7 squad location:G5 name:Led flags:broken dm",
        "@bob /roster add counter:4-4-7 squad location:K6 name:Lost flags:broken",
        "@bob /roster add counter:7-0 location:K6 name:Petrov flags:broken",
    )
    (post,) = (await say(table, "@alice /turn side:German"))["posts"]
    assert labels(post) == ["Rally 4-6-7 Led", "Rally 2-4-7 Alone", "Rally 7-0 Petrov"]
    assert told(await say(table, "@bob [Rally 4-6-7 Led]"))[1].startswith("#13 Rally at G5: 4-6-7 Led ")
    again = told(await say(table, "@alice [Rally 4-6-7 Led]"))
    assert again == ("alice", "Refused: That was done by #13; the commands do it again.")
    (post,) = (await say(table, "@alice /turn"))["posts"]
    assert labels(post) == []


async def test_a_rally_is_offered_under_a_ruling_only_while_the_unit_may_try(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /turn side:German phase:PFPh")
    (fire,) = (await say(table, "@bob /mc result:1MC units:C side:German dice:5,5"))["posts"]
    assert labels(fire) == [NEXT]
    await say(table, "@alice /turn phase:RPh", "@alice /roster add counter:9-1 location:G6 name:Lenz")
    (broken,) = (await say(table, "@bob /unit break unit:X"))["posts"]
    assert labels(broken) == ["Rally 4-4-7 X"]
    (failed,) = (await say(table, "@alice /rally unit:C dice:5,6"))["posts"]
    assert labels(failed) == []
    await say(table, "@alice /turn")
    assert told(await say(table, "@bob [Rally 4-4-7 X]"))[1] == (
        "Refused: Units rally in a Rally Phase; it is Turn 1, Russian Prep Fire Phase. (A10.6 A3.1)"
    )


async def test_a_movement_phase_offers_the_charges_of_its_side(table: Any, say: Any) -> None:
    await say(
        table,
        *GAME,
        "@alice /roster add counter:4-6-7 squad location:G7 name:Wild flags:berserk",
        "@bob /roster add counter:4-4-7 squad location:K6 name:Mad flags:berserk",
    )
    (post,) = (await say(table, "@alice /turn side:German phase:MPh"))["posts"]
    assert labels(post) == ["Charge of 4-6-7 Wild"]
    await say(table, "@alice [Charge of 4-6-7 Wild]")
    line = "@alice fills With their hexes; empty for none:X 4"
    assert told(await say(table, line))[1] == "#11 Charge at G7: 4-6-7 Wild charges 4-4-7 X"
