"""Bad input is refused with a code of its own, before any die."""

from __future__ import annotations

from typing import Any

import pytest

from rules.answers import Asks
from rules.asl import RULINGS
from rules.refusal import Refused


class NoDice:
    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        raise AssertionError(f"{name} was thrown")


def unit(
    unit_id: str = "a",
    nation: str = "german",
    unit_type: str = "squad",
    counter: str = "4-6-7",
    *flags: str,
    **more: str,
) -> dict[str, Any]:
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": list(flags), **more}


def attack(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"module": "asl", "result": "NMC", "units": list(units), "elr": {"german": 3}, **more}


def rally(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"module": "asl", "unit": "a", "units": list(units), **more}


BROKEN = unit("a", "german", "squad", "4-6-7", "broken")
LEADER = unit("l", "german", "leader", "9-1")
BERSERK = unit("a", "german", "squad", "4-6-7", "berserk")


@pytest.mark.parametrize(
    ("rule", "given", "code"),
    [
        ("asl.attack", attack(unit(nation="martian")), "unknown_nation"),
        ("asl.attack", attack(unit(unit_type="tank")), "unknown_type"),
        ("asl.attack", attack(unit(counter="9-9-9")), "unknown_counter"),
        ("asl.attack", attack(unit(counter="4-5-8")), "wrong_nation"),
        ("asl.attack", attack(unit("a", "german", "squad", "4-6-7", "sleepy")), "unknown_flag"),
        ("asl.attack", attack(unit(trait="polish")), "wrong_trait"),
        ("asl.attack", attack(unit(**{"class": "elite"})), "wrong_class"),
        (
            "asl.attack",
            attack(unit("a", "german", "leader", "9-1", **{"class": "green"})),
            "wrong_class",
        ),
        ("asl.attack", attack(unit(), result="5MC"), "unknown_result"),
        ("asl.attack", attack(unit(), facts={"weather": True}), "unknown_fact"),
        ("asl.attack", attack(unit(), choices={"soften:a": "accept"}), "unknown_choice"),
        ("asl.attack", attack(unit(), choices={"harden:a": "maybe"}), "unknown_choice"),
        ("asl.attack", attack(unit(), choices={"harden:b": "refuse"}), "unknown_unit"),
        ("asl.attack", attack(unit(), choices={"harden:b/1": "refuse"}), "unknown_unit"),
        ("asl.rally", rally(BROKEN, LEADER, leader="l", choices={"harden:A": "refuse"}), "unknown_unit"),
        ("asl.attack", attack(unit(), settings={"underlined_original_12": "none"}), "unknown_setting"),
        ("asl.attack", attack(unit(), module="korea"), "unknown_module"),
        ("asl.attack", attack(unit(), wind="mild"), "unknown_key"),
        ("asl.attack", attack(unit(), unit()), "duplicate_id"),
        ("asl.attack", attack(unit(), unit("a#2")), "ambiguous_id"),
        ("asl.attack", attack(unit(" ")), "bad_value"),
        ("asl.attack", attack(), "no_units"),
        ("asl.attack", attack(unit(), elr={"german": 6}), "bad_elr"),
        ("asl.attack", attack(unit(), elr={"german": True}), "bad_elr"),
        ("asl.attack", attack(unit(), elr={}), "missing_elr"),
        ("asl.attack", attack(unit(counter="8-3-8"), ssr_elr=["german"]), "no_replacement"),
        (
            "asl.attack",
            attack(unit("a", "german", "squad", "4-6-7", "berserk", "broken")),
            "contradictory_flags",
        ),
        ("asl.attack", attack(unit("a", "german", "squad", "4-6-7", "dm")), "contradictory_flags"),
        (
            "asl.attack",
            attack(unit("a", "german", "squad", "4-6-7", "pinned", "broken")),
            "contradictory_flags",
        ),
        ("asl.attack", attack(unit("a", "german", "squad", "4-6-7", "heroic")), "contradictory_flags"),
        ("asl.attack", attack(unit("a", "german", "squad", "4-6-7", "wounded")), "contradictory_flags"),
        ("asl.attack", attack(unit("a", "german", "hero", "1-4-9", "broken")), "contradictory_flags"),
        ("asl.attack", attack(unit("a", "german", "crew", "2-2-8", "berserk")), "contradictory_flags"),
        (
            "asl.attack",
            attack(unit("a", "german", "squad", "4-6-7", "broken", "disrupted", "fanatic")),
            "contradictory_flags",
        ),
        (
            "asl.attack",
            attack(unit("a", "russian", "commissar", "9-0", "broken", "disrupted"), elr={"russian": 3}),
            "contradictory_flags",
        ),
        (
            "asl.attack",
            attack(unit("a", "japanese", "squad", "4-4-8", "broken"), elr={"japanese": 3}),
            "contradictory_flags",
        ),
        (
            "asl.attack",
            attack(unit("a", "japanese", "leader", "9-1", "pinned"), elr={"japanese": 3}),
            "contradictory_flags",
        ),
        ("asl.heat_of_battle", rally(unit("a", "german", "crew", "2-2-8")), "not_subject"),
        ("asl.heat_of_battle", rally(unit(), unit="z"), "unknown_unit"),
        ("asl.rally", rally(unit()), "not_broken"),
        ("asl.rally", rally(BROKEN), "no_self_rally"),
        ("asl.rally", rally(BROKEN, leader="l"), "unknown_leader"),
        ("asl.rally", rally(BROKEN, unit("l", "german", "hero", "1-4-9"), leader="l"), "no_leader"),
        ("asl.rally", rally(unit("a", "german", "leader", "9-1", "broken"), leader="a"), "leads_himself"),
        (
            "asl.rally",
            rally(BROKEN, unit("l", "german", "leader", "9-1", "broken"), leader="l"),
            "broken_leader",
        ),
        (
            "asl.rally",
            rally(BROKEN, unit("l", "german", "leader", "9-1", "berserk"), leader="l"),
            "leader_unable",
        ),
        ("asl.rally", rally(BROKEN, unit("l", "partisan", "leader", "9-1"), leader="l"), "wrong_leader"),
        ("asl.rally", rally(BROKEN, LEADER, leader="l", terrain=["swamp"]), "unknown_terrain"),
        (
            "asl.rally",
            rally(unit("a", "german", "squad", "4-6-7", "broken", "disrupted"), first_mmc=True),
            "disrupted",
        ),
        (
            "asl.rally",
            rally(
                unit("a", "russian", "commissar", "9-0", "broken"),
                unit("l", "russian", "leader", "9-1"),
                leader="l",
            ),
            "commissar",
        ),
        ("asl.wound", rally(unit()), "no_smc"),
        ("asl.break_voluntarily", rally(unit("a", "german", "hero", "1-4-9")), "cannot_break"),
        ("asl.ammunition_shortage", rally(unit("a", "german", "leader", "8-0")), "no_mmc"),
        ("asl.sniper", {"san": 8, "original": 8, "phase": "MPh"}, "bad_san"),
        ("asl.sniper", {"san": 3, "original": 3, "phase": "MPh", "against": ""}, "bad_value"),
        ("asl.deploy", rally(BROKEN), "not_good_order"),
        ("asl.recombine", {"units": [unit()], "halves": ["a", "b"]}, "no_half_squad"),
        ("asl.charge", rally(unit()), "not_berserk"),
        (
            "asl.charge",
            rally(BERSERK, enemies=[{"id": "e", "distance": 2}, {"id": "e", "distance": 3}]),
            "duplicate_id",
        ),
        ("asl.charge", rally(BERSERK, enemies=[{"id": "", "distance": 2}]), "bad_value"),
        (
            "asl.charge",
            rally(BERSERK, sw=[{"id": "mg", "pp": 1}, {"id": "mg", "pp": 1}]),
            "duplicate_id",
        ),
        ("asl.hero_card", rally(unit()), "no_hero"),
    ],
)
def test_bad_input_is_refused_before_any_die(rule: str, given: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        RULINGS[rule](given, NoDice())
    assert refused.value.code == code
    assert refused.value.message.endswith(".") or refused.value.message.endswith('"')


def test_a_counter_of_another_nation_is_named_with_the_nations_that_have_it() -> None:
    with pytest.raises(Refused) as refused:
        RULINGS["asl.attack"](attack(unit(counter="4-5-8")), NoDice())
    for nation in ("Russian", "British", "French", "USMC", "Allied Minor"):
        assert nation in refused.value.message


@pytest.mark.parametrize(
    ("rule", "given", "what", "path"),
    [
        (
            "asl.attack",
            attack(unit("a", "finnish", "half_squad", "2-3-8"), elr={"finnish": 3}),
            "class",
            ("units", "a", "class"),
        ),
        ("asl.rally", rally(BROKEN, LEADER), "leader", ("leader",)),
        (
            "asl.recombine",
            {
                "units": [
                    unit("a", "german", "half_squad", "2-3-7"),
                    unit("b", "german", "half_squad", "2-3-7"),
                ],
                "halves": ["a", "b"],
            },
            "into",
            ("into",),
        ),
    ],
)
def test_what_is_open_is_asked_before_any_die(
    rule: str, given: dict[str, Any], what: str, path: tuple[str, ...]
) -> None:
    with pytest.raises(Asks) as asks:
        RULINGS[rule](given, NoDice())
    assert (asks.value.question.what, asks.value.question.path) == (what, path)
