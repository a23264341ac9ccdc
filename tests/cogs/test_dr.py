"""/dr and /select: dice with a purpose, in VASL's form, with what they bring about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.archive.export import Form
from bot.commands.ledger import export
from bot.commands.table import PLAY_BEGINS, SECONDS_A_LINE, PlayClock, entropy_of
from bot.operations.dr import read_drms
from bot.verify import verify
from rules.asl.modifier import Modifier
from rules.refusal import Refused

OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:7",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt",
    "@alice /roster add counter:8-0 location:G5 name:Braun flags:broken dm",
    "@alice /roster add counter:4-6-7 squad location:G5 number:2",
)
SEED = "# seed 00000000000000000000000000000000000000000000000000000000000045cb"
"""German DR 3,4 (the Russian SAN), 5,5, 5,2 and 6,1, then dr 2; Russian DR 6,6; the sniper's dr 2"""


@pytest.fixture
async def seeded(make_table: Any) -> Any:
    """A game whose dice are known: its seed and its cuts are, as ids follow from the time."""
    async with make_table(clock=PlayClock(PLAY_BEGINS), entropy=entropy_of([SEED])) as table:
        for line in OPEN:
            table.sandbox.faults.advance(SECONDS_A_LINE)
            await table.typist.type(line)
        yield table


def shown(outcome: Any) -> tuple[list[str], list[str]]:
    """The lines of a post and those of its detail."""
    (post,) = outcome["posts"]
    assert post["only"] is None
    return post["content"].splitlines(), post["embeds"][0]["description"].splitlines()


async def test_each_dr_has_its_line_of_vasl_its_drm_and_what_follows_from_it(seeded: Any, say: Any) -> None:
    assert shown(await say(seeded, "@alice /dr purpose:ift leader:Schmidt drm:+2 stone building")) == (
        [
            "`*** (IFT DR) 3,4 ***   <German>   Allied SAN`",
            "#7 German rolls an IFT DR: 3,4 = 7 -1 leader 9-1 +2 stone building = 8",
        ],
        [
            "coloured 3, white 4 -1 leader 9-1 +2 stone building = 8",
            "Sniper on SAN 7: 2: hits (A14.1)",
            "It counts in the PFPh, MPh, DFPh and AFPh only (A14.1)",
        ],
    )
    assert shown(await say(seeded, "@alice /dr purpose:IFT heroes:2 leader:8-0")) == (
        ["`*** (IFT DR) 5,5 ***   <German>`", "#8 German rolls an IFT DR: 5,5 = 10 -2 heroic x2 = 8"],
        ["coloured 5, white 5 -2 heroic x2 = 8", "Doubles: no cowering, 8-0 directs (A7.9)"],
    )
    assert shown(await say(seeded, "@alice /dr purpose:wind change drm:-1 mud")) == (
        ["`*** (Other DR) 5,2 ***   <German>`", "#9 German rolls a DR: 5,2 = 7 -1 mud = 6, for wind change"],
        ["coloured 5, white 2 -1 mud = 6"],
    )
    # A DR of 7 hits the Russian SAN, but CC draws no sniper.
    assert shown(await say(seeded, "@alice /dr purpose:CC heroes:1")) == (
        ["`*** (CC DR) 6,1 ***   <German>`", "#10 German rolls a CC DR: 6,1 = 7 -1 heroic = 6"],
        ["coloured 6, white 1 -1 heroic = 6"],
    )
    assert shown(await say(seeded, "@alice /dr purpose:rally dice:1")) == (
        ["`*** (Rally dr) 2 ***   <German>`", "#11 German rolls a Rally dr: 2"],
        ["dr 2"],
    )
    assert shown(await say(seeded, "@bob /dr purpose:IFT")) == (
        ["`*** (IFT DR) 6,6 ***   <Russian>`", "#12 Russian rolls an IFT DR: 6,6 = 12"],
        ["coloured 6, white 6", "Doubles: a FG of MMC that no leader directs cowers (A7.9)"],
    )


async def test_in_a_phase_without_snipers_the_san_draws_none(seeded: Any, say: Any) -> None:
    await say(seeded, "@alice /turn side:German phase:RtPh")
    assert shown(await say(seeded, "@alice /dr purpose:MC"))[1] == [
        "coloured 3, white 4",
        "no sniper on SAN 7, Original 7: no snipers in the RtPh (A14.1)",
    ]


async def test_the_highest_dice_are_taken_with_all_that_tie(table: Any, say: Any) -> None:
    await say(table, OPEN[0] + " entered_dice:always", *OPEN[1:])
    assert shown(await say(table, "@bob /select location:G5 number:2 dice:3,5,1,3")) == (
        [
            "`*** (RS dr) 5 ***   <8-0 Braun>`",
            "#7 Random Selection at G5: takes 9-1 Schmidt, 8-0 Braun, 4-6-7 B",
        ],
        [
            "**Random Selection**",
            "9-1 Schmidt 3, 8-0 Braun 5, 4-6-7 A 1, 4-6-7 B 3: 9-1 Schmidt, 8-0 Braun, 4-6-7 B (A.9)",
            "_Dice rolled elsewhere and entered._",
            "```",
            "9-1 Schmidt",
            "8-0 Braun ▼ broken DM",
            "4-6-7 A",
            "4-6-7 B",
            "```",
        ],
    )
    lines, _ = shown(await say(table, "@bob /select units:A number:1"))
    assert lines == ["#8 Random Selection at G5: takes 4-6-7 A"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("@alice /dr drm:two", "two is no DRM; write each with its sign: +2 stone building, -1 FFMO."),
        ("@alice /dr drm:+21 snow", "+21 snow is no DRM"),
        ("@alice /dr drm:" + "+1 a, " * 13, "12 DRM are the most, not 13."),
        ("@alice /dr leader:Nobody", "Nobody is no counter of German; there are 10-3, 10-2"),
        ("@alice /dr leader:Braun", "8-0 Braun directs nothing: he is broken, DM. (A10.7)"),
        ("@alice /dr purpose:TH heroes:1", "The heroic DRM counts for IFT and CC. (A15.24)"),
        ("@alice /dr side:Russian", "Russian is not your side"),
        ("@alice /roll dice:3d6 side:Martian", "No side of this game is called Martian"),
        ("@alice /select", "Name a location, or units."),
        ("@alice /select location:Z9", "No unit stands in Z9."),
        ("@alice /select location:G5 number:5", "needs a whole number from 1 to 4, not 5."),
        ("@carol /select location:G5", "You hold no side of this game."),
    ],
)
async def test_what_is_wrong_is_refused_before_a_die_falls(
    table: Any, say: Any, entered: Any, line: str, says: str
) -> None:
    await say(table, *OPEN)
    (post,) = (await say(table, line))["posts"]
    assert post["only"] == line.split()[0].removeprefix("@")
    assert says in post["content"]
    assert len(entered()) == 6


def test_drm_are_written_as_players_write_them() -> None:
    assert read_drms("+2 stone building, -1 FFMO -1 FFNAM;+1") == (
        Modifier("stone building", 2, ""),
        Modifier("FFMO", -1, ""),
        Modifier("FFNAM", -1, ""),
        Modifier("DRM", 1, ""),
    )
    with pytest.raises(Refused, match="half is no DRM"):
        read_drms("half")


async def test_a_dr_and_the_sniper_that_it_drew_are_verified(seeded: Any, say: Any, tmp_path: Path) -> None:
    await say(seeded, "@alice /dr purpose:IFT", "@bob /dr dice:1", "@bob /game end", "@alice [Agree]")
    file = tmp_path / "game.jsonl"
    assert export(tmp_path / "table.db", 1, Form.LEDGER, file) == 0
    assert verify([file]).dice == 3


async def test_a_campaign_has_no_leaders_that_direct(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
    for line in ("@greta /dr purpose:IFT leader:9-1", "@axel /dr purpose:CC heroes:1"):
        (post,) = (await say(table, line))["posts"]
        assert post["content"].startswith("Refused: This is for ASL games")
    assert shown(await say(table, "@axel /dr purpose:MC"))[0][0].startswith("`*** (MC DR) ")


async def test_a_leader_is_known_by_the_beginning_of_his_name(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /roster add counter:9-2 location:G5 name:Oblt. Kern")
    for typed in ("Kern", "oblt", "9-2 Kern"):
        lines, _ = shown(await say(table, f"@alice /dr purpose:CC leader:{typed}"))
        assert " -2 leader 9-2 = " in lines[-1]
