"""`referee resolve`: one request a line, each answered, asked back or refused."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from bot.commands import offline

REQUEST: dict[str, Any] = {
    "id": "1.001",
    "rule": "asl.attack",
    "given": {
        "result": "NMC",
        "units": [{"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": []}],
        "elr": {"german": 3},
    },
    "dice": {"mc:a": [3, 4]},
}
OF_HALF = REQUEST["given"] | {"units": [REQUEST["given"]["units"][0] | {"id": "\ud800"}]}


def request(**changed: Any) -> dict[str, Any]:
    return {key: value for key, value in (REQUEST | changed).items() if value is not None}


def test_a_request_is_answered_with_result_events_and_text(referee: Any) -> None:
    ran = referee("resolve", typed=json.dumps(request()) + "\n")
    answer = json.loads(ran.out)
    assert ran.code == 0
    assert answer["id"] == "1.001"
    assert answer["result"]["units"][0]["is"] == ["pinned"]
    assert [event["event"] for event in answer["events"]] == ["check_passed", "pinned"]
    assert answer["text"][0] == "a"


@pytest.mark.parametrize("dice", [None, {}])
def test_dice_are_rolled_where_a_request_asks_for_it(referee: Any, dice: Any) -> None:
    known = {"facts": {"known_enemy_in_los": False, "adjacent_enemy": False}}
    asked = request(given=REQUEST["given"] | known, dice=dice, roll=True)
    answer = json.loads(referee("resolve", typed=json.dumps(asked) + "\n").out)
    assert all(1 <= face <= 6 for face in answer["dice"]["mc:a"])


def test_a_missing_fact_is_asked_for(referee: Any) -> None:
    ran = referee("resolve", typed=json.dumps(request(dice={"mc:a": [1, 1], "hob:a": [5, 5]})) + "\n")
    assert json.loads(ran.out) == {
        "id": "1.001",
        "asks": {"what": "known_enemy_in_los", "of": "a", "options": [True, False]},
    }


def test_dice_rolled_before_a_question_stand_in_the_answer(referee: Any) -> None:
    """At +5 no DR makes a hero of this squad: whatever falls, somebody must be asked."""
    conscripts = {"id": "a", "nation": "italian", "type": "squad", "counter": "3-3-6", "is": ["broken"]}
    given = {"unit": "a", "units": [conscripts], "choices": {"harden:a": "ask"}}
    asked = request(rule="asl.heat_of_battle", given=given, dice=None, roll=True)
    answer = json.loads(referee("resolve", typed=json.dumps(asked) + "\n").out)
    assert answer["asks"]["of"] == "a"
    assert all(1 <= face <= 6 for face in answer["dice"]["hob:a"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("no JSON", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("[1]", "bad_value"),
        ("null", "bad_value"),
        ("1e999", "bad_json"),
        ('{"id": NaN}', "bad_json"),
        (json.dumps(request())[:-1] + ', "rule": "asl.dance"}', "bad_json"),
        ("{}", "missing_key"),
        (json.dumps(request(wish=1)), "unknown_key"),
        (json.dumps(request(rule="asl.dance")), "unknown_rule"),
        (json.dumps(request(given=[])), "bad_value"),
        (json.dumps(request(given={"result": "NMC"})), "missing_key"),
        (json.dumps(request(dice=[])), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, 7]})), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, "4"]})), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, True]})), "bad_dice"),
        (json.dumps(request(dice={})), "missing_die"),
        (json.dumps(request(dice={"mc:a": [3, 4], "x": 1})), "left_over_die"),
        (json.dumps(request(dice={"mc:a": [3]})), "bad_dice"),
        (json.dumps(request(id="\ud800")), "bad_json"),
        (json.dumps(request(given=OF_HALF, dice={"mc:\ud800": [3, 4]})), "bad_json"),
    ],
    ids=lambda value: value[:40],
)
def test_a_request_that_is_wrong_is_refused_and_the_next_is_answered(
    referee: Any, line: str, code: str
) -> None:
    ran = referee("resolve", typed=f"{line}\n\n{json.dumps(request())}\n")
    refused, answered = map(json.loads, ran.out.splitlines())
    assert (ran.code, refused["refused"]["code"]) == (0, code)
    assert answered["result"]["units"][0]["is"] == ["pinned"]
    assert "\ud800" not in ran.out


def test_a_byte_that_is_no_utf_8_is_refused_and_the_next_line_is_answered() -> None:
    typed = b'{"id": "\xff"}\n' + json.dumps(request(id="\N{DIE FACE-6}")).encode() + b"\n"
    out = io.StringIO()
    offline.resolve(io.TextIOWrapper(io.BytesIO(typed), encoding="ascii"), out)
    refused, answered = map(json.loads, out.getvalue().splitlines())
    assert refused["refused"]["message"] == "The line is no JSON: half a surrogate pair is no character."
    assert answered["id"] == "\N{DIE FACE-6}"
