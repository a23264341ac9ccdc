"""/odds: exact, for the asker alone, and no die falls."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import aiohttp
import pytest

GAME = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:4-6-7 squad location:G5 name:A",
    "@alice /roster add counter:9-1 location:H6 name:Schmidt",
    "@alice /roster add counter:4-6-7 squad location:H6 name:B flags:broken dm",
)


def shown(outcome: Any, who: str) -> list[str]:
    (post,) = outcome["posts"]
    assert post["only"] == who
    return post["content"].strip("`\n").splitlines()


async def test_a_check_is_told_with_every_end_and_its_exact_chance(
    table: Any, say: Any, entered: Any
) -> None:
    await say(table, *GAME)
    line = "@carol /odds ruling:PTC location:G5"
    # A squad of morale 7 fails on 8 or more: 15 of 36.
    assert shown(await say(table, line), "carol") == [
        "PTC at G5",
        "in all",
        "  0.0% a leader is lost 0",
        "  0.0% anyone breaks 0",
        "  0.0% a hero is made 0",
        "4-6-7 A",
        " 58.3% 4-6-7 7/12",
        " 41.7% 4-6-7 pinned 5/12",
    ]
    assert len(entered()) == 6


async def test_units_that_end_alike_are_told_together_and_every_end_exactly_in_a_file(
    table: Any, say: Any
) -> None:
    leader = "@bob /roster add counter:8-0 russian location:K5 name:Popov"
    await say(table, *GAME, "@bob /roster add counter:4-4-7 squad location:K5 number:3", leader)
    (told,) = (await say(table, "@bob /odds ruling:2MC location:K5"))["posts"]
    lines = told["content"].strip("`\n").splitlines()
    assert lines[0] == "2MC at K5"
    squads = ["4-4-7 A,", "4-4-7 B,", "4-4-7 C"]
    assert lines[5:8] == [line for line in lines if line.startswith("4-4-7")] == squads
    assert any(line.endswith(" rare ends") for line in lines)
    assert all(len(line) <= 38 for line in lines)
    (file,) = told["attachments"]
    assert (told["only"], file["filename"]) == ("bob", "odds.txt")
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        exact = (await response.text()).splitlines()
    ends = [line for line in exact if re.fullmatch(r" *[<>]?[0-9.]+% .+ [0-9]+(/[0-9]+)?", line)]
    own = ends[3:]
    assert exact[5] == "4-4-7 A, 4-4-7 B, 4-4-7 C"
    assert sum(Fraction(line.rsplit(" ", 1)[1]) for line in own) == 2


async def test_a_rally_is_told_with_its_leader(table: Any, say: Any) -> None:
    await say(table, *GAME)
    told = shown(await say(table, "@alice /odds ruling:rally units:B leader:Schmidt"), "alice")
    assert (told[0], told[1], told[5]) == ("Rally at H6", "in all", "4-6-7 B")
    # 7 -4 +1: rallies on 4 or less but for what a 2 brings, which is 5 of 36; a 12 reduces it.
    assert " 80.6% 4-6-7 broken DM 29/36" in told
    assert "  2.8% half-squad 2-4-7 broken DM 1/36" in told
    assert any(line.startswith("  0.9% asks known enemy in los") for line in told)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /odds ruling:9MC location:G5", "9MC has no odds; there are NMC, 1MC"),
        ("@alice /odds ruling:1MC", "Name a location, or units."),
        ("@alice /odds ruling:rally location:H6", "rally is about one unit; name it in units."),
        ("@alice /odds ruling:rally units:A", "4-6-7 A: only a broken unit rallies."),
        ("@alice /odds ruling:remo", "The game in this channel is no campaign."),
        ("@alice /odds ruling:wound units:A", "4-6-7 A: only leaders, heroes and Commissars are wounded."),
    ],
)
async def test_what_has_no_odds_is_refused_as_the_ruling_would_be(
    table: Any, say: Any, line: str, says: str
) -> None:
    await say(table, *GAME)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == "alice"
    assert says in post["content"]


async def test_a_campaign_tells_the_odds_of_its_checks(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
    posts = (await say(table, "@greta /odds ruling:remo"))["posts"]
    assert posts[0]["only"] == "greta"


async def test_what_hangs_on_a_fact_is_told_without_the_unit_that_heads_the_ends(
    table: Any, say: Any
) -> None:
    await say(table, *GAME)
    told = shown(await say(table, "@bob /odds ruling:NMC location:G5"), "bob")
    assert [line.split(maxsplit=1)[1] for line in told if "asks" in line] == [
        "asks known enemy in los 1/144",
        "asks adjacent enemy 1/1296",
    ]


async def test_too_many_units_for_odds_are_counted_and_not_taken_for_one(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /roster add counter:4-4-7 squad location:K5 number:7")
    (post,) = (await say(table, "@bob /odds ruling:NMC location:K5"))["posts"]
    assert post["content"] == "Refused: Odds take at most 6 units; 7 can end in too many ways."


async def test_of_a_stack_in_a_crowded_location_the_odds_are_those_of_the_stack(table: Any, say: Any) -> None:
    await say(
        table,
        *GAME,
        "@bob /roster add counter:4-4-7 squad location:K5 number:7 name:R",
        "@bob /roster add counter:8-0 russian location:K5 name:Popov",
    )
    (post,) = (await say(table, "@bob /odds ruling:NMC units:R 1, Popov"))["posts"]
    assert "8-0 Popov" in post["content"]
    assert "4-4-7 R 1" in post["content"]
    assert "R 2" not in post["content"]


async def test_units_that_can_end_alike_stand_above_one_table(table: Any, say: Any) -> None:
    await say(table, *GAME, "@bob /roster add counter:4-4-7 squad location:K5 number:3")
    told = shown(await say(table, "@bob /odds ruling:PTC location:K5"), "bob")
    assert told[:2] == ["PTC at K5", "in all"]
    assert told[5:] == [
        *("4-4-7 A,", "4-4-7 B,", "4-4-7 C"),
        " 58.3% 4-4-7 7/12",
        " 41.7% 4-4-7 pinned 5/12",
    ]


async def test_a_unit_with_odds_of_its_own_stands_by_itself(table: Any, say: Any) -> None:
    await say(table, *GAME, "@alice /roster add counter:2-3-6 hs location:G5 name:H")
    told = shown(await say(table, "@bob /odds ruling:PTC location:G5"), "bob")
    assert [line for line in told if "%" not in line] == ["PTC at G5", "in all", "4-6-7 A", "2-3-6 H"]
