"""The numbered cases: with these inputs and these dice, the rules give this."""

from __future__ import annotations

import pytest


def test_the_rules_give_what_a_published_case_says(published_case, ask, compare) -> None:
    case = published_case
    got = ask(case["rule"], case["given"], case["dice"])
    assert compare(got, case["expect"]) == [], f"{case['id']}: {case['why']}"


def test_the_rules_give_what_a_shared_case_says(shared_case, ask, compare) -> None:
    case = shared_case
    got = ask(case["rule"], case["given"], case["dice"])
    assert compare(got, case["expect"]) == [], f"{case['id']}: {case['why']}"


@pytest.mark.parametrize(
    ("got", "expect"),
    [
        ({"number": 8}, {"number": 9}),
        ({"refused": True}, {"number": 9}),
        ({"number": 9}, {"refused": True}),
        ({"dice": "left over"}, {"refused": True}),
        ({"shattered": ["a"]}, {"shattered": ["a", "b"]}),
        ({"lost": {}}, {"lost": {"a": 3}}),
    ],
)
def test_the_comparison_notices_what_differs(got, expect, compare) -> None:
    assert compare(got, expect) != []
