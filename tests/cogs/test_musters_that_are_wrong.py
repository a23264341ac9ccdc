"""Musters that are not taken: every fault with its place and what would be right, and nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SMALL = Path(__file__).with_name("musters").joinpath("small.csv").read_text(encoding="utf-8").splitlines()
HEADER = SMALL[0]
ROWS = {
    "tank,Tiger": "line 2, row: needs one of edge, sector, dsu, rsu; not tank",
    "edge,up,axis": "line 2, name: needs one of north, south, west, east; not up",
    "edge,west,soviet": (
        "line 3, name: names west again, which is friendly to soviet; every edge stands there once"
    ),
    "edge,east,soviet": (
        "line 4, name: names east again, which is friendly to soviet; every edge stands there once"
    ),
    "edge,west,allies": "line 2, side: needs one of axis, soviet; not allies",
    "sector,D,axis": "line 2, name: needs a letter and a number, such as D5",
    "sector,A1,soviet": "line 5, name: names A1 again; every sector stands there once",
    "sector,C1,axis": "the file: lacks a row for the sector C2; the map is whole from A1 to C2",
    "sector,D1,axis": "the file: lacks a row for each sector C1 to C2; the map is whole from A1 to D2",
    "sector,A99,axis": "the file: lacks a row for each sector B3 to B99; the map is whole from A1 to B99",
    "dsu,,axis,A2": "line 2, name: needs a name",
    "dsu,Pape,axis,Z9": "line 2, sector: needs a sector of the map, A1 to B2; not Z9",
    "dsu,Pape,axis,A2,,other": "line 2, category: is filled; a row dsu leaves it empty",
    "dsu,Pape,axis,A2": "line 2: Pape needs one row rsu at least",
    "rsu,Ney,,,Pape,other,,,,,1,1": "line 2, dsu: needs a DSU of this file: 96. Infanterie, 80th Guards",
    "rsu,Ney,,,96. Infanterie,panzer,,,,,1,1": (
        "line 2, category: needs one of ss_panzer, elite, other; not panzer"
    ),
    "rsu,Ney,,,96. Infanterie,other,perhaps,,,,1,1": "line 2, usable: needs yes or no; not perhaps",
    "rsu,Ney,,,96. Infanterie,other,,x,,,1,1": (
        "line 2, fatigue: needs a whole number from 0 to 1000; not x"
    ),
    "rsu,Ney,,,96. Infanterie,other,,,gone,,1,1": (
        "line 2, state: needs one of good_order, shattered; not gone"
    ),
    "rsu,Ney,,,96. Infanterie,other,,,,HOLD,1,1": "line 2, order: needs MOB, DEF, RES or nothing; not HOLD",
    "rsu,Ney,,,96. Infanterie,other,,,shattered,MOB,1,1": (
        "line 2, order: needs RES or nothing: the RSU is shattered"
    ),
    "rsu,Ney,,,96. Infanterie,other,no,,,DEF,1,1": (
        "line 2, order: needs RES or nothing: the RSU is not usable"
    ),
    "rsu,Ney,,,96. Infanterie,other,,,,,5,4": "line 2, leg: needs at most the full strength of 4; not 5",
    "rsu,Ney,,,96. Infanterie,other,,,,,-5,4": "line 2, leg: needs a whole number from 0 to 1000000; not -5",
    "rsu,Ney,,,96. Infanterie,other,,,,,0,0": (
        "line 2, leg_full: needs a full strength of 1 SP at least, of one kind"
    ),
    "rsu,gr 283,,,96. Infanterie,other,,,,,1,1": (
        "line 10, name: is that of line 2 too; every DSU and RSU needs one of its own"
    ),
}


async def begun(table: Any, say: Any) -> None:
    await say(table, "@greta /campaign new label:January 1945")


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


def rows(*lines: str) -> str:
    return "\n".join(lines)


@pytest.mark.parametrize("row", ROWS)
async def test_a_bad_row_is_named_with_its_column_and_what_would_be_right(
    table: Any, say: Any, give: Any, entered: Any, row: str
) -> None:
    await begun(table, say)
    only, listed = told(await give(rows(HEADER, row, *SMALL[1:])))
    assert only == "greta"
    assert ROWS[row] in listed.split("\n")
    assert len(entered()) == 1


async def test_all_bad_rows_are_listed_at_once(table: Any, say: Any, give: Any) -> None:
    await begun(table, say)
    bad = ("dsu,Pape,allies,A2", "rsu,Ney,,,Pape,panzer,,x,,,5,4")
    _, listed = told(await give(rows(*SMALL, *bad)))
    assert listed.split("\n")[1:-1] == [
        "4 faults; nothing is changed until all is right.",
        "line 12, side: needs one of axis, soviet; not allies",
        "line 13, category: needs one of ss_panzer, elite, other; not panzer",
        "line 13, fatigue: needs a whole number from 0 to 1000; not x",
        "line 13, leg: needs at most the full strength of 4; not 5",
    ]


@pytest.mark.parametrize(
    ("data", "name", "wrong"),
    [
        (b"", "a.csv", "the file: is empty; its first line names the columns row, name, side, sector,"),
        (b"\xff\xfe\x00", "a.csv", "the file: is no UTF-8 from byte 0 on; save it as UTF-8"),
        (b"row,name\n", "a.csv", "line 1, side: is missing"),
        (HEADER.encode() + b",wish\n", "a.csv", "line 1, wish: is no column of a muster"),
        (HEADER.encode() + b",row\n", "a.csv", "line 1, row: stands there twice"),
        (HEADER.encode() + b'\nedge,"we', "a.csv", "line 2: is no row of a CSV file: unexpected end of data"),
        (HEADER.encode() + b"\n" + b"," * 20, "a.csv", "line 2: has 21 cells, the first line 16;"),
        (b"x" * 1_000_001, "a.csv", "the file: has 1000001 bytes; 1000000 are the most"),
        (b"\n" * 2_001, "a.csv", "the file: has more than 2000 lines"),
        (b"{", "a.json", "the file: is no JSON: Expecting property name enclosed in double quotes"),
        (b"[]", "a.json", "the file: needs an object with the lists edges, sectors, dsus, rsus"),
        (b'{"tanks": []}', "a.json", "the file, tanks: is no list of a muster"),
        (b'{"dsus": 1}', "a.json", "the file, dsus: needs a list of objects"),
        (b'{"dsus": [1]}', "a.json", "dsus[0]: needs an object with the columns as keys"),
        (b'{"dsus": [{"wish": 1}]}', "a.json", "dsus[0], wish: is no column of a muster"),
        (b'{"dsus": [{"name": [1]}]}', "a.json", "dsus[0], name: needs a text or a whole number"),
    ],
)
async def test_a_file_that_is_no_muster_says_why(
    table: Any, say: Any, give: Any, entered: Any, data: bytes, name: str, wrong: str
) -> None:
    await begun(table, say)
    only, listed = told(await give(data, name))
    assert only == "greta"
    assert wrong in listed
    assert len(entered()) == 1


async def test_no_dsu_starts_in_a_hostile_sector_and_three_have_no_room(
    table: Any, say: Any, give: Any
) -> None:
    await begun(table, say)
    _, hostile = told(
        await give(rows(*SMALL).replace("axis,A1", "axis,B2", 1).replace("B2,axis", "B2,soviet"))
    )
    assert "line 8, sector: needs a sector of axis; B2 is of soviet" in hostile
    more = [
        line
        for number in (1, 2)
        for line in (f"dsu,D{number},axis,A1", f"rsu,R{number},,,D{number},other,,,,,1,1")
    ]
    _, crowded = told(await give(rows(*SMALL, *more)))
    assert "line 14, sector: A1 holds 96. Infanterie and D1; 2 DSUs of a side have room (p6)" in crowded
