"""Units found by what a player types: name, counter, location, state, number."""

from __future__ import annotations

import pytest

from bot.play.finding import find_one, proposals, search
from bot.store.rows import PieceRow
from rules.refusal import Refused


def unit(number: int, counter: str, name: str, location: str, *flags: str, kind: str = "squad") -> PieceRow:
    state = {"id": str(number), "nation": "german", "type": kind, "counter": counter, "is": list(flags)}
    return PieceRow(str(number), "unit", 1, name, location, state, 1)


ROSTER = [
    unit(1, "4-6-7", "A", "G5"),
    unit(2, "4-6-7", "AB", "G5", "broken", "dm"),
    unit(3, "9-1", "Lt. Schmidt", "G5", kind="leader"),
    unit(4, "4-4-7", "A", "H6", "pinned"),
    unit(5, "2-4-7", "Broken Arrow", "G15", kind="half_squad"),
    unit(12, "4-6-7", "Z", "K2/1"),
]


def ids(found: list[PieceRow]) -> list[int]:
    return [int(row.id) for row in found]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", [1, 2, 3, 4, 5, 12]),
        ("a", [1, 4, 2, 5]),
        ("4-6-7", [1, 2, 12]),
        ("g5", [1, 2, 3]),
        ("@G5 4-6-7", [1, 2]),
        ("broken", [2, 5]),
        ("brok", [5, 2]),
        ("leader", [3]),
        ("schmidt", [3]),
        ("chmid", [3]),
        ("#12", [12]),
        ("#1", [1, 12]),
        ("4-6-7 A @G5", [1, 2]),
        ("k2/1", [12]),
        ("nobody", []),
    ],
)
def test_each_word_fits_and_the_best_comes_first(typed: str, found: list[int]) -> None:
    assert ids(search(ROSTER, typed)) == found


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("4-6-7 A", 1),
        ("ab", 2),
        ("#4", 4),
        ("A h6", 4),
        ("4-6-7 A @G5", 1),
        ("4-6-7 AB @G5 broken dm", 2),
        ("Schmidt", 3),
        ("lt. schm", 3),
        ("Broken Arrow", 5),
        ("pinned", 4),
        ("4-6-7 k2/1", 12),
    ],
)
def test_a_text_that_fits_one_alone_means_it(typed: str, number: int) -> None:
    assert find_one(ROSTER, typed).id == str(number)


def test_a_text_that_fits_several_is_refused_with_their_numbers() -> None:
    with pytest.raises(Refused) as refused:
        find_one(ROSTER, "A")
    assert refused.value.message == (
        "A may be #1 4-6-7 A at G5, #4 4-4-7 A at H6; write the number, such as #1."
    )


def test_no_more_than_eight_candidates_are_listed() -> None:
    with pytest.raises(Refused, match=r"and 2 more; write the number, such as #0\."):
        find_one([unit(number, "4-6-7", f"P{number}", "G5") for number in range(10)], "4-6-7")


def test_one_letter_never_means_a_unit_that_only_begins_so() -> None:
    """4-6-7 A may have been eliminated: its check is not AB's; and K2/1 is not K2."""
    with pytest.raises(Refused, match=r"No unit is called 4-6-7 A\. There is 4-6-7 AB"):
        find_one(ROSTER[1:2], "4-6-7 A")
    with pytest.raises(Refused, match=r"No unit is called 4-6-7 K2\."):
        find_one(ROSTER, "4-6-7 K2")


def test_a_text_that_fits_none_names_what_is_near() -> None:
    with pytest.raises(Refused, match=r"No unit is called Schultz in G5\. There is 9-1 Lt\. Schmidt\."):
        find_one(ROSTER, "Schultz", " in G5")


def test_after_a_comma_the_next_unit_is_proposed_and_none_twice() -> None:
    assert proposals(ROSTER, "#1, schm") == [("#1, 9-1 Lt. Schmidt @G5", "#1, #3")]
    assert proposals(ROSTER, "4-6-7 A, 4-6-7") == [
        ("4-6-7 A, 4-6-7 AB @G5 broken dm", "#1, #2"),
        ("4-6-7 A, 4-6-7 Z @K2/1", "#1, #12"),
    ]


def test_what_is_proposed_is_understood_again_as_shown_and_as_sent() -> None:
    for shown, value in proposals(ROSTER, ""):
        assert find_one(ROSTER, shown) == find_one(ROSTER, value)
