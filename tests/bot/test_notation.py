"""A roster as players write it in mail and in VASL, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.play.catalogue import Counter, counters
from bot.play.notation import BadLines, read_notation
from rules.refusal import Refused

GERMAN = list(counters("asl", ("german",)))
RUSSIAN = list(counters("asl", ("russian",)))


def read(text: str, fielded: list[Counter] = GERMAN, location: str | None = None) -> list[str]:
    """Each unit in one line, as the reader understood it."""
    return [
        f"{found.number}x {found.counter.name} {found.counter.type} {found.name} @{found.location}"
        + "".join(f" {flag}" for flag in found.flags)
        for found in read_notation(text, fielded, location)
    ]


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("3x 4-6-7 @G5", "3x 4-6-7 squad None @G5"),
        ("8-1 Lt. Schmidt @G5 wounded", "1x 8-1 leader Lt. Schmidt @G5 wounded"),
        ("2-3-7 HS @G5", "1x 2-3-7 half_squad None @G5"),
        ("2-3-7 half-squad @ g5 / 1", "1x 2-3-7 half_squad None @g5 / 1"),
        ("4-6-7 x3 @G5", "3x 4-6-7 squad None @G5"),
        ("4-6-7 (3) in K9/1", "3x 4-6-7 squad None @K9/1"),
        ("467 x2 @12G5", "2x 4-6-7 squad None @12G5"),
        ("3 x 467 at G5", "3x 4-6-7 squad None @G5"),
        ("- 4–6–7 @G5 (broken, DM)", "1x 4-6-7 squad None @G5 broken dm"),
        ("• 4-6-7b @G5 [bkn]", "1x 4-6-7 squad b @G5 broken"),
        ('8-1 "Broken Arrow" @G5', "1x 8-1 leader Broken Arrow @G5"),
        ("Schmidt: 8-1 @G5", "1x 8-1 leader Schmidt @G5"),
        ("6+1 @G5 pin", "1x 6+1 leader None @G5 pinned"),
        ("Hero @G5", "1x 1-4-9 hero None @G5"),
        ("1-3-8 hero Hans @G5 wnd", "1x 1-3-8 hero Hans @G5 wounded"),
        ("8-3-8 AE @G5 good_order", "1x 8-3-8 squad None @G5 assault_engineer"),
        ("2-2-8 crew @G5", "1x 2-2-8 crew None @G5"),
    ],
)
def test_a_line_is_understood(written: str, understood: str) -> None:
    assert read(written) == [understood]


def test_a_heading_is_the_location_of_what_stands_below_it() -> None:
    text = "G5: 2x 4-6-7, 9-1 Meyer\n8-0\n\n# the reserve\n@K2/1\n4-4-7; broken"
    assert read(text) == [
        "2x 4-6-7 squad None @G5",
        "1x 9-1 leader Meyer @G5",
        "1x 8-0 leader None @G5",
        "1x 4-4-7 squad None @K2/1 broken",
    ]


def test_a_line_without_a_location_takes_the_one_said_for_all() -> None:
    assert read("4-6-7\n9-1 @H5", location="G5") == ["1x 4-6-7 squad None @G5", "1x 9-1 leader None @H5"]


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("4-6-7", "it names no location; end it with one: 4-6-7 @G5."),
        ("4-6-6 @G5", "4-6-6 is no counter of German; nearest: 4-6-8, 4-6-7, 4-3-6."),
        ("9-3 @G5", "9-3 is no counter of German; nearest: 9-2, 9-1, 10-3."),
        ("4-6-7 wonded @G5", 'wonded: wounded? If it is a name, write "wonded".'),
        ("4-6-7 broke @G5", 'broke: broken? If it is a name, write "broke".'),
        ("0x 4-6-7 @G5", "0 alike are too many or too few; write 1x to 50x."),
        ("51x 4-6-7 @G5", "51 alike are too many or too few; write 1x to 50x."),
        ("squad @G5", "it names no counter, such as 4-6-7, 8-1 or 2-3-7 HS."),
        ("4-6-7 crew @G5", "4-6-7 crew is no counter of German"),
        ("4-6-7, 8-1 @G5", "two counters stand there, 4-6-7 and 8-1; write each on a line of its own."),
        ('8-1 Lt. "Karl" @G5', "what is Lt.? A name stands in quotes whole."),
    ],
)
def test_a_wrong_line_is_named_by_its_number_with_what_would_be_right(written: str, wrong: str) -> None:
    with pytest.raises(BadLines) as bad:
        read(f"4-6-7 @G5\n\n{written}")
    (line,) = bad.value.lines
    assert line.startswith("Line 3, ")
    assert wrong in line


def test_every_wrong_line_is_told_and_no_unit_comes_of_the_others() -> None:
    with pytest.raises(BadLines, match="2 lines cannot be read, so nothing was added") as bad:
        read("4-6-7 @G5\n9-9-9 @G5\n9-1 @G5\n4-6-7")
    assert [line.split(",")[0] for line in bad.value.lines] == ["Line 2", "Line 4"]


def test_two_thousand_lines_are_the_most() -> None:
    assert len(read("4-6-7 @G5\n" * 2000)) == 2000
    with pytest.raises(Refused, match="2001 lines are pasted; 2000 are the most"):
        read("4-6-7 @G5\n" * 2001)


def test_a_text_without_a_unit_is_refused() -> None:
    with pytest.raises(Refused, match="No unit is written there"):
        read("# nothing\n\n@G5\n")


def test_the_counters_are_those_of_the_side() -> None:
    assert read("4-4-7 @G5", RUSSIAN) == ["1x 4-4-7 squad None @G5"]
    with pytest.raises(BadLines, match="1 line cannot be read"):
        read("4-6-7 @G5", RUSSIAN)


def test_every_example_of_the_page_is_understood() -> None:
    page = (Path(__file__).parents[2] / "docs" / "roster.md").read_text(encoding="utf-8")
    units, headed = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(read(units)) == len(units.splitlines())
    assert read(headed) == [
        "2x 4-6-7 squad None @G5",
        "1x 9-1 leader Meyer @G5",
        "1x 4-4-7 squad None @H6/1 pinned",
        "1x 2-4-7 half_squad None @H6/1 broken",
        "1x 8-0 leader None @K2",
    ]


def test_a_trait_makes_another_counter_of_it_and_is_a_name_elsewhere() -> None:
    allied = list(counters("asl", ("allied_minor",)))
    written = read_notation("2x 4-5-7 Polish @P1\n4-5-7 @P1\n2-4-8 HS polish broken @P2", allied, None)
    assert [(found.counter.name, found.counter.trait, found.name) for found in written] == [
        ("4-5-7", "polish", None),
        ("4-5-7", None, None),
        ("2-4-8", "polish", None),
    ]
    assert read("4-6-7 Polish @G5") == ["1x 4-6-7 squad Polish @G5"]
