"""Laws that hold for every request and every fall of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.asl import blocks, summary
from bot.render.asl_summary import unit_line
from rules.answers import Asks
from rules.asl import RULINGS
from rules.asl.apply import apply
from rules.asl.book import book, modules, nations
from rules.asl.events import CheckFailed, Replaced
from rules.asl.events_heat import Hardened
from rules.asl.numbers import morale_of
from rules.asl.odds import odds
from rules.asl.paths import every_path
from rules.asl.unit_form import read_unit, write_unit
from rules.asl.words import Module, UnitType
from rules.dice import RecordedDice
from rules.refusal import Refused

RESULTS = ("NMC", "1MC", "2MC", "3MC", "4MC", "PTC", "K/1", "K/4", "1KIA", "2KIA")
FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False, "opponent": "russian"}
COMMON_FLAGS = ("broken", "dm", "pinned", "wounded", "fanatic", "berserk", "heroic", "disrupted", "encircled")


class Keeping:
    """Dice of a seeded game that keep what they threw, by name."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.thrown: dict[str, tuple[int, ...]] = {}

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        assert name not in self.thrown
        # Half of the dice are extreme, so that 2s and 12s come up often.
        face = self._random.choice((1, sides))
        extreme = self._random.random() < 0.5
        self.thrown[name] = tuple(face if extreme else self._random.randint(1, sides) for _ in range(count))
        return self.thrown[name]


@st.composite
def units(draw: st.DrawFn, unit_id: str, module: Module) -> dict[str, Any]:
    nation = draw(st.sampled_from(nations()))
    kinds = [kind for kind in UnitType if book(module).counters_of(nation, kind)]
    kind = draw(st.sampled_from(kinds))
    counter = draw(st.sampled_from(book(module).counters_of(nation, kind)))
    flags = draw(st.lists(st.sampled_from(COMMON_FLAGS), unique=True, max_size=3))
    form = {"id": unit_id, "nation": nation, "type": kind.value, "counter": counter, "is": flags}
    classes = [fit.key.unit_class for fit in book(module).named(nation, kind, counter)]
    if len(classes) > 1:
        form["class"] = str(draw(st.sampled_from(classes)))
    return form


@st.composite
def attacks(draw: st.DrawFn, most: int = 4) -> dict[str, Any]:
    module = draw(st.sampled_from(modules()))
    stack = [draw(units(name, module)) for name in "abcdef"[: draw(st.integers(1, most))]]
    return {
        "module": module,
        "result": draw(st.sampled_from(RESULTS)),
        "units": stack,
        "elr": {nation: draw(st.integers(0, 5)) for nation in nations()},
        "facts": FACTS,
    }


@settings(max_examples=200, deadline=None)
@given(attacks(), st.integers(0, 10**6))
def test_every_ruling_ends_in_legal_units_and_every_event_renders_and_applies(
    request: dict[str, Any], seed: int
) -> None:
    dice = Keeping(seed)
    try:
        ruling = RULINGS["asl.attack"](request, dice)
    except Refused:
        assert dice.thrown == {}, "a refusal asks for no die"
        return
    rules = book(Module(request["module"]))
    standing = {form["id"]: read_unit(form, rules) for form in request["units"]}
    names = {name: f"unit {name}" for name in standing}
    for event in ruling.events:
        standing = apply(standing, event)
        assert event.cite
        if isinstance(event, Replaced) and event.unit.type is UnitType.LEADER:
            assert morale_of(event.unit.counter) <= morale_of(event.was)
        if isinstance(event, Hardened) and event.unit.mmc:
            before, after = (tuple(map(int, name.split("-")))[:2] for name in (event.was, event.unit.counter))
            assert all(better >= worse for worse, better in zip(before, after, strict=True))
    for unit in standing.values():
        assert read_unit(write_unit(unit), rules) == unit
        assert len(unit_line(unit, "a name that is much too long for a phone")) <= 38
    assert len(ruling.result["units"]) == len(standing)  # type: ignore[arg-type]
    assert "\n" not in summary(ruling.events, names)
    told = blocks(ruling.events, names)
    assert sum(len(block.lines) for block in told) == len(ruling.events)
    assert all(line.endswith((")", ").")) for block in told for line in block.lines)

    again = RecordedDice(dict(reversed(dice.thrown.items())))
    same = RULINGS["asl.attack"](request, again)
    assert same.events == ruling.events, "dice by name, in whatever order they stand"
    assert same.result == ruling.result
    again.require_all_used()


@settings(max_examples=25, deadline=None)
@given(attacks(most=2))
def test_chances_add_up_to_one(request: dict[str, Any]) -> None:
    try:
        found = odds("asl.attack", request)
    except Refused:
        return
    by_unit = found["units"]
    assert isinstance(by_unit, Mapping)
    for ends in by_unit.values():
        assert sum(Fraction(end["chance"]) for end in ends) == 1


def unit(unit_id: str, unit_type: str, counter: str, *flags: str, nation: str = "german") -> dict[str, Any]:
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": list(flags)}


def attack(result: str, *stack: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "result": result,
        "units": list(stack),
        "elr": {"german": 3, "russian": 3},
        "facts": FACTS,
        **more,
    }


def chances(ends: Any) -> dict[str, str]:
    return {
        end.get("counter", "gone") + "".join(f" {f}" for f in end.get("is", ())): end["chance"]
        for end in ends
    }


def test_the_odds_of_a_crew_are_those_counted_on_the_table() -> None:
    """A crew under a NMC has neither an ELR nor Heat of Battle."""
    ends = odds("asl.attack", attack("NMC", unit("a", "crew", "2-2-8")))["units"]["a"]  # type: ignore[index,call-overload]
    assert chances(ends) == {
        "2-2-8": "7/12",  # 2 to 7: 21 of 36
        "2-2-8 broken dm": "1/4",  # 9, 10, 11: 9 of 36
        "2-2-8 pinned": "5/36",  # 8
        "gone": "1/36",  # 12
    }


LEADER = unit("l", "leader", "8-1")


@pytest.mark.parametrize(
    ("result", "first", "second", "more"),
    [
        ("NMC", LEADER, unit("b", "crew", "2-2-8"), {}),
        ("2MC", LEADER, unit("b", "crew", "2-2-8", "broken"), {}),
        ("PTC", LEADER, unit("b", "squad", "4-6-7"), {}),
        ("1KIA", LEADER, unit("b", "squad", "4-6-7"), {}),
        ("K/2", unit("l", "crew", "2-2-8"), unit("b", "squad", "4-6-7", "broken"), {}),
        ("1MC", LEADER, unit("b", "squad", "4-6-7"), {"targets": ["l"]}),
        ("K/1", LEADER, unit("b", "squad", "4-6-7"), {"targets": ["b"]}),
    ],
)
def test_the_odds_agree_with_a_walk_over_every_path(
    result: str, first: dict[str, Any], second: dict[str, Any], more: dict[str, Any]
) -> None:
    """Two units, each full path of the ruling counted by itself; a moving stack may be one of them."""
    request = attack(result, first, second, **more)
    counted: dict[str, dict[str, Fraction]] = {name: {} for name in "lb"}
    total = Fraction(0)
    for chance, ruling in every_path(lambda dice: RULINGS["asl.attack"](request, dice)):
        total += chance
        for name in "lb":
            standing = [form for form in ruling.result["units"] if form.get("id") == name]  # type: ignore[union-attr]
            born = any(form.get("from") == name for form in ruling.result["units"])  # type: ignore[union-attr]
            key = f"{standing[0]['counter']} {standing[0]['is']}" if standing else "gone"
            key += " born" if born else ""
            counted[name][key] = counted[name].get(key, Fraction(0)) + chance
    assert total == 1
    found = odds("asl.attack", request)["units"]
    for name in "lb":
        listed: dict[str, Fraction] = {}
        for end in found[name]:  # type: ignore[index,call-overload]
            key = "gone" if end.get("gone") else f"{end['counter']} {end['is']}"
            key += " born" if end.get("from") else ""
            listed[key] = listed.get(key, Fraction(0)) + Fraction(end["chance"])
        assert listed == counted[name]


def test_a_missing_fact_is_an_end_of_its_own() -> None:
    request = attack("NMC", unit("a", "squad", "4-6-7"), facts={})
    ends = odds("asl.attack", request)["units"]["a"]  # type: ignore[index,call-overload]
    asked = {end["asks"]: end["chance"] for end in ends if "asks" in end}
    # An Original 2, then Heat of Battle of 9 to 11 or of 12.
    assert asked == {"known_enemy_in_los": str(Fraction(9, 1296)), "adjacent_enemy": str(Fraction(1, 1296))}


def test_more_than_six_units_have_no_odds() -> None:
    with pytest.raises(Refused, match="Odds take at most 6"):
        odds("asl.attack", attack("NMC", *(unit(name, "squad", "4-6-7") for name in "abcdefg")))


def test_dice_that_are_summed_need_only_their_sum() -> None:
    """Every pair of faces with one sum leads to one result."""
    request = attack("1MC", unit("l", "leader", "8-0"), unit("a", "squad", "4-4-7"))
    for first, second in ((2, 5), (1, 6), (3, 4)):
        results = [
            RULINGS["asl.attack"](request, RecordedDice({"mc:l": (x, y), "mc:a": (3, 2)})).result
            for x, y in ((first, second), (second, first))
        ]
        assert results[0] == results[1]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["NMC", "2MC", "4MC", "PTC"]), st.integers(0, 10**6))
def test_adding_a_mmc_never_changes_what_a_leader_does(result: str, seed: int) -> None:
    alone = attack(result, unit("l", "leader", "8-1"), unit("m", "leader", "9-2"))
    beside = attack(result, *alone["units"], unit("a", "squad", "4-3-6"))
    dice = Keeping(seed)
    ruling = RULINGS["asl.attack"](beside, dice)
    leaders = {name: faces for name, faces in dice.thrown.items() if name.partition(":")[2][:1] in "lm"}
    same = RULINGS["asl.attack"](alone, RecordedDice(leaders))
    kept = [form for form in ruling.result["units"] if form.get("id") in ("l", "m")]  # type: ignore[union-attr]
    assert kept == same.result["units"]


def test_a_question_keeps_the_events_so_far() -> None:
    request = attack("NMC", unit("a", "squad", "4-6-7"), facts={})
    with pytest.raises(Asks) as asks:
        RULINGS["asl.attack"](request, RecordedDice({"mc:a": (1, 1), "hob:a": (5, 5)}))
    assert [type(event).tag for event in asks.value.events] == ["check_passed", "heat_rolled"]  # type: ignore[attr-defined]
    assert asks.value.question.path == ("facts", "known_enemy_in_los")


def test_hardening_can_be_asked_of_its_owner() -> None:
    request = attack("NMC", unit("a", "squad", "4-6-7"), choices={"harden:a": "ask"})
    with pytest.raises(Asks) as asks:
        RULINGS["asl.attack"](request, RecordedDice({"mc:a": (1, 1), "hob:a": (4, 4)}))
    question = asks.value.question
    assert (question.what, question.of, question.options) == ("harden", "a", ("accept", "refuse"))
    assert question.path == ("choices", "harden:a")


@pytest.mark.parametrize("key", ["harden:a", "harden:a/1"])
def test_a_choice_for_a_squad_holds_for_the_halves_that_come_out_of_it(key: str) -> None:
    """The 8-3-8 splits beyond its ELR of 5, the leader dies of a wound, and a half throws a 2 in the LLMC."""
    request = attack("4MC", unit("l", "leader", "9-1"), unit("a", "squad", "8-3-8"), choices={key: "refuse"})
    dice = RecordedDice(
        {
            "mc:l": (6, 6), "wound:l": (6,), "mc:a": (5, 6),
            "llmc:a/1": (1, 1), "hob:a/1": (4, 4), "llmc:a/2": (1, 2),
        }
    )  # fmt: skip
    ruling = RULINGS["asl.attack"](request, dice)
    dice.require_all_used()
    assert [type(event).tag for event in ruling.events].count("hardening_refused") == 1  # type: ignore[attr-defined]
    assert all(form["is"] == ["broken", "dm"] for form in ruling.result["units"])  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize(
    ("stack", "nation", "dice", "elr"),
    [
        (unit("a", "squad", "4-6-7"), "german", (5, 5), 3),
        # Underlined morale has 5 whatever the scenario prints.
        (unit("a", "squad", "8-3-8"), "german", (5, 5), 5),
        (unit("a", "leader", "8-0"), "german", (5, 5), 3),
        # Crews and broken units are held against none, nor is a Japanese leader.
        (unit("a", "crew", "2-2-8"), "german", (5, 5), None),
        (unit("a", "squad", "4-6-7", "broken", "dm"), "german", (5, 5), None),
        (unit("a", "leader", "8-0", nation="japanese"), "japanese", (5, 5), None),
    ],
)
def test_a_failure_tells_the_elr_that_it_is_held_against(
    stack: dict[str, Any], nation: str, dice: tuple[int, int], elr: int | None
) -> None:
    given = attack("NMC", stack, elr={nation: 3})
    failed = RULINGS["asl.attack"](given, RecordedDice({"mc:a": dice, "wound:a": (1,)})).events[0]
    assert isinstance(failed, CheckFailed)
    assert failed.elr == elr
    (block, *_) = blocks((failed,), {})
    margin = failed.margin
    said = f"fails by {margin}, ELR {elr} (A10.1)" if elr is not None else f"fails by {margin} (A10.1)"
    assert block.lines[0].endswith(said)
