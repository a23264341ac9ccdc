"""Retreats one at a time: through an overstack, with a choice, over a restart, to destruction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HEADER = ",".join(
    (
        *("row", "name", "side", "sector", "dsu", "category", "usable", "fatigue", "state", "order"),
        *("leg", "leg_full", "heavy", "heavy_full", "hard", "hard_full"),
    )
)
AXIS = ("B2", "B3", "B4", "C3", "E1")
SHATTERED = "other,yes,0,shattered,RES,90,100,,,,"
TIRED = "other,yes,10,,,90,100,,,,"
"""fatigue that no die can meet: its number is -3"""
MUSTER = (
    HEADER,
    "edge,west,axis",
    "edge,east,soviet",
    *(
        f"sector,{column}{row},{'axis' if f'{column}{row}' in AXIS else 'soviet'}"
        for column in "ABCDE"
        for row in range(1, 5)
    ),
    "dsu,Pape,axis,C3",
    "dsu,Panzer,axis,B3",
    "dsu,Honved,axis,B3",
    "dsu,Lost,axis,E1",
    "dsu,Guards,soviet,D3",
    "dsu,Cavalry,soviet,E2",
    f"rsu,Kampfgruppe,,,Pape,{SHATTERED}",
    f"rsu,PzGR 4,,,Panzer,{TIRED}",
    f"rsu,IR 1,,,Honved,{SHATTERED}",
    f"rsu,Stragglers,,,Lost,{SHATTERED}",
    "rsu,103 Guards,,,Guards,elite,yes,0,,,90,100,,,,",
    "rsu,11 Guards,,,Cavalry,elite,yes,0,,,90,100,,,,",
)
SET_UP = (
    "@greta /campaign new label:Retreats",
    "@axel /game join side:Axis",
    "@sam /game join side:Soviet",
    "@greta /campaign import file:retreats.csv",
    "@greta /campaign next",
    "@greta /campaign hand waive item:all reason:they stand",
    "@greta /campaign next",
)
ENTERED = "@greta /campaign move dsu:Guards sector:C3"


@pytest.fixture
def upload(tmp_path: Path) -> str:
    """The line that uploads the muster as greta."""
    (tmp_path / "retreats.csv").write_text("\n".join(MUSTER), encoding="utf-8")
    return f"@greta uploads {tmp_path / 'retreats.csv'}"


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def detail(outcome: Any) -> str:
    return "\n".join(embed["description"] for post in outcome["posts"] for embed in post["embeds"])


async def test_shattered_dsus_alone_must_leave_a_sector_that_an_enemy_enters(
    table: Any, say: Any, upload: str
) -> None:
    moved = await say(table, upload, *SET_UP, ENTERED)
    assert "must retreat from C3: all its RSUs are shattered and an enemy entered" in detail(moved)
    assert "no defender stays: no battle, Soviet takes it" in detail(moved)
    _, waits = told(await say(table, "@greta /campaign next"))
    assert waits == "Refused: Movement waits for:\n- the retreat of Pape from C3\nDone by /campaign retreat."


async def test_an_overstack_checks_on_the_spot_and_asks_where_the_rules_leave_a_choice(
    table: Any, say: Any, upload: str
) -> None:
    asked = await say(table, upload, *SET_UP, ENTERED, "@greta /campaign retreat")
    assert told(asked)[1] == "#9 Retreat of Pape waits: Where does Pape retreat to?"
    lines = detail(asked).split("\n")
    assert lines[:2] == ["**Pape**", "retreats from C3 to B3: an overstack with Panzer, Honved (p5 p6)"]
    assert "Soviet by Guards" in detail(asked)
    assert "10 -3 other -10 fatigue 10 = -3" in detail(asked)
    assert "must retreat from B3: its last usable RSU shattered in the overstack" in detail(asked)
    assert lines[-6:] == [
        "1. B3: overstack, towards a friendly edge (taken)",
        "**Pape may go from B3 to**",
        "1. B2: room",
        "2. B4: room",
        "**Where does Pape retreat to?**",
        "The GoW answer.",
    ]
    assert told(await say(table, "@axel [B2]"))[1] == (
        "Refused: This is for the game masters (GoW) of the campaign."
    )


async def test_whom_an_overstack_sends_back_waits_and_retreats_next(
    table: Any, say: Any, upload: str
) -> None:
    await say(table, upload, *SET_UP, ENTERED, "@greta /campaign retreat", "@greta [B4]")
    _, waits = told(await say(table, "@greta /campaign next"))
    assert (
        waits == "Refused: Movement waits for:\n- the retreat of Panzer from B3\nDone by /campaign retreat."
    )
    asked = await say(table, "@greta /campaign retreat")
    assert told(asked)[1] == "#11 Retreat of Panzer waits: Where does Panzer retreat to?"
    done = await say(table, "@greta [B2]")
    assert told(done)[1] == "#12 Retreat of Panzer: Panzer: retreats from B3 to B2, placed by the GoW"
    assert told(await say(table, "@greta /campaign next"))[1] == "#13 Day 1, combat"


async def test_a_chain_goes_on_after_a_restart_with_the_dice_that_fell(
    restarted: Any, say: Any, upload: str, entered: Any
) -> None:
    async with restarted() as restart:
        table = await restart()
        asked = await say(table, upload, *SET_UP, ENTERED, "@greta /campaign retreat")
        fell = [line for line in detail(asked).split("\n") if ", die" in line]
        table = await restart()
        done = await say(table, "@greta [B2]")
        assert [line for line in detail(done).split("\n") if ", die" in line] == fell
        assert told(await say(table, "@anna /campaign open"))[1].split("\n")[2] == (
            "- the retreat of Panzer from B3"
        )
        table = await restart()
        await say(table, "@greta /campaign retreat", "@greta [B4]", "@greta /campaign next")
    assert [kind for _, _, kind in entered()[-5:]] == ["asked", "ruling", "asked", "ruling", "desk"]


async def test_a_sector_named_by_the_gow_is_taken_where_it_is_legal(
    table: Any, say: Any, upload: str, entered: Any
) -> None:
    await say(table, upload, *SET_UP, ENTERED)
    count = len(entered())
    _, refused = told(await say(table, "@greta /campaign retreat sector:D2"))
    assert refused == "Refused: Pape cannot retreat to D2; from C3 it may go to B3. (p5 p6)"
    assert len(entered()) == count
    asked = await say(table, "@greta /campaign retreat sector:B4")
    assert "retreats from B3 to B4, placed by the GoW" in detail(asked)


async def test_a_dsu_without_a_legal_sector_is_destroyed_with_all_its_sp(
    table: Any, say: Any, upload: str
) -> None:
    await say(table, upload, *SET_UP, "@greta /campaign move dsu:Cavalry sector:E1")
    done = await say(table, "@greta /campaign retreat")
    assert "destroyed: no sector to retreat to from E1; Stragglers gone, 90 SP lost" in detail(done)
    assert "Lost" not in told(await say(table, "@anna /rsu show"))[1]
    assert " Lost (gone)" in told(await say(table, "@anna /campaign standing"))[1]


async def test_nobody_retreats_without_a_rule_or_a_reason_and_each_in_its_turn(
    table: Any, say: Any, upload: str
) -> None:
    await say(table, upload, *SET_UP)
    assert told(await say(table, "@greta /campaign retreat"))[1] == (
        "Refused: No DSU must retreat. The GoW may order one with dsu: and reason:."
    )
    assert told(await say(table, "@greta /campaign retreat dsu:Guards"))[1] == (
        "Refused: No rule sends Guards back; say in reason: why the GoW order it. (p5 p6)"
    )


async def test_stacking_holds_in_movement(table: Any, say: Any, upload: str) -> None:
    await say(table, upload, *SET_UP)
    assert told(await say(table, "@greta /campaign move dsu:Pape sector:B3"))[1] == (
        "Refused: B3 holds Panzer and Honved; 2 DSUs of a side have room. (p6)"
    )
    assert told(await say(table, "@greta /campaign move dsu:Pape sector:C3"))[1] == (
        "Refused: Pape stands in C3 already."
    )
    assert told(await say(table, "@greta /campaign move dsu:Pape sector:Z9"))[1] == (
        "Refused: The map has the sectors A1 to E4, not Z9."
    )
    taken = await say(table, "@greta /campaign move dsu:Pape sector:C2")
    assert "taken for Axis by Pape" in detail(taken)


async def test_a_dsu_stuck_in_an_overstack_is_eliminated_there_and_its_checks_stand(
    table: Any, say: Any, upload: str, tmp_path: Path
) -> None:
    rows = [line.replace("B2,axis", "B2,soviet").replace("B4,axis", "B4,soviet") for line in MUSTER]
    (tmp_path / "retreats.csv").write_text("\n".join(rows), encoding="utf-8")
    done = await say(table, upload, *SET_UP, ENTERED, "@greta /campaign retreat")
    assert "eliminated: no way out of the overstack in B3; Kampfgruppe gone, 90 SP lost" in detail(done)
    assert told(await say(table, "@anna /campaign open"))[1].split("\n")[2] == (
        "- the retreat of Panzer from B3"
    )


async def test_the_gow_choose_the_order_of_those_sent_back_together(
    table: Any, say: Any, upload: str, tmp_path: Path
) -> None:
    tired = [line.replace(f"IR 1,,,Honved,{SHATTERED}", f"IR 1,,,Honved,{TIRED}") for line in MUSTER]
    (tmp_path / "retreats.csv").write_text("\n".join(tired), encoding="utf-8")
    asked = await say(table, upload, *SET_UP, ENTERED, "@greta /campaign retreat")
    assert told(asked)[1] == "#9 Retreat of Pape waits: Which DSU retreats first from B3?"
    labels = [part["label"] for row in asked["posts"][0]["components"] for part in row["components"]]
    assert labels == ["Panzer", "Honved"]
    await say(table, "@greta [Honved]", "@greta [B2]")
    assert told(await say(table, "@anna /campaign open"))[1].split("\n")[2:-1] == [
        "- the retreat of Honved from B3",
        "- the retreat of Panzer from B3",
        "Done by /campaign retreat.",
    ]
    assert told(await say(table, "@greta /campaign retreat dsu:Panzer"))[1] == (
        "Refused: Panzer waits behind those before it: Honved is next. (p5 p6)"
    )


async def test_a_dsu_that_an_import_takes_away_waits_no_more(
    table: Any, say: Any, upload: str, tmp_path: Path
) -> None:
    await say(table, upload, *SET_UP, ENTERED)
    less = [line for line in MUSTER if "Pape" not in line]
    (tmp_path / "less.csv").write_text("\n".join(less), encoding="utf-8")
    await say(table, f"@greta uploads {tmp_path / 'less.csv'}")
    only, line = told(await say(table, "@greta /campaign import file:less.csv reason:it was never there"))
    assert only is None, line
    assert told(await say(table, "@anna /campaign open"))[1].split("\n")[2] == (
        "Nothing is open: /campaign next"
    )
