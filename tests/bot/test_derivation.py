"""The dice follow from seed and cuts exactly as published."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice import CarriedDice, Draw, EnteredDice, VerifiableDice, commitment, epoch_key, faces
from rules.answers import Asks
from rules.refusal import Refused

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text(encoding="utf-8"))
KEY = bytes(32)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"game {vector['game']}")
def test_the_published_vectors_hold(vector: dict) -> None:
    seed, cuts = bytes.fromhex(vector["seed"]), [int(cut) for cut in vector["cuts"]]
    assert commitment(vector["game"], vector["epoch"], seed) == vector["commitment"]
    key = epoch_key(vector["game"], vector["epoch"], seed, cuts)
    for draw in vector["draws"]:
        fell = faces(key, draw["name"], draw["n"], len(draw["faces"]), draw["sides"])
        assert list(fell) == draw["faces"], draw["name"]


@given(st.binary(min_size=32, max_size=32), st.integers(0, 50), st.integers(2, 256), st.integers(1, 80))
def test_every_die_has_its_faces_and_no_others(key: bytes, n: int, sides: int, count: int) -> None:
    thrown = faces(key, "mc:1", n, count, sides)
    assert len(thrown) == count
    assert all(1 <= face <= sides for face in thrown)


@pytest.mark.parametrize("sides", [2, 6, 10, 100, 256])
def test_every_face_is_given_by_as_many_bytes(sides: int) -> None:
    below = 256 - 256 % sides
    assert len(set(Counter(byte % sides + 1 for byte in range(below)).values())) == 1


def test_a_longer_draw_begins_as_the_shorter_one() -> None:
    assert faces(KEY, "roll:1", 0, 100, 6)[:2] == faces(KEY, "roll:1", 0, 2, 6)


def test_asking_in_another_order_changes_no_die() -> None:
    one, other = VerifiableDice(KEY, lambda name: 0), VerifiableDice(KEY, lambda name: 0)
    forwards = {name: one.roll(name, 2, 6) for name in ("mc:1", "mc:2", "hob:1")}
    backwards = {name: other.roll(name, 2, 6) for name in ("hob:1", "mc:2", "mc:1")}
    assert forwards == backwards


def test_a_name_drawn_again_gives_the_next_draw_of_that_name() -> None:
    dice = VerifiableDice(KEY, lambda name: 3)
    assert dice.roll("mc:1", 2, 6) == faces(KEY, "mc:1", 3, 2, 6)
    assert dice.roll("mc:1", 2, 6) == faces(KEY, "mc:1", 4, 2, 6)
    assert [draw.n for draw in dice.drawn] == [3, 4]


@pytest.mark.parametrize("name", ["", "mc:Ä", "mc 1", "MC:1", "mc:1\0"])
def test_a_name_of_other_signs_is_no_die(name: str) -> None:
    with pytest.raises(ValueError):
        faces(KEY, name, 0, 2, 6)


def test_carried_dice_are_not_drawn_again() -> None:
    then = VerifiableDice(KEY, lambda name: 0)
    dice = CarriedDice([Draw("mc:1", 0, 6, (1, 1))], then)
    assert dice.roll("mc:1", 2, 6) == (1, 1)
    assert dice.roll("hob:1", 2, 6) == faces(KEY, "hob:1", 0, 2, 6)
    assert [draw.name for draw in then.drawn] == ["hob:1"]


def test_entered_dice_are_taken_in_the_order_typed_and_the_missing_are_asked_for() -> None:
    dice = EnteredDice((5, 6, 1, 1))
    assert (dice.roll("mc:1", 2, 6), dice.roll("mc:2", 2, 6)) == ((5, 6), (1, 1))
    with pytest.raises(Asks) as asked:
        dice.roll("hob:2", 2, 6)
    assert (asked.value.question.what, asked.value.question.of) == ("dice", "hob:2")


def test_entered_dice_with_a_seven_or_one_too_many_are_refused() -> None:
    with pytest.raises(Refused, match="faces from 1 to 6"):
        EnteredDice((7, 1)).roll("mc:1", 2, 6)
    left = EnteredDice((1, 2, 3))
    left.roll("mc:1", 2, 6)
    with pytest.raises(Refused, match="left over"):
        left.require_all_used()
