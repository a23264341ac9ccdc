"""`referee odds`: exact chances for requests, as JSON or as a small table."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from bot.__main__ import main
from bot.render.odds import percent


@pytest.fixture
def odds(capsys: Any, monkeypatch: Any) -> Callable[..., str]:
    """What `referee odds` prints for these lines, which may be requests."""

    def run(*lines: Any, table: bool = False) -> str:
        typed = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["odds", *(["--table"] if table else [])]) == 0
        return str(capsys.readouterr().out)

    return run


def attack(result: str, *units: tuple[str, str, str], id_: str = "1") -> dict[str, Any]:
    stack = [
        {"id": piece, "nation": "german", "type": kind, "counter": counter, "is": []}
        for piece, kind, counter in units
    ]
    return {
        "id": id_,
        "rule": "asl.attack",
        "given": {"result": result, "units": stack, "elr": {"german": 3}},
    }


CREW = ("a", "crew", "2-2-8")


def test_every_end_of_a_crew_has_its_exact_chance(odds: Any) -> None:
    answer = json.loads(odds(attack("NMC", CREW)))
    assert answer["id"] == "1"
    crew = {"nation": "german", "type": "crew", "counter": "2-2-8"}
    assert answer["units"] == {
        "a": [
            {**crew, "is": [], "chance": "7/12"},
            {**crew, "is": ["broken", "dm"], "chance": "1/4"},
            {**crew, "is": ["pinned"], "chance": "5/36"},
            {"gone": True, "chance": "1/36"},
        ]
    }
    assert answer["events"] == {"leader_lost": "0", "anyone_broken": "1/4", "hero_made": "0"}


def test_the_table_shows_percent_beside_the_fraction(odds: Any) -> None:
    assert odds(attack("NMC", CREW), table=True).splitlines() == [
        "a",
        "  German crew 2-2-8                                 58.3%  7/12",
        "  German crew 2-2-8 broken DM                       25.0%  1/4",
        "  German crew 2-2-8 pinned                          13.9%  5/36",
        "  gone                                               2.8%  1/36",
        "events",
        "  a leader is lost                                   0.0%  0",
        "  anyone breaks                                     25.0%  1/4",
        "  a hero is made                                     0.0%  0",
    ]


def test_what_comes_out_of_a_unit_and_what_is_asked_stand_with_it(odds: Any) -> None:
    shown = odds(attack("4MC", ("a", "squad", "8-3-8")), table=True)
    # 11 + 4 is 15, 7 over a morale of 8 and so beyond the ELR of 5: 2 of 36; 12 leaves one half-squad.
    halves = "German half-squad 3-3-8 broken DM"
    assert f"  gone + {halves} + {halves}"[:49] in shown
    assert "  5.6%  1/18" in shown
    assert "  asks known enemy in los of a" in shown


def test_a_squad_that_is_split_breaks(odds: Any) -> None:
    # 4MC at morale 8: 5 or more fails, 30 of 36; an 11 splits the squad.
    answer = json.loads(odds(attack("4MC", ("a", "squad", "8-3-8"))))
    assert answer["events"]["anyone_broken"] == "5/6"


@pytest.mark.parametrize("adjacent_enemy", [True, False])
@pytest.mark.parametrize(("flags", "chance"), [([], "7/12"), (["broken"], "0")])
def test_who_surrenders_breaks_unless_he_was_broken(
    odds: Any, adjacent_enemy: bool, flags: list[str], chance: str
) -> None:
    # A first-line Axis Minor adds 3 and surrenders on 10: 7 or more, 21 of 36.
    squad = {"id": "a", "nation": "axis_minor", "type": "squad", "counter": "3-4-7", "is": flags}
    facts = {"known_enemy_in_los": True, "adjacent_enemy": adjacent_enemy}
    given = {"unit": "a", "units": [squad], "facts": facts}
    answer = json.loads(odds({"id": "1", "rule": "asl.heat_of_battle", "given": given}))
    assert answer["events"]["anyone_broken"] == chance


def test_a_regiment_has_its_odds_too(odds: Any) -> None:
    rsu = {
        "id": "r",
        "side": "axis",
        "category": "elite",
        "fatigue": 2,
        "strength": {"leg": {"now": 10, "full": 10}},
    }
    request = {"id": 7, "rule": "konrad.remo", "given": {"rsu": rsu, "when": "combat"}}
    answer = json.loads(odds(request))
    assert sum(Fraction(end["chance"]) for end in answer["units"]["r"]) == 1
    assert odds(request, table=True).startswith("r\n  good order 10 SP")


SEVEN = attack("NMC", *((piece, "squad", "4-6-7") for piece in "abcdefg"))


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (SEVEN, "too_many_units", "Odds take at most 6 units; 7 can end in too many ways"),
        ({"id": "1", "rule": "konrad.check_list", "given": {}}, "no_odds", "not for konrad.check_list"),
        ({"id": "1", "rule": "asl.dance", "given": {}}, "unknown_rule", "'asl.dance' is no ruling"),
        ({"id": "1", "rule": "asl.attack", "given": []}, "bad_value", "given: needs an object"),
        (attack("5MC", CREW), "unknown_result", "given.result"),
        ("no JSON", "bad_json", "The line is no JSON"),
    ],
)
def test_odds_are_refused_with_the_reason_and_the_next_line_is_answered(
    odds: Any, line: Any, code: str, said: str
) -> None:
    refused, answered = map(json.loads, odds(line, "", attack("NMC", CREW, id_="2")).splitlines())
    assert refused["refused"]["code"] == code
    assert said in refused["refused"]["message"]
    assert answered["id"] == "2"


def test_what_is_open_before_the_first_die_is_asked(odds: Any) -> None:
    request = attack("NMC", CREW)
    request["given"]["units"][0].update(nation="finnish", type="half_squad", counter="2-3-8")
    assert json.loads(odds(request)) == {
        "id": "1",
        "asks": {"what": "class", "of": "a", "options": ["first_line", "green"]},
    }


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        ("0", "0.0%"),
        ("1", "100.0%"),
        ("1/36", "2.8%"),
        ("1/16", "6.3%"),
        ("1/2001", "<0.1%"),
        ("2000/2001", ">99.9%"),
    ],
)
def test_a_percentage_never_says_certain_of_what_is_not(chance: str, shown: str) -> None:
    assert percent(Fraction(chance)) == shown
