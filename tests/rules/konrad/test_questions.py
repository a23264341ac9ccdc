"""What the GoW are asked, where the answer belongs, and that it is asked but once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.answers import Asked, Asks
from rules.dice import RecordedDice
from rules.konrad import RULINGS


def dsu(name: str, sector: str, category: str = "other", state: str = "good_order") -> dict[str, Any]:
    strength = {"leg": {"now": 400, "full": 400}}
    rsu = {"id": name.lower(), "category": category, "state": state, "strength": strength}
    return {"id": name, "side": "axis", "sector": sector, "rsus": [rsu]}


def retreat(owned: str, dsus: list[dict[str, Any]], dice: dict[str, int], **more: Any) -> Any:
    given = {
        "map": {
            "columns": "ABCDE",
            "rows": 5,
            "edges": {"axis": "west", "soviet": "east"},
            "axis": owned.split(),
        },
        "dsus": dsus,
        "retreating": ["X"],
        **more,
    }
    recorded = RecordedDice({f"remo:{rsu}": [face] for rsu, face in dice.items()})
    return RULINGS["konrad.retreat"](given, recorded)


def test_equal_sectors_are_asked_of_the_gow_with_the_events_so_far() -> None:
    dsus = [dsu("X", "C3", state="shattered"), dsu("P", "B3"), dsu("Q", "B3")]
    with pytest.raises(Asks) as asks:
        retreat("C3 B3 B2 B4", dsus, {"p": 7, "q": 7})
    question = asks.value.question
    assert (question.what, question.of, question.options) == ("sector", "X", ("B2", "B4"))
    assert question.path == ("choices", "sector:X")
    assert question.who is Asked.GOW
    assert question.cite == "p5 p6"
    tags = [event.tag for event in asks.value.events]
    assert tags == ["dsu_overstacked", "rsu_held", "rsu_held"]


def test_the_order_of_two_is_asked_at_once_before_the_first_goes_on() -> None:
    dsus = [dsu("X", "C3", state="shattered"), dsu("P", "B3"), dsu("Q", "B3")]
    with pytest.raises(Asks) as asks:
        retreat("C3 B3 B2 B4", dsus, {"p": 8, "q": 8})
    question = asks.value.question
    assert (question.what, question.of, question.options) == ("order", "B3", ("P", "Q"))
    assert question.path == ("choices", "order:B3")


def test_naming_the_one_that_goes_first_orders_two() -> None:
    dsus = [dsu("X", "C3", state="shattered"), dsu("P", "B3"), dsu("Q", "B3")]
    ruling = retreat("C3 B3 A3", dsus, {"p": 8, "q": 8}, choices={"order:B3": "Q"})
    assert ruling.result["sectors"] == {"X": "A3", "Q": "A3", "P": "C3"}


def test_dsus_are_offered_by_letter_then_number() -> None:
    dsus = [dsu("X", "C3", state="shattered"), dsu("P10", "B3"), dsu("P9", "B3")]
    with pytest.raises(Asks) as asks:
        retreat("C3 B3 A3", dsus, {"p10": 8, "p9": 8})
    assert asks.value.question.options == ("P9", "P10")


def test_an_answer_that_an_earlier_step_would_take_has_a_number_of_its_own() -> None:
    # X passes B3 and B2, both overstacked; C2 is legal from C3 as well as, later, from B2.
    owned = "C3 B3 B2 B1 C2"
    crowd = [
        dsu(name, at)
        for name, at in zip("PQSTUVWY", ("B3", "B3", "B2", "B2", "C2", "C2", "B1", "B1"), strict=True)
    ]
    dsus = [dsu("X", "C3", state="shattered"), *crowd]
    held = {"p": 1, "q": 1, "s": 1, "t": 1}
    with pytest.raises(Asks) as asks:
        retreat(owned, dsus, held)
    question = asks.value.question
    assert question.options == ("B1", "C2")
    assert question.path == ("choices", "sector:X#2")
    stuck = retreat(owned, dsus, {**held, "u": 1, "v": 1}, choices={"sector:X#2": "C2"})
    assert [event.tag for event in stuck.events][-1] == "dsu_eliminated"
    assert stuck.events[-1].sector == "C2"


def test_an_answer_for_what_the_dice_did_not_bring_is_idle() -> None:
    dsus = [dsu("X", "C3", state="shattered"), dsu("P", "B3"), dsu("Q", "B3")]
    choices = {"sector:P": "C3", "order:B3": ["P", "Q"]}
    ruling = retreat("C3 B3 A3", dsus, {"p": 7, "q": 7}, choices=choices)
    assert ruling.result["sectors"] == {"X": "A3", "P": "B3", "Q": "B3"}
