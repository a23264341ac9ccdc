"""The dice follow from seed and cuts exactly as published."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.dice import CarriedDice, Draw, EnteredDice, VerifiableDice, commitment, epoch_key, faces
from rules.answers import Asks
from rules.refusal import Refused

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "vectors.json").read_text(encoding="utf-8"))
DOCUMENT = (Path(__file__).parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
KEY = bytes(32)


def published(seed: bytes, game: str, epoch: str, cuts: list[str]) -> bytes:
    """The key, by nothing but what docs/trust.md says."""
    message = b"cut\x00" + game.encode() + b"\x00" + epoch.encode()
    for cut in cuts:
        message += b"\x00" + cut.encode()
    return hmac.new(seed, message, hashlib.sha256).digest()


def stream(key: bytes, name: str, n: int) -> Iterator[int]:
    for block in range(256):
        message = f"v1\0{name}\0{n}\0{block}".encode()
        yield from hmac.new(key, message, hashlib.sha256).digest()


def thrown(key: bytes, name: str, n: int, sides: int, count: int) -> list[int]:
    """The dice, by nothing but what docs/trust.md says."""
    largest = max(multiple for multiple in range(0, 257, sides))
    fit = (byte for byte in stream(key, name, n) if byte < largest)
    return [byte % sides + 1 for byte in islice(fit, count)]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"game {vector['game']}")
def test_the_document_is_enough_to_get_the_published_vectors(vector: dict) -> None:
    seed, game, epoch = bytes.fromhex(vector["seed"]), str(vector["game"]), str(vector["epoch"])
    committed = b"v1\x00" + game.encode() + b"\x00" + epoch.encode() + b"\x00" + seed
    assert hashlib.sha256(committed).hexdigest() == vector["commitment"]
    key = published(seed, game, epoch, vector["cuts"])
    for draw in vector["draws"]:
        fell = thrown(key, draw["name"], draw["n"], draw["sides"], len(draw["faces"]))
        assert fell == draw["faces"], draw["name"]


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=4),
    st.from_regex(r"[a-z0-9_:#-]{1,12}", fullmatch=True),
    st.integers(0, 10**6),
    st.integers(2, 256),
    st.integers(1, 50),
)
def test_the_document_and_the_program_never_differ(
    seed: bytes, cuts: list[int], name: str, n: int, sides: int, count: int
) -> None:
    key = published(seed, "12", "3", list(map(str, cuts)))
    assert epoch_key(12, 3, seed, tuple(cuts)) == key
    assert list(faces(key, name, n, count, sides)) == thrown(key, name, n, sides, count)


def test_the_example_of_the_document_is_true() -> None:
    seed, cuts = bytes(range(32)), (1456255721799680000, 1456255763742720000)
    key = epoch_key(1, 1, seed, cuts)
    told = dict(re.findall(r"^    (commitment|key) +([0-9a-f]{64})$", DOCUMENT, re.MULTILINE))
    assert told == {"commitment": commitment(1, 1, seed), "key": key.hex()}
    draws = re.findall(
        r"^    (mc:\d+) +n 0 +([0-9a-f]{8})\.\.\. .* the DR is (\d),(\d)$", DOCUMENT, re.MULTILINE
    )
    assert [name for name, *_ in draws] == ["mc:1", "mc:11"]
    for name, begins, coloured, white in draws:
        assert bytes(islice(stream(key, name, 0), 4)).hex() == begins
        assert faces(key, name, 0, 2, 6) == (int(coloured), int(white))


def test_a_byte_above_the_largest_multiple_is_skipped() -> None:
    key = epoch_key(1, 1, bytes(range(32)), (1456255721799680000, 1456255763742720000))
    assert list(islice(stream(key, "mc:11", 0), 3)) == [254, 77, 190]
    assert faces(key, "mc:11", 0, 2, 6) == (6, 5)
    assert faces(key, "mc:11", 0, 1, 256) == (255,)


def test_n_and_block_are_apart() -> None:
    """`1 NUL 10` and `11 NUL 0` are other bytes: no draw runs into the next."""
    begins = {
        bytes(islice(stream(KEY, "roll:1", n), 32 * block, 32 * block + 32))
        for n in range(12)
        for block in range(12)
    }
    assert len(begins) == 144
    assert faces(KEY, "roll:1", 1, 400, 256) != faces(KEY, "roll:1", 11, 400, 256)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"game {vector['game']}")
def test_the_published_vectors_hold(vector: dict) -> None:
    seed, cuts = bytes.fromhex(vector["seed"]), tuple(map(int, vector["cuts"]))
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


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 12, 36, 100, 255, 256])
def test_every_face_is_given_by_as_many_bytes(sides: int) -> None:
    below = 256 - 256 % sides
    fell = Counter(byte % sides + 1 for byte in range(below))
    assert fell == dict.fromkeys(range(1, sides + 1), below // sides)


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


@pytest.mark.parametrize("sides", [0, 1, 257])
def test_a_die_has_from_2_to_256_faces(sides: int) -> None:
    with pytest.raises(ValueError, match=f"of {sides} faces"):
        faces(KEY, "roll:1", 0, 1, sides)


@pytest.mark.parametrize("count", [0, -1])
def test_no_dice_are_no_draw(count: int) -> None:
    with pytest.raises(ValueError, match=f"no {count} dice"):
        faces(KEY, "roll:1", 0, count, 6)


def test_carried_dice_of_another_make_are_refused() -> None:
    dice = CarriedDice([Draw("mc:1", 0, 6, (1, 1))], VerifiableDice(KEY, lambda name: 0))
    with pytest.raises(Refused, match="asked for otherwise"):
        dice.roll("mc:1", 1, 6)


@pytest.mark.parametrize("name", ["", "mc:Ä", "mc 1", "MC:1", "mc:1\0", "mc:1\n", "mc.1"])
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
