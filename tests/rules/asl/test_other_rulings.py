"""Rulings with no attack: snipers, deployment, charges, FPF, shortages, the hero's card."""

from __future__ import annotations

from typing import Any

import pytest

from rules.answers import Asked, Asks
from rules.asl import RULINGS
from rules.dice import RecordedDice
from rules.json import Object

NO_DICE: dict[str, tuple[int, ...]] = {}


def unit(unit_id: str, unit_type: str, counter: str, *flags: str, nation: str = "german") -> dict[str, Any]:
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": list(flags)}


def ruled(rule: str, given: Object, dice: dict[str, tuple[int, ...]] = NO_DICE) -> dict[str, Any]:
    recorded = RecordedDice(dice)
    result = dict(RULINGS[rule](given, recorded).result)
    recorded.require_all_used()
    return result


def states(result: dict[str, Any]) -> list[str]:
    return [" ".join((form["counter"], *form["is"])) for form in result["units"]]


@pytest.mark.parametrize(("face", "hits"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_sniper_hits_on_one_and_two(face: int, hits: bool) -> None:
    given = {"san": 4, "original": 4, "phase": "MPh"}
    result = ruled("asl.sniper", given, {"sniper:enemy": (face,)})
    assert result == {"drawn": True, "hits": hits, "dr": face}


@pytest.mark.parametrize(("original", "phase"), [(5, "MPh"), (4, "RPh"), (4, "CCPh")])
def test_another_number_or_phase_draws_no_sniper(original: int, phase: str) -> None:
    assert ruled("asl.sniper", {"san": 4, "original": original, "phase": phase}) == {
        "drawn": False,
        "hits": False,
    }


def test_a_squad_deploys_and_its_halves_recombine() -> None:
    deployed = ruled("asl.deploy", {"unit": "a", "units": [unit("a", "squad", "4-6-7", "fanatic")]})
    assert (states(deployed), deployed["gone"]) == (["2-4-7 fanatic", "2-4-7 fanatic"], ["a"])
    halves = [unit("a", "half_squad", "2-4-7", "fanatic"), unit("b", "half_squad", "2-4-7")]
    recombined = ruled("asl.recombine", {"units": halves, "halves": ["a", "b"]})
    assert (states(recombined), recombined["gone"]) == (["4-6-7"], ["b"])


def charge(**more: Any) -> dict[str, Any]:
    enemies = [{"id": "near", "distance": 3}, {"id": "far", "distance": 5}]
    return {"unit": "a", "units": [unit("a", "squad", "4-6-7", "berserk")], "enemies": enemies, **more}


def test_a_berserk_unit_charges_the_nearest_and_drops_what_is_heavy() -> None:
    sw = [{"id": "mmg", "pp": 5}, {"id": "dc", "pp": 1}]
    result = ruled("asl.charge", charge(sw=sw))
    assert result == {"target": "near", "mf": 8, "enters": True, "dropped": ["mmg"], "kept": ["dc"]}


def test_the_attacker_whose_unit_charges_chooses_between_equals() -> None:
    enemies = [{"id": "x", "distance": 3}, {"id": "y", "distance": 3}]
    with pytest.raises(Asks) as asks:
        ruled("asl.charge", charge(enemies=enemies))
    assert (asks.value.question.who, asks.value.question.options) == (Asked.OWNER, ("x", "y"))
    chosen = ruled("asl.charge", charge(enemies=enemies, choices={"charge:a": "y"}))
    assert chosen["target"] == "y"


def test_a_barred_enemy_gives_way_to_the_next_unless_the_way_round_is_shorter() -> None:
    near = {"id": "near", "distance": 2, "barred": True}
    far = {"id": "far", "distance": 5, "strongpoint": True}
    result = ruled("asl.charge", charge(enemies=[near, far]))
    assert (result["target"], result["enters"]) == ("far", False)
    assert ruled("asl.charge", charge(enemies=[{**near, "way_round": 4}, far]))["target"] == "near"


@pytest.mark.parametrize(
    ("moving", "flags", "mf"),
    [
        (None, (), 8),
        (None, ("wounded",), 3),
        ({"spent": 3}, (), 5),
        ({"spent": 3, "stopped": True}, (), 0),
    ],
)
def test_the_mf_of_a_charge(moving: dict[str, Any] | None, flags: tuple[str, ...], mf: int) -> None:
    charging = unit("a", "leader", "8-0", "berserk", *flags)
    assert ruled("asl.charge", charge(units=[charging], moving=moving))["mf"] == mf


def test_a_charge_that_ends_with_nobody_in_sight_ends_the_frenzy() -> None:
    given = {"unit": "a", "units": charge()["units"], "reason": "none_in_los"}
    assert states(ruled("asl.return_to_normal", given)) == ["4-6-7"]


def fpf(*units: dict[str, Any]) -> dict[str, Any]:
    return {"units": list(units), "elr": {"german": 3}, "dr": [6, 6]}


def test_fpf_is_a_check_on_the_firers_own_dice() -> None:
    given = {**fpf(unit("a", "squad", "4-6-7")), "dr": [3, 4]}
    assert states(ruled("asl.fpf", given)) == ["4-6-7 pinned"]


def test_of_a_group_one_suffers_the_original_12_of_fpf() -> None:
    given = fpf(unit("a", "crew", "2-2-8"), unit("b", "crew", "2-2-8"))
    result = ruled("asl.fpf", given, {"select:a": (5,), "select:b": (2,)})
    assert (states(result), result["gone"]) == (["2-2-8 broken dm"], ["a"])


def test_a_shortage_replaces_without_breaking_and_breaks_where_nothing_is_lower() -> None:
    for counter, after in (("4-6-7", "4-4-7"), ("4-3-6", "4-3-6 broken dm")):
        given = {"unit": "a", "units": [unit("a", "squad", counter)]}
        assert states(ruled("asl.ammunition_shortage", given)) == [after]


def test_a_leader_who_breaks_willingly_is_missed() -> None:
    given = {"unit": "l", "units": [unit("l", "leader", "9-1"), unit("a", "squad", "4-6-7")]}
    result = ruled("asl.break_voluntarily", given, {"lltc:a": (3, 4)})
    assert states(result) == ["9-1 broken dm", "4-6-7 pinned"]


@pytest.mark.parametrize(("spent", "moves"), [(2, True), (3, False)])
def test_a_hero_wounded_in_first_fire_after_three_mf_stops(spent: int, moves: bool) -> None:
    hero = unit("h", "hero", "1-3-8", "wounded")
    given = {"unit": "h", "units": [hero], "first_fire_wound": True, "mf_spent": spent}
    assert ruled("asl.hero_card", given)["moves"] is moves


@pytest.mark.parametrize(("gun", "drm"), [(0, -1), (81, 0), (82, -1)])
def test_a_small_gun_has_no_heroic_drm(gun: int, drm: int) -> None:
    given = {"unit": "h", "units": [unit("h", "hero", "1-4-9")], "gun": gun}
    assert ruled("asl.hero_card", given)["heroic_drm"] == drm


def test_the_card_of_a_hero_says_what_sw_and_guns_cost_him() -> None:
    given = {"unit": "h", "units": [unit("h", "hero", "1-4-9")], "gun": 105}
    says = {fact["subject"]: fact["says"] for fact in ruled("asl.hero_card", given)["facts"]}
    assert says["SW"] == "as a leader; one for two men at +1"
    assert says["Gun 105mm"] == (
        "once a Game Turn, in MPh or DFPh; no CA change of NT weapons unless M# 9 or more"
    )
