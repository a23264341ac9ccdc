"""Another campaign of this kind is data alone: other sides, die, steps, shares and limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.konrad.book_data import load_book
from rules.konrad.odds import odds
from rules.konrad.rulings import rulings

BOOK = load_book(Path(__file__).with_name("second.toml"))
RULINGS = rulings(BOOK)
MARCHES = {"columns": "ABC", "rows": 3, "edges": {"crown": "north", "league": "south"}}


def regiment(name: str, category: str = "levy", foot: tuple[int, int] = (100, 100), **more):
    strength = {"foot": {"now": foot[0], "full": foot[1]}, "horse": {"now": 0, "full": 20}}
    return {"id": name, "category": category, "strength": strength, **more}


def host(name: str, sector: str, *rsus, side: str = "crown", **more):
    return {"id": name, "side": side, "sector": sector, "rsus": list(rsus), **more}


@pytest.mark.parametrize(
    ("rsu", "when", "scenario", "die", "number", "outcome"),
    [
        # 11 -4 levy -2 below 60 % (50 of 120); the second step is not below 40 %
        (regiment("r", foot=(50, 100), side="crown"), "combat", "none", 5, 5, "holds"),
        # 11 -4 levy -1 drawn -2 fatigue 1
        (regiment("r", side="crown", fatigue=1), "combat", "drawn", 5, 4, "shatters"),
        # 11 +0 Guard +2 won = 13: more than the die has
        (regiment("r", "guard", side="league"), "combat", "won", 12, 13, "holds"),
        # 11 -4 levy +2 Crown in Recovery; 20 of 120 missing is under half
        (regiment("r", side="crown", state="shattered"), "recovery", "none", 10, 9, "stays_shattered"),
    ],
)
def test_a_check_goes_by_the_numbers_of_the_file(rsu, when, scenario, die, number, outcome, ask) -> None:
    given = {"rsu": rsu, "when": when, "scenario": scenario}
    assert ask("konrad.remo", given, {"remo:r": die}, RULINGS) == {"number": number, "outcome": outcome}


def test_a_twelve_is_a_face_of_the_die(ask) -> None:
    given = {"rsu": regiment("r", side="crown"), "when": "combat"}
    assert ask("konrad.remo", given, {"remo:r": 12}, RULINGS)["outcome"] == "shatters"
    assert ask("konrad.remo", given, {"remo:r": 13}, RULINGS)["code"] == "bad_dice"


def test_a_retreat_goes_north_across_corners_and_one_dsu_fills_a_sector(ask) -> None:
    given = {
        "map": {**MARCHES, "crown": ["B2", "A1", "B1", "C1"]},
        "dsus": [
            host("X", "B2", regiment("x1", state="shattered")),
            host("P", "A1", regiment("p1")),
            host("Q", "C1", regiment("q1")),
        ],
        "retreating": ["X"],
    }
    sectors = ask("konrad.retreat", given, {}, RULINGS)["sectors"]
    assert sectors == {"X": "B1", "P": "A1", "Q": "C1"}


def test_recovery_goes_by_the_shares_of_the_file(ask) -> None:
    given = {
        "map": {**MARCHES, "crown": ["B2", "A1"]},
        "dsus": [
            # Infantry: 25 % of 30, down, is 7; armour: 50 % of the 20 missing horse is 10.
            host("X", "B2", regiment("x1", foot=(90, 100), order="RES"), captured=True, fought=True,
                 armour_fought=True),
            # 70 of 120 is more than half: a failure leaves it shattered; 60 missing of 120 disbands.
            host("Y", "A1", regiment("y1", foot=(70, 100), state="shattered"),
                 regiment("y2", foot=(60, 100), state="shattered")),
        ],
    }  # fmt: skip
    result = ask("konrad.recovery", given, {"remo:y1": 12, "remo:y2": 12}, RULINGS)
    assert result["now"] == {"x1": 107, "y1": 70}
    assert result["disbanded"] == ["y2"]


def test_the_sides_of_another_campaign_are_unknown(ask) -> None:
    refused = ask("konrad.remo", {"rsu": regiment("r", side="axis"), "when": "combat"}, {}, RULINGS)
    assert refused["code"] == "unknown_side"
    assert "crown, league" in refused["message"]


def test_odds_count_the_faces_of_its_die() -> None:
    given = {"rsu": regiment("r", side="crown"), "when": "combat"}
    ends = odds(BOOK, "konrad.remo", given)["units"]["r"]
    assert [end["chance"] for end in ends] == ["7/12", "5/12"]
