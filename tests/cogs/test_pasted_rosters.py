"""Units pasted into a form or sent as a file: what is taken, and each line that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

OPEN = (
    "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3 entered_dice:always",
    "@alice /game join side:German",
    "@bob /game join side:Russian",
)


def detail(outcome: Any) -> str:
    (post,) = outcome["posts"]
    text: str = post["embeds"][0]["description"]
    return text


def said(outcome: Any) -> tuple[str | None, str]:
    (post,) = outcome["posts"]
    return post["only"], post["content"]


async def test_a_text_file_becomes_a_roster(table: Any, say: Any, tmp_path: Path) -> None:
    paste = tmp_path / "units.txt"
    paste.write_text("G5: 3x 4-6-7, 9-1 Lt. Schmidt\n2-3-7 HS @H5/1 broken, dm\n", encoding="utf-8")
    await say(table, *OPEN, f"@alice uploads {paste}")
    outcome = await say(table, "@alice /roster paste file:units.txt")
    assert said(outcome) == (None, "#4 On the roster: 5 units at G5, H5/1")
    assert detail(outcome) == ("```\n4-6-7 A\n4-6-7 B\n4-6-7 C\n9-1 Lt. Schmidt\n2-3-7 D ▼ broken DM\n```")


async def test_a_form_takes_the_units_also_after_a_restart(restarted: Any, say: Any) -> None:
    async with restarted() as restart:
        table = await restart()
        await say(table, *OPEN, "@alice /roster paste location:G5")
        table = await restart()
        outcome = await say(table, "@alice fills Units:2x 4-6-7")
        assert said(outcome) == (None, "#4 On the roster: 2 units at G5")


async def test_what_stood_in_a_form_comes_back_with_its_wrong_lines(table: Any, say: Any) -> None:
    await say(table, *OPEN, "@alice /roster paste")
    only, content = said(await say(table, "@alice fills Units:4-6-7 `x` @G5\n4-6-6 @G5"))
    assert only == "alice"
    assert content.startswith("Refused: 1 line cannot be read, so nothing was added.\nLine 2, 4-6-6")
    assert content.endswith("\nWhat you wrote, to copy and mend:\n```\n4-6-7 ˋxˋ @G5\n4-6-6 @G5\n```")


async def test_every_wrong_line_is_told_and_nothing_is_added(
    table: Any, say: Any, public: Any, tmp_path: Path
) -> None:
    paste = tmp_path / "units.txt"
    paste.write_text("4-6-7 @G5\n4-6-6 @G5\n9-1 @G5\n4-6-7 wonded @G5\n", encoding="utf-8")
    await say(table, *OPEN, f"@alice uploads {paste}")
    only, text = said(await say(table, "@alice /roster paste file:units.txt"))
    assert only == "alice"
    assert text.splitlines() == [
        "Refused: 2 lines cannot be read, so nothing was added.",
        "Line 2, 4-6-6 \\@G5: 4-6-6 is no counter of German; nearest: 4-6-8, 4-6-7, 4-3-6.",
        'Line 4, 4-6-7 wonded \\@G5: wonded: wounded? If it is a name, write "wonded".',
    ]
    assert len(await public()) == 3


async def test_two_thousand_wrong_lines_come_as_a_file(table: Any, say: Any, tmp_path: Path) -> None:
    paste = tmp_path / "units.txt"
    paste.write_text("9-9-9 @G5\n" * 2000, encoding="utf-8")
    await say(table, *OPEN, f"@alice uploads {paste}")
    (post,) = (await say(table, "@alice /roster paste file:units.txt"))["posts"]
    assert (post["only"], post["content"]) == (
        "alice",
        "Refused: 2000 lines cannot be read, so nothing was added. The file lists what is wrong.",
    )
    assert [file["filename"] for file in post["attachments"]] == ["lines.txt"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"4-6-7 @G5\n" * 2001, "2001 lines are pasted; 2000 are the most."),
        (b"#" * (2**20 + 1), "The file has 1048577 bytes; 1 MB is the most."),
        (b"\xff\xfe4-6-7", "The file is no UTF-8 text"),
        (b"\n\n", "No unit is written there"),
        (b"50x 4-6-7 @G5\n" * 41, "2050 units are pasted; 2000 at once are the most."),
        (b"8-1 Karl @G5\n8-1 Karl @G5", "Line 2: Karl is on the roster of this side"),
        (b"4-6-7 @G5 dm", "Line 1: 4-6-7: DM needs broken."),
    ],
)
async def test_a_file_that_cannot_be_taken_is_refused(
    table: Any, say: Any, public: Any, tmp_path: Path, content: bytes, says: str
) -> None:
    paste = tmp_path / "units.txt"
    paste.write_bytes(content)
    await say(table, *OPEN, f"@alice uploads {paste}")
    only, text = said(await say(table, "@alice /roster paste file:units.txt"))
    assert only == "alice"
    assert says in text
    assert len(await public()) == 3
