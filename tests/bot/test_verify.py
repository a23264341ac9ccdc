"""An export is true or the first thing that is not is named: tampered, cut, or chained anew by its host."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.events.table import EnteredDiceAllowed
from bot.ledger.canonical import parse
from bot.operations.answering import answer
from bot.operations.campaign import open_sample
from bot.operations.opening import take_seat
from bot.operations.remo import sheet_of_named
from bot.play import game as games
from bot.verify import NotTrue, lines
from bot.verify.report import Verified
from rules.konrad.formations import Scenario

POSTS = re.compile(rb'"posts":\[[^\]]*\]')
SEED = f"{1:064x}"


@pytest.fixture
async def honest(desk: Any, people: Any, exported: Any) -> bytes:
    """#1 to #3 opened and joined, #4 roster, #5 and #6 rulings, #7 a question, #8 its answer; #10 the end."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("PTC", bob)
    await desk.check("1MC", alice)
    await desk.check("NMC", bob, typed=(2, 3, 2, 2))
    await desk.ask(alice, answer(1, 7, "agree"))
    await desk.end()
    return await exported(desk)


def test_an_honest_export_is_verified_and_entered_dice_are_counted_apart(honest: bytes, check: Any) -> None:
    found = check(honest)
    assert (found.game, found.entries, found.entered, found.unrevealed) == (1, 10, 2, ())
    assert found.dice >= 4
    told = list(lines(found))
    assert told[0].startswith("Game 1: 10 entries, chain unbroken to ")
    assert told[2] == "4 rulings give what is recorded when applied again."
    assert told[3] == "10 entries are what their commands make of what went before."
    assert told[4] == "2 draws were rolled elsewhere and entered: nothing proves them."


def test_one_of_each_is_told_as_one() -> None:
    found = Verified(
        game=1, entries=1, head="009ba9aaeb975d62", dice=1, entered=1, unrevealed=((2, 1),), rulings=1, seen=1
    )
    assert list(lines(found)) == [
        "Game 1: 1 entry, chain unbroken to 009ba9aaeb975d62.",
        "1 footer seen in the channel stands in this chain.",
        "1 draw follows from the seeds revealed and the cuts.",
        "1 ruling gives what is recorded when applied again.",
        "1 entry is what its command makes of what went before.",
        "1 draw was rolled elsewhere and entered: nothing proves it.",
        "Epoch 2 is not revealed: its 1 draw is NOT verified.",
    ]


def test_chaining_anew_what_was_not_changed_gives_the_same_chain(
    honest: bytes, check: Any, forged: Any
) -> None:
    assert check(forged(honest, lambda entries: None)) == check(honest)


async def test_an_epoch_that_is_not_revealed_is_never_told_as_verified(
    desk: Any, check: Any, exported: Any
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("PTC")
    data = await exported(desk)
    found = check(data)
    assert (found.dice, found.unrevealed) == (0, ((1, 1),))
    assert list(lines(found))[-1] == "Epoch 1 is not revealed: its 1 draw is NOT verified."
    assert SEED.encode() not in data


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(place=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_any_other_byte_is_found(honest: bytes, check: Any, place: int, byte: int) -> None:
    bare = POSTS.sub(b'"posts":[]', honest)
    place %= len(bare)
    changed = bare[:place] + bytes([byte]) + bare[place + 1 :]
    if changed == bare:
        return
    with pytest.raises(NotTrue):
        check(changed)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, 10**6))
def test_a_file_cut_anywhere_is_found(honest: bytes, check: Any, place: int) -> None:
    with pytest.raises(NotTrue):
        check(honest[: place % len(honest)])


@pytest.mark.parametrize(
    ("tampered", "says"),
    [
        (lambda rows: rows[:3] + rows[4:], "#4 has number 4; what went before gives number 3"),
        (lambda rows: [*rows[:2], rows[3], rows[2], *rows[4:]], "#3 has number 3"),
        (lambda rows: [*rows[:4], rows[3], *rows[4:]], "#3 has number 3; what went before gives number 4"),
        (lambda rows: rows[:-2] + rows[-1:], "The end line says #10"),
        (lambda rows: rows[:-1], "after #10 its end line is missing"),
        (lambda rows: [*rows, rows[-1]], "Line 13, after #10, stands after"),
        (lambda rows: [*rows, b"\n"], "Line 13, after #10, stands after"),
        (lambda rows: [*rows, b"{}\n"], "Line 13, after #10, stands after"),
        (lambda rows: [*rows[:2], b"\n", *rows[2:]], "Line 3, after #1,"),
        (lambda rows: rows[1:], "Line 1 is no line of an export"),
        (lambda rows: [b'{"export":2,"game":1}\n', *rows[1:]], "Line 1 .* export"),
        (lambda rows: [b'{"export":1,"game":2}\n', *rows[1:]], "#1 is of game 1"),
        (lambda rows: [row.replace(b'"hash"', b'"hush"') for row in rows], "Line 2 .*hash is missing"),
        (lambda rows: [row.replace(b"\n", b"\r\n") for row in rows], "Line 1 is no line"),
        (lambda rows: [rows[0], rows[1].replace(b'":', b'": ', 1), *rows[2:]], "#1 has hash"),
        (
            lambda rows: [rows[0], rows[1].replace(b'"posts":[', b'"posts":[1,'), *rows[2:]],
            "#1 is no line .*posts",
        ),
        (lambda rows: [], "The file is cut"),
    ],
)
def test_lines_that_were_moved_or_taken_are_found(
    honest: bytes, check: Any, tampered: Callable[[list[bytes]], list[bytes]], says: str
) -> None:
    with pytest.raises(NotTrue, match=says):
        check(b"".join(tampered(honest.splitlines(keepends=True))))


def test_a_hash_in_capitals_or_of_another_length_is_no_hash(honest: bytes, check: Any) -> None:
    rows = honest.splitlines(keepends=True)
    digits = re.search(rb'"hash":"([0-9a-f]{64})"', rows[3])
    assert digits
    for other in (digits[1].upper(), digits[1][:-2], b"x" * 64, b" " + digits[1][1:]):
        changed = [*rows[:3], rows[3].replace(digits[1], other), *rows[4:]]
        with pytest.raises(NotTrue, match=r"Line 4, after #2,|#3 has hash"):
            check(b"".join(changed))


def _set(place: int, *path: Any, to: Any) -> Callable[[list[Any]], None]:
    """A change of one value in the entry at `place` (#1 is at 0)."""

    def change(entries: list[Any]) -> None:
        *inner, last = path
        value = entries[place]
        for key in inner:
            value = value[key]
        value[last] = to

    return change


def _swap_cuts(entries: list[Any]) -> None:
    for one, other in ((1, 2), (2, 1)):
        entries[one]["events"][1]["seat"] = other
        entries[one]["events"][0]["seat"] = other


def _later_cut(entries: list[Any]) -> None:
    entries[1]["request"] = entries[1]["events"][1]["cut"] = "4711"


def _never(entries: list[Any]) -> None:
    entries[0]["events"][0]["entered"] = "never"


def _reveal_early(entries: list[Any]) -> None:
    entries[3]["events"].append(entries[9]["events"][0])


def _drop_a_cut(entries: list[Any]) -> None:
    del entries[2]["events"][1]


def _same_request(entries: list[Any]) -> None:
    entries[5]["request"] = entries[4]["request"]


def _answer_twice(entries: list[Any]) -> None:
    entries[8]["answers"] = 7


def _third_seat(entries: list[Any]) -> None:
    entries[1]["events"][1]["seat"] = 3


def _cut_by_word(entries: list[Any]) -> None:
    entries[1]["request"] = entries[1]["events"][1]["cut"] = "first"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_set(4, "dice", 0, "faces", to=[6, 7]), r"#5 has ptc:1 as \(6, 7\); .* faces from 1 to 6"),
        (_set(4, "dice", 0, "faces", to=[]), "#5 has ptc:1 as"),
        (_set(4, "dice", 0, "faces", to=[1, 1, 1]), "#5 has ptc:1 as"),
        (_set(4, "dice", 0, "n", to=1), "#5 draws ptc:1 as draw 1; .* draw 0"),
        (_set(5, "dice", 0, "n", to=-1), "#6 mixes dice"),
        (_set(4, "dice", 0, "name", to="mc:9"), "#5 has mc:9 as"),
        (_set(4, "dice", 0, "name", to="mc:9 "), "#5 draws what no rule asks for"),
        (_set(4, "dice", 0, "sides", to=10), "#5 has ptc:1 as"),
        (_set(4, "epoch", to=2), "#5 speaks of epoch 2; .* the open epoch 1"),
        (_set(0, "events", 1, "commitment", to="0" * 64), "#10 reveals a seed whose commitment is"),
        (_set(0, "events", 1, "epoch", to=2), "#1 opens epoch 2; .* epoch 1"),
        (_set(9, "events", 0, "seed", to=f"{2:064x}"), "#10 reveals a seed whose commitment is"),
        (_set(9, "events", 0, "seed", to="no seed"), "#10 reveals 'no seed'"),
        (_set(9, "events", 0, "epoch", to=2), "#10 speaks of epoch 2, which no entry has opened"),
        (_set(3, "at", to="2025-01-01T00:00:00.000Z"), "#4 is of 2025"),
        (_set(3, "seq", to=5), "#5 has number 5; .* number 4"),
        (_set(3, "game", to=2), "#4 is of game 2"),
        (_set(3, "v", to=2), "#4 is no line"),
        (_set(3, "kind", to="gift"), "#4 is no line .*gift"),
        (_set(3, "events", to=["a text"]), "Line 5, after #3, is no line"),
        (_set(3, "inputs", to=1), "#4 is no line"),
        (_set(3, "events", 0, "event", to="unit_bought"), "#4 gives the id 2; .* the id 1"),
        (_set(3, "events", 0, "seat", to="first"), "#4 cannot be read"),
        (_set(3, "wishes", to=[]), "#4 is no line .*wishes"),
        (_set(7, "answers", to=5), "#8 answers #5; .* no open question"),
        (_answer_twice, "#9 answers #7; .* no open question"),
        (_swap_cuts, "#5 has ptc:1 as"),
        (_later_cut, "#5 has ptc:1 as"),
        (_set(1, "events", 1, "cut", to="4711"), "#2 cuts with 4711; .* its own id"),
        (_cut_by_word, "#2 cuts with first; .* the number of an interaction"),
        (_third_seat, "#2 cuts for seat 3; .* a seat from 1 to 2"),
        (_drop_a_cut, "#5 draws ptc:1; .* no die before every cut"),
        (_reveal_early, "#5 draws ptc:1; .* no die once the seed is known"),
        (_same_request, "#6 repeats request"),
        (_never, "#8 has mc:1 entered; .* dice of the epoch only"),
        (lambda entries: entries.insert(1, entries[0] | {"seq": 2, "request": "9"}), "#2 opens the game"),
    ],
)
def test_what_a_host_forges_and_chains_anew_is_found(
    honest: bytes, check: Any, forged: Any, change: Callable[[list[Any]], None], says: str
) -> None:
    with pytest.raises(NotTrue, match=says):
        check(forged(honest, change))


def _other_faces(faces: list[int]) -> Iterator[list[int]]:
    return ([one, two] for one in range(1, 7) for two in range(1, 7) if [one, two] != faces)


def test_no_other_faces_of_a_draw_are_taken_for_true(honest: bytes, check: Any, forged: Any) -> None:
    fell = parse(honest.splitlines()[5])["entry"]["dice"][0]["faces"]
    for faces in _other_faces(fell):
        with pytest.raises(NotTrue, match="#5 has ptc:1 as"):
            check(forged(honest, _set(4, "dice", 0, "faces", to=faces)))


async def test_a_campaign_verifies_too(desk: Any, people: Any, check: Any, exported: Any) -> None:
    alice, bob, _ = people
    await desk.ask(alice, open_sample(solo=False))
    await desk.posted(1)
    state = await desk.store.read(lambda tx: games.held(tx, 1))
    sides = [seat.side.name for seat in state.seats]
    await desk.ask(alice, take_seat(sides[0]))
    await desk.ask(bob, take_seat(sides[1]))
    named = state.names
    rsus = [name.name for name in named][1:3]
    asked = await desk.ask(alice, sheet_of_named(rsus, next(iter(Scenario))))
    await desk.ask(alice, answer(1, asked.link.entry.seq, "roll"))
    await desk.end()
    found = check(await exported(desk))
    assert (found.entries, found.dice >= 1, found.unrevealed) == (7, True, ())


async def test_dice_of_a_lone_player_who_may_always_enter_them_are_counted(
    desk: Any, check: Any, exported: Any
) -> None:
    await desk.open(EnteredDiceAllowed.ALWAYS)
    await desk.add("4-6-7")
    await desk.check("PTC", typed=(3, 4))
    assert check(await exported(desk)).entered == 1
