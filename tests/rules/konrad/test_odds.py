"""Exact chances, held against every face of every die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.dice import RecordedDice
from rules.konrad import BOOK, RULINGS
from rules.konrad.chances import distribution
from rules.konrad.odds import odds
from rules.konrad.outlook import outlooks
from rules.refusal import Refused


def rsu(name: str, now: int = 400, **more: Any) -> dict[str, Any]:
    strength = {"leg": {"now": now, "full": 400}}
    return {"id": name, "side": "axis", "category": "other", "strength": strength, **more}


def table(*dsus: tuple[str, str, list[dict[str, Any]]], owned: str, **more: Any) -> dict[str, Any]:
    return {
        "map": {
            "columns": "ABCDE",
            "rows": 5,
            "edges": {"axis": "west", "soviet": "east"},
            "axis": owned.split(),
        },
        "dsus": [
            {"id": name, "side": "axis", "sector": at, "rsus": rsus, "fought": True}
            for name, at, rsus in dsus
        ],
        **more,
    }


def test_a_check_has_the_chance_of_its_number() -> None:
    # 10 -3 -1 below 75 % = 6
    ends = odds(BOOK, "konrad.remo", {"rsu": rsu("r", 299), "when": "combat"})["units"]["r"]
    assert ends == [
        {"state": "good_order", "order": None, "total": 299, "chance": "3/5"},
        {"state": "shattered", "order": "RES", "total": 299, "chance": "2/5"},
    ]


def test_a_recovery_check_can_end_a_weak_rsu() -> None:
    given = {"rsu": rsu("r", 320, state="shattered", order="RES"), "when": "recovery"}
    assert odds(BOOK, "konrad.remo", given)["units"]["r"] == [
        {"state": "good_order", "order": "RES", "total": 320, "chance": "7/10"},
        {"gone": True, "chance": "3/10"},
    ]


def test_a_batch_counts_who_must_retreat_and_how_many_shatter() -> None:
    given = table(("X", "C3", [rsu("x1"), rsu("x2", fatigue=2)]), owned="C3 B3")
    events = odds(BOOK, "konrad.combat_checks", given)["events"]
    # x1 fails on 8 to 10, x2 (5) on 6 to 10.
    assert events == {
        "must_retreat:X": "3/20",
        "shattered:0": "7/20",
        "shattered:1": "1/2",
        "shattered:2": "3/20",
    }


def test_the_distribution_of_independent_failures_adds_up() -> None:
    chances = distribution([Fraction(1, 10)] * 40)
    assert sum(chances) == 1
    assert chances[0] == Fraction(9, 10) ** 40
    assert chances[40] == Fraction(1, 10**40)


def test_recovery_ends_a_dsu_with_the_chance_that_all_its_rsus_are_disbanded() -> None:
    weak = [rsu("x1", 320, state="shattered"), rsu("x2", 320, state="shattered")]
    units = odds(BOOK, "konrad.recovery", table(("X", "C3", weak), owned="C3 B3"))["units"]
    assert units["X"] == [{"sector": "C3", "chance": "91/100"}, {"gone": True, "chance": "9/100"}]


CHAIN = table(
    ("X", "C3", [rsu("x1", state="shattered")]),
    ("P", "B3", [rsu("p1")]),
    ("Q", "B3", [rsu("q1", fatigue=4)]),
    ("S", "A3", [rsu("s1")]),
    owned="C3 B3 A3",
    retreating=["X"],
    choices={"order:B3": ["P", "Q"]},
)


def test_the_odds_of_a_chain_of_retreats_are_those_of_all_its_dice() -> None:
    names = ("p1", "q1", "s1", "s1#2", "x1")
    counted: dict[str, Counter[str]] = {name: Counter() for name in ("X", "P", "Q", "S")}
    for faces in product(range(1, 11), repeat=len(names) - 1):
        dice = RecordedDice({f"remo:{name}": [face] for name, face in zip(names, faces, strict=False)})
        sectors = RULINGS["konrad.retreat"](CHAIN, dice).result["sectors"]
        for name, ends in counted.items():
            ends[sectors.get(name, "gone")] += 1
    units = odds(BOOK, "konrad.retreat", CHAIN)["units"]
    for name, ends in counted.items():
        told = {end.get("sector", "gone"): Fraction(end["chance"]) for end in units[name]}
        assert told == {end: Fraction(count, 10**4) for end, count in ends.items()}


def test_a_question_is_an_end_with_its_chance() -> None:
    given = {key: value for key, value in CHAIN.items() if key != "choices"}
    # Both shatter: 3/10 of p1 (7) times 7/10 of q1 (3).
    assert {"asks": "order", "of": "B3", "chance": "21/100"} in odds(BOOK, "konrad.retreat", given)["units"][
        "X"
    ]


def test_the_outlook_of_a_plan_sets_the_sp_saved_beside_the_sp_risked() -> None:
    given = table(
        ("X", "C3", [rsu("x1", 200, state="shattered"), rsu("x2", 150, state="shattered")]), owned="C3 B3"
    )
    given["dsus"][0]["consolidations"] = [["x1", "x2"]]
    (outlook,) = outlooks(BOOK, given)
    # Together 350 of 400, 7: a failure leaves them shattered. Alone 50 % exactly is 6, 37.5 % is 5.
    assert (outlook.consolidated.expected, outlook.consolidated.least, outlook.consolidated.most) == (
        350,
        350,
        350,
    )
    assert (outlook.alone.expected, outlook.alone.least, outlook.alone.most) == (195, 0, 350)


def test_odds_of_a_ruling_without_dice_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        odds(BOOK, "konrad.consolidate", {})
    assert refused.value.code == "unknown_rule"
