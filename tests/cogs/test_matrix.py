"""Who may do what: the matrix of the README, cell by cell."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SEATS = ("own side", "other side", "both sides", "host", "spectator")
PEOPLE = {
    "own side": "alice",
    "other side": "bob",
    "both sides": "alice",
    "host": "harry",
    "spectator": "carol",
}
FORBIDDEN = re.compile(
    "You hold no side of this game|is not your side|^Refused: Only |is handed over by its player or the host"
    "|This answer is |No unit is called"
)
"""how a want of permission is told, as against a wrong command"""
OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 san_a:4 side_b:russian elr_b:3 san_b:3 "
    "entered_dice:always solo:{solo}",
    "@alice /game join side:German",
    "@{second} /game join side:Russian",
    "@owner /game host who:harry",
    "@alice /roster add counter:9-1 location:G5 name:Schmidt side:German",
    "@alice /roster add counter:4-6-7 squad location:G5 number:4 side:German",
    "@alice /roster add counter:4-6-7 squad location:H6 name:Bert flags:berserk side:German",
    "@alice /roster add counter:1-4-9 location:H6 name:Hans side:German",
    "@alice /roster add counter:4-6-7 squad location:G5 name:Rudi flags:broken dm side:German",
    "@alice /roster add counter:2-4-7 hs location:J5 number:2 side:German",
    "@{second} /roster add counter:4-4-7 squad location:K5 side:Russian",
)
LINES = {
    "/game show": "/game show",
    "/game stats": "/game stats",
    "/roster show": "/roster show",
    "/odds": "/odds ruling:PTC location:G5 units:A",
    "/help": "/help",
    "/selftest": "/selftest",
    "/trail last": "/trail last",
    "/mc": "/mc result:PTC units:A side:German location:G5 dice:1,2",
    "/mc harden:refuse": "/mc result:NMC units:A side:German location:G5 harden:refuse dice:2,2",
    "/rally": "/rally unit:Rudi dice:5,5",
    "/rally leader:Schmidt": "/rally unit:Rudi leader:Schmidt dice:5,5",
    "/unit hob": "/unit hob unit:Rudi dice:1,3",
    "/unit wound": "/unit wound unit:Hans dice:1",
    "/unit break": "/unit break unit:#2",
    "/unit ammo": "/unit ammo unit:#3",
    "/unit fpf": "/unit fpf units:#4 dice:1,2",
    "/unit sniper": "/unit sniper side:German dice:6",
    "/unit berserk": "/unit berserk unit:Bert enemies:HQ 3",
    "/unit hero": "/unit hero unit:Hans",
    "/dr": "/dr",
    "/roll": "/roll dice:d6",
    "/select": "/select location:G5 side:German units:#4,#5 dice:1,2",
    "/roster add": "/roster add counter:4-6-7 squad location:Z1 side:German",
    "/roster move": "/roster move to:G6 units:#5 side:German",
    "/roster set": "/roster set units:#5 state:pinned reason:told side:German",
    "/roster remove": "/roster remove units:#5 reason:told side:German",
    "/roster deploy": "/roster deploy unit:#4",
    "/roster recombine": "/roster recombine units:#9,#10",
    "/roster pin": "/roster pin",
    "/game set": "/game set year:1942",
    "/turn": "/turn side:German",
    "/undo": "/undo entry:8 reason:told",
    "/game seat": "/game seat side:German to:dora",
    "/game end": "/game end",
}
"""one command a row, about the German side; in this order none spoils another"""
LAST = "/game end"


def matrix() -> dict[str, dict[str, bool]]:
    """The table of the README: whether each seat may give each command."""
    rows = re.findall(r"^\| `(/[^`]+)` \| ([✓–] \| [✓–] \| [✓–] \| [✓–] \| [✓–]) \|$", README, re.MULTILINE)
    return {
        command: dict(zip(SEATS, (cell == "✓" for cell in cells.split(" | ")), strict=True))
        for command, cells in rows
    }


async def opened(table: Any, say: Any, seat: str = "own side") -> None:
    """The game of that seat: alice holds the German side, or both."""
    solo = seat == "both sides"
    for line in OPEN:
        await say(table, line.format(solo=solo, second="alice" if solo else "bob"))


async def may(table: Any, say: Any, seat: str, line: str) -> bool:
    """Whether the command is taken; that it is refused for another reason is a fault of the test."""
    content = (await say(table, f"@{PEOPLE[seat]} {line}"))["posts"][0]["content"]
    refused = content.startswith("Refused")
    assert not refused or FORBIDDEN.search(content), content
    return not refused


def test_the_matrix_has_a_row_for_each_command_tried() -> None:
    assert matrix().keys() == LINES.keys()


@pytest.mark.parametrize("seat", SEATS)
async def test_each_seat_may_do_what_the_matrix_says(table: Any, say: Any, seat: str) -> None:
    await opened(table, say, seat)
    for command, line in LINES.items():
        if command != LAST:
            assert await may(table, say, seat, line) == matrix()[command][seat], command


@pytest.mark.parametrize("seat", SEATS)
async def test_the_game_is_ended_by_whom_the_matrix_says(table: Any, say: Any, seat: str) -> None:
    await opened(table, say, seat)
    assert await may(table, say, seat, LINES[LAST]) == matrix()[LAST][seat]


@pytest.mark.parametrize("person", ["bob", "carol"])
async def test_a_choice_is_the_owners_or_the_hosts_for_him(table: Any, say: Any, person: str) -> None:
    await opened(table, say)
    await say(table, "@alice /roster add counter:8-1 location:G5 name:Braun side:German")
    await say(table, "@bob /rally unit:Rudi dice:5,5")
    (refused,) = (await say(table, f"@{person} [9-1 Schmidt]"))["posts"]
    assert FORBIDDEN.search(refused["content"])
    (post,) = (await say(table, "@harry [9-1 Schmidt]"))["posts"]
    assert post["only"] is None
