"""Bad input is refused with its own code, the row, and what would be right."""

from __future__ import annotations

from typing import Any

import pytest


def rsu(name: str, **more: Any) -> dict[str, Any]:
    strength = {"leg": {"now": 300, "full": 400}}
    return {"id": name, "side": "axis", "category": "other", "strength": strength, **more}


def table(**more: Any) -> dict[str, Any]:
    return {
        "map": {
            "columns": "ABC",
            "rows": 3,
            "edges": {"axis": "west", "soviet": "east"},
            "axis": ["B2", "A2"],
        },
        "dsus": [
            {"id": "X", "side": "axis", "sector": "B2", "rsus": [rsu("x1"), rsu("x2")]},
            {"id": "Y", "side": "axis", "sector": "A2", "rsus": [rsu("y1")]},
        ],
        **more,
    }


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"strength": {"leg": {"now": 401, "full": 400}}}, "more_than_full",
         "given.rsu.strength.leg.now: needs at most the full strength of 400, not 401."),
        ({"strength": {"leg": {"now": 0, "full": 0}}}, "no_full_strength",
         "given.rsu.strength: needs a full strength of 1 SP at least, not 0."),
        ({"strength": {"leg": {"now": -1, "full": 400}}}, "bad_value",
         "given.rsu.strength.leg.now: needs a whole number from 0 to 1000000, not -1."),
        ({"strength": {"air": {"now": 1, "full": 1}, "leg": {"now": 1, "full": 1}}}, "unknown_key",
         "given.rsu.strength: has no use for air; it knows hard, heavy, leg."),
        ({"category": "panzer"}, "unknown_category",
         "given.rsu.category: needs one of ss_panzer, elite, other, not 'panzer'."),
        ({"side": "german"}, "unknown_side", "given.rsu.side: needs one of axis, soviet, not 'german'."),
        ({"order": "ATT"}, "unknown_order", "given.rsu.order: needs one of MOB, DEF, RES, not 'ATT'."),
        ({"state": "routed"}, "unknown_state",
         "given.rsu.state: needs one of good_order, shattered, not 'routed'."),
        ({"fatigue": -1}, "bad_value", "given.rsu.fatigue: needs a whole number from 0 to 1000, not -1."),
        ({"fatigue": True}, "bad_value",
         "given.rsu.fatigue: needs a whole number from 0 to 1000, not true."),
        ({"id": ""}, "no_id", "given.rsu.id: needs a name, not an empty text."),
        ({"state": "shattered"}, "already_shattered",
         "r is shattered already; only good order is checked."),
    ],
)  # fmt: skip
def test_a_wrong_rsu_is_refused(change, code, message, ask) -> None:
    refused = ask("konrad.remo", {"rsu": {**rsu("r"), **change}, "when": "combat"}, {})
    assert (refused["code"], refused["message"]) == (code, message)


@pytest.mark.parametrize(
    ("path", "value", "code", "message"),
    [
        (["dsus", 1, "rsus", 0, "id"], "x1", "rsu_twice",
         "given.dsus[1].rsus[0].id: x1 is in X already; an RSU is in one DSU, once."),
        (["dsus", 1, "id"], "X", "dsu_twice",
         "given.dsus[1].id: needs an id of its own; X stands there twice."),
        (["dsus", 1, "rsus", 0, "id"], "x2#3", "ambiguous_id",
         "given.dsus: needs ids that dice can tell apart; 'x2#3' is also the second of 'x2'."),
        (["dsus", 1, "id"], "X#2", "ambiguous_id",
         "given.dsus: needs ids that dice can tell apart; 'X#2' is also the second of 'X'."),
        (["dsus", 0, "id"], " ", "no_id", "given.dsus[0].id: needs a name, not an empty text."),
        (["dsus", 0, "sector"], "D4", "unknown_sector",
         "given.dsus[0].sector: needs a sector of the map, A1 to C3, not 'D4'."),
        (["dsus", 0, "rsus", 1, "side"], "soviet", "other_side",
         "given.dsus[0].rsus[1].side: needs axis, the side of its DSU, not soviet."),
        (["dsus", 0, "consolidations"], [["x1", "x9"]], "plan_names_gone",
         "given.dsus[0].consolidations[0]: x9 is not in play; X has x1, x2."),
        (["dsus", 0, "consolidations"], [["x1", "y1"]], "not_same_dsu",
         "given.dsus[0].consolidations[0]: needs an RSU, one of X; y1 is in Y in A2."),
        (["dsus", 0, "consolidations"], [["x1", "x2"], ["x2", "x1"]], "rsu_in_two_pairs",
         "given.dsus[0].consolidations[1]: x2 is in a pair already; an RSU is in one."),
        (["dsus", 0, "gow_allows"], {"y1": 3}, "unknown_rsu",
         "given.dsus[0].gow_allows.y1: needs an RSU of X: x1, x2."),
        (["map", "edges", "soviet"], [], "side_without_edge",
         "given.map.edges: needs an edge of the map for soviet: north, south, west, east."),
        (["map", "edges", "soviet"], "up", "unknown_edge",
         "given.map.edges.soviet: needs north, south, west, east, or a list of them, not 'up'."),
        (["map", "axis"], ["B2", "B2"], "sector_twice",
         "given.map.axis[1]: needs every sector once; B2 stands there twice."),
        (["map", "columns"], "AAB", "bad_columns",
         "given.map.columns: needs the letters of the columns, each once, not 'AAB'."),
        (["settings"], {"rounding": "bankers"}, "bad_value",
         "given.settings.rounding: needs one of nearest, down, up, not 'bankers'."),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused(path, value, code, message, ask) -> None:
    given = table()
    place: Any = given
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    refused = ask("konrad.recovery", given, {})
    assert (refused["code"], refused["message"]) == (code, message)


@pytest.mark.parametrize(
    ("choices", "code", "message"),
    [
        ({"sector:X": "C2"}, "illegal_choice",
         "given.choices.sector:X: X in B2 cannot come to C2 through sectors of axis."),
        ({"sector:X": "E9"}, "unknown_sector",
         "given.choices.sector:X: needs a sector of the map, A1 to C3, not 'E9'."),
        ({"sector:Z": "A2"}, "unknown_dsu", "given.choices.sector:Z: needs a DSU in play: X, Y; not Z."),
        ({"way:X": "A2"}, "unknown_choice", "given.choices.way:X: needs sector:DSU or order:SECTOR."),
        ({"order:B2": ["X", "X"]}, "dsu_twice",
         "given.choices.order:B2: needs every DSU once; X stands there twice."),
        ({"order:B2": 7}, "bad_value", "given.choices.order:B2: needs a list of DSUs, not 7."),
    ],
)  # fmt: skip
def test_a_wrong_choice_is_refused(choices, code, message, ask) -> None:
    refused = ask("konrad.retreat", table(retreating=["X"], choices=choices), {})
    assert (refused["code"], refused["message"]) == (code, message)


def test_a_choice_beside_the_dsu_that_is_not_legal_is_refused_before_its_step(ask) -> None:
    given = table(retreating=["X"], choices={"sector:X": "B1"})
    given["map"]["axis"] = ["B2", "A2", "B1", "A1"]
    given["dsus"].append({"id": "E", "side": "soviet", "sector": "B1", "rsus": [rsu("e1", side="soviet")]})
    refused = ask("konrad.retreat", given, {})
    assert (refused["code"], refused["message"]) == ("illegal_choice", "choices.sector:X: needs A2, not B1.")


def test_a_hostile_sector_cannot_be_opened_to_a_retreat(ask) -> None:
    refused = ask("konrad.retreat", table(retreating=["X"], allowed_sectors=["A2", "C2"]), {})
    assert (refused["code"], refused["message"]) == (
        "hostile_sector",
        "given.allowed_sectors[1]: needs a friendly sector; C2 is hostile to X.",
    )


def test_retreats_come_after_combat_or_movement(ask) -> None:
    refused = ask("konrad.retreat", table(retreating=["X"], after="overstack"), {})
    assert (refused["code"], refused["message"]) == (
        "bad_value",
        "given.after: needs one of combat, movement, not 'overstack'.",
    )


def test_a_dsu_of_no_name_is_quoted(ask) -> None:
    refused = ask("konrad.retreat", table(retreating=[""]), {})
    assert (refused["code"], refused["message"]) == (
        "unknown_dsu",
        "given.retreating[0]: needs a DSU in play: X, Y; not ''.",
    )


def test_a_table_without_dsus_says_that_there_is_none(ask) -> None:
    refused = ask("konrad.retreat", table(retreating=["X"], dsus=[]), {})
    assert (refused["code"], refused["message"]) == (
        "unknown_dsu",
        "given.retreating[0]: needs a DSU in play: there is none; not X.",
    )


def test_a_face_that_the_die_does_not_have_is_refused_with_those_that_it_has(ask) -> None:
    given = {"rsu": rsu("r", side="axis"), "when": "combat"}
    refused = ask("konrad.remo", given, {"remo:r": 0})
    assert (refused["code"], refused["message"]) == ("bad_dice", "remo:r needs a die of 1 to 10, not 0.")
