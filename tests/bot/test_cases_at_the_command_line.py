"""`referee cases`: what is counted, what fails, and for which reason that is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASE = {
    "id": "1.001",
    "rule": "asl.attack",
    "given": {
        "result": "NMC",
        "units": [{"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": []}],
        "elr": {"german": 3},
    },
    "dice": {"mc:a": [3, 4]},
    "expect": {
        "units": [{"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": ["pinned"]}]
    },
}


def test_cases_are_counted_and_those_that_fail_are_named(referee: Any, tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.jsonl", tmp_path / "wrong.jsonl"
    good.write_text(json.dumps(CASE) + "\n\n" + json.dumps(CASE), encoding="utf-8")
    assert referee("cases", good) == (0, "2 passed, 0 failed\n", "")
    wrong.write_text(json.dumps(CASE | {"id": "1.002", "dice": {"mc:a": [1, 2]}}), encoding="utf-8")
    ran = referee("cases", good, wrong)
    assert ran.code == 1
    first, last = ran.out.splitlines()
    assert first.startswith("wrong.jsonl 1.002: units: expected ")
    assert last == "2 passed, 1 failed"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"dice": {}}, "The ruling needs mc:a, which is not among the dice given."),
        ({"dice": {"mc:a": [3, 4], "mc:b": [1, 1]}}, "The ruling has no use for mc:b."),
        ({"rule": "asl.dance"}, "refused: 'asl.dance' is no ruling"),
        ({"expect": {"refused": True}}, "refused: expected true"),
        ({"expect": []}, "expect: needs an object"),
    ],
)
def test_a_case_fails_for_a_reason_that_is_told(
    referee: Any, tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE | changed), encoding="utf-8")
    ran = referee("cases", file)
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert said in ran.out


def test_a_case_may_be_named_by_a_number(referee: Any, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE | {"id": 7, "expect": {"refused": True}}), encoding="utf-8")
    assert referee("cases", file).out.startswith("cases.jsonl 7: refused: expected true")


POLE = {"id": "a", "nation": "allied_minor", "type": "squad", "counter": "4-5-7", "trait": "polish"}


@pytest.mark.parametrize("says", [{}, {"is": []}, {"class": "first_line"}, {"trait": "polish"}])
def test_a_case_compares_of_a_unit_what_it_expects(
    referee: Any, tmp_path: Path, says: dict[str, Any]
) -> None:
    expected = {key: POLE[key] for key in ("id", "nation", "type", "counter")} | says
    case = CASE | {
        "given": CASE["given"] | {"units": [POLE], "elr": {"allied_minor": 3}},
        "dice": {"mc:a": [1, 2]},
        "expect": {"units": [expected], "gone": []},
    }
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert referee("cases", file) == (0, "1 passed, 0 failed\n", "")
    wrong = expected | {key: "x" if key != "is" else ["pinned"] for key in says or {"counter": "4-5-8"}}
    file.write_text(json.dumps(case | {"expect": {"units": [wrong]}}), encoding="utf-8")
    assert referee("cases", file).code == 1


def joined_by_24() -> dict[str, Any]:
    """Two shattered RSUs of 100 and 60 SP become one of 136 full: 24 SP find no room."""
    rsus = [
        {
            "id": id_,
            "side": "axis",
            "category": "other",
            "state": "shattered",
            "strength": {"leg": {"now": now, "full": 136}},
        }
        for id_, now in (("p", 100), ("q", 60))
    ]
    dsu = {"id": "D", "side": "axis", "sector": "A1", "rsus": rsus, "consolidations": [["p", "q"]]}
    ground = {"columns": "AB", "rows": 2, "edges": {"axis": "west", "soviet": "east"}, "axis": ["A1", "A2"]}
    return {
        "id": "1",
        "rule": "konrad.recovery",
        "given": {"map": ground, "dsus": [dsu]},
        "dice": {"remo:p": 7},
    }


@pytest.mark.parametrize(("lost", "code"), [({"p": 24}, 0), (24, 0), ({"p": 23}, 1), (23, 1), ({"q": 0}, 0)])
def test_losses_of_a_consolidation_are_compared_by_survivor_or_together(
    referee: Any, tmp_path: Path, lost: Any, code: int
) -> None:
    file = tmp_path / "cases.jsonl"
    expect = {"now": {"p": 136}, "lost_in_consolidation": lost}
    file.write_text(json.dumps(joined_by_24() | {"expect": expect}), encoding="utf-8")
    assert referee("cases", file).code == code


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe", b'{"rule":1}', b'{"id":"1","id":"2"}'])
def test_a_file_that_holds_no_cases_is_wrong_use(referee: Any, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(data)
    assert referee("cases", file).code == 2


def test_a_case_may_hold_the_signs_that_part_lines_elsewhere(referee: Any, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE | {"why": "a\u2028b\x85c"}, ensure_ascii=False), encoding="utf-8")
    assert referee("cases", file).out == "1 passed, 0 failed\n"
