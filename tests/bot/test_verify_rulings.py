"""Every ruling is applied again: what inputs and dice do not give is found, or listed under other rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.operations.answering import answer
from bot.operations.dr import Thrown, roll_dr
from bot.operations.epochs import cut, reveal
from bot.operations.rolling import DiceWanted, roll
from bot.verify import NotTrue, lines, read_footer, verify
from rules.refusal import Refused

OTHER = "fedcba9876543210"


@pytest.fixture
async def played(desk: Any, people: Any, exported: Any) -> bytes:
    """#4 roster, #5 NMC, #6 a DR, #7 dice, #8 PTC with dice entered, #9 they are agreed to, #11 the end."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    facts = {"known_enemy_in_los": True, "adjacent_enemy": False}
    await desk.check("NMC", facts=facts)
    await desk.ask(alice, roll_dr(Thrown("to hit")))
    await desk.ask(bob, roll(DiceWanted(2, 10, 1)))
    await desk.check("PTC", bob, typed=(2, 3, 2, 2))
    await desk.ask(alice, answer(1, 8, "agree"))
    await desk.end()
    data: bytes = await exported(desk)
    return data


def test_honest_rulings_give_what_is_recorded(played: bytes, check: Any) -> None:
    found = check(played)
    assert (found.rulings, found.differing) == (3, ())
    assert list(lines(found))[2] == "3 rulings give what is recorded when applied again."


def test_other_rules_that_give_the_same_are_no_difference(played: bytes, check: Any) -> None:
    assert check(played, rules=OTHER).differing == ()


def _event(place: int, tag: str, **changed: Any) -> Callable[[list[Any]], None]:
    def change(entries: list[Any]) -> None:
        event = next(event for event in entries[place]["events"] if event["event"] == tag)
        event.update(changed)

    return change


def _no_event(entries: list[Any]) -> None:
    del entries[4]["events"][1]


def _more_dice(entries: list[Any]) -> None:
    """Dice that nobody asked for, entered with the others."""
    entries[8]["dice"].append({"name": "mc:9", "n": -1, "sides": 6, "faces": [1, 1]})


def _another_rule(entries: list[Any]) -> None:
    entries[4]["inputs"]["rule"] = "asl.prayer"


def _other_inputs(entries: list[Any]) -> None:
    """A first unit whose morale is another than that of the counter it was ruled as."""
    entries[4]["inputs"]["given"]["units"][0]["counter"] = "8-3-8"


def _missing_die(entries: list[Any]) -> None:
    del entries[8]["dice"][0]
    del entries[8]["inputs"]["entered"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_no_event, "#5 has .*, where its inputs and dice give "),
        (_another_rule, "#5 rules by 'asl.prayer', which is no rule here"),
        (_other_inputs, "#5 "),
        (_more_dice, "#9 has no use for mc:9"),
        (_missing_die, "#9 answers another request|#9 is ruled, where"),
    ],
)
def test_a_result_that_does_not_follow_is_a_failure_under_the_same_rules_and_listed_under_others(
    played: bytes, check: Any, forged: Any, change: Callable[[list[Any]], None], says: str
) -> None:
    data = forged(played, change)
    with pytest.raises(NotTrue, match=says):
        check(data)
    found = check(data, rules=OTHER)
    (differing,) = found.differing
    assert found.rulings == 3
    told = [line for line in lines(found) if "ruled differently today" in line]
    assert told == [
        f"#{differing.seq} is ruled differently today (rules 0123456789abcdef then, {OTHER} here): "
        f"it {differing.how}."
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_event(5, "dr_rolled", white=7), r"#6 tells of \(\d, 7\)"),
        (_event(5, "dr_rolled", total=13), "#6 sums up to 13"),
        (_event(6, "dice_rolled", faces=[10, 10]), r"#7 tells of \(10, 10\)"),
        (_event(6, "dice_rolled", plus=5), "#7 sums up to"),
    ],
)
@pytest.mark.parametrize("rules", ["0123456789abcdef", OTHER])
def test_a_free_roll_tells_its_dice_under_any_rules(
    played: bytes, check: Any, forged: Any, change: Any, says: str, rules: str
) -> None:
    with pytest.raises(NotTrue, match=says):
        check(forged(played, change), rules=rules)


async def test_a_roll_that_is_another_than_the_one_agreed_to_is_found(
    desk: Any, people: Any, exported: Any, check: Any, forged: Any
) -> None:
    alice, bob, _ = people
    await desk.open()
    await desk.ask(alice, roll(DiceWanted(2, 6), typed=(2, 3)))
    await desk.ask(bob, answer(1, 4, "agree"))
    honest = await exported(desk)
    assert check(honest).entered == 1

    def better(entries: list[Any]) -> None:
        entries[4]["dice"][0]["faces"] = entries[4]["events"][0]["faces"] = [1, 1]
        entries[4]["events"][0]["total"] = 2

    with pytest.raises(NotTrue, match="#5 tells of another roll; what went before gives that of #4"):
        check(forged(honest, better))


def _changed_answer(entries: list[Any]) -> None:
    entries[8]["inputs"]["given"]["result"] = "NMC"


def test_an_answer_changes_nothing_but_what_was_asked(played: bytes, check: Any, forged: Any) -> None:
    with pytest.raises(NotTrue, match="#9 answers another request; what went before gives that of #8"):
        check(forged(played, _changed_answer), rules=OTHER)


async def test_a_question_about_a_fact_and_its_answer_are_ruled_again(
    desk: Any, people: Any, check: Any, exported: Any, forged: Any
) -> None:
    alice, _, _ = people
    desk.seed(0x611A7)  # A's DR is 2,2; B's 1,1 and Heat of Battle 6,6
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("NMC", alice)
    await desk.ask(alice, answer(1, 5, False))
    await desk.ask(alice, answer(1, 6, True))
    data = await exported(desk)
    found = check(data)
    assert (found.rulings, found.differing) == (3, ())

    def another_question(entries: list[Any]) -> None:
        entries[4]["events"][1]["what"] = "no_quarter"

    def another_outcome(entries: list[Any]) -> None:
        entries[5]["events"][1]["so_far"].pop()

    with pytest.raises(NotTrue, match="#5 asks for no_quarter of "):
        check(forged(data, another_question))
    with pytest.raises(NotTrue, match="#6 has no more, where its inputs and dice give "):
        check(forged(data, another_outcome))


async def test_an_epoch_after_another_is_verified_with_its_own_seed_and_cuts(
    desk: Any, people: Any, check: Any, exported: Any, forged: Any
) -> None:
    alice, bob, _ = people
    await desk.open()
    await desk.ask(alice, roll(DiceWanted(1, 6)))
    await desk.ask(alice, reveal())
    await desk.posted(1)
    await desk.ask(alice, cut(1, 5, 1))
    await desk.ask(bob, cut(1, 5, 2))
    await desk.ask(alice, roll(DiceWanted(1, 6)))
    data = await exported(desk)
    found = check(data)
    assert (found.dice, found.unrevealed) == (1, ((2, 1),))
    await desk.end()
    found = check(await exported(desk))
    assert (found.dice, found.unrevealed) == (2, ())

    def carried_on(entries: list[Any]) -> None:
        entries[7]["dice"][0]["n"] = 1

    with pytest.raises(NotTrue, match=r"#8 draws roll:1 as draw 1; .* draw 0"):
        check(forged(await exported(desk), carried_on))

    def chosen_after_the_cuts(entries: list[Any]) -> None:
        """The host commits to another seed once the cuts are known, and moves the commitment behind them."""
        entries[4]["events"], entries[6]["events"] = (
            entries[4]["events"][:1],
            [
                *entries[6]["events"],
                entries[4]["events"][1],
            ],
        )
        entries[4]["epoch"] = entries[5]["epoch"] = 1

    with pytest.raises(NotTrue, match="#6 speaks of epoch 2, which no entry has opened"):
        check(forged(await exported(desk), chosen_after_the_cuts))


def test_footers_that_players_saw_are_found_in_the_chain(played: bytes, check: Any) -> None:
    third = played.splitlines()[3].split(b'"hash":"')[1][:16].decode()
    found = check(played, f"#3 {third}", f"#3 · {third[:8]}...")
    assert list(lines(found))[1] == "2 footers seen in the channel stand in this chain."
    alone = check(played, f"#3 {third}")
    assert list(lines(alone))[1] == "1 footer seen in the channel stands in this chain."


def test_a_chain_written_anew_is_found_by_one_footer(played: bytes, check: Any, forged: Any) -> None:
    third = played.splitlines()[3].split(b'"hash":"')[1][:16].decode()

    def other_time(entries: list[Any]) -> None:
        entries[0]["at"] = "2025-12-31T00:00:00.000Z"

    anew = forged(played, other_time)
    assert check(anew).entries == 11
    with pytest.raises(NotTrue, match=rf"#3 was seen as {third}; the file has .*: the chain"):
        check(anew, f"#3 {third}")


def test_a_footer_beyond_the_end_tells_that_entries_are_missing(played: bytes, check: Any) -> None:
    with pytest.raises(NotTrue, match="#41 was seen as 3fa9; the file has no such entry"):
        check(played, "#41 3fa9...")


@pytest.mark.parametrize("text", ["", "#3", "3fa9", "#x 3fa9", "#3 3FA9", "#3 3fa", "#3 3fa9 4"])
def test_what_is_no_footer_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="Write a footer as"):
        read_footer(text)


def test_parts_are_one_export_in_their_order_alone(played: bytes, tmp_path: Path) -> None:
    rows = played.splitlines(keepends=True)
    parts = []
    for name, some in (("a.jsonl", rows[:4]), ("b.jsonl", rows[4:5]), ("c.jsonl", rows[5:])):
        parts.append(tmp_path / name)
        parts[-1].write_bytes(b"".join(some))
    assert verify(parts, [read_footer(f"#11 {rows[-1].split(b':')[2][1:17].decode()}")]).entries == 11
    for wrong, says in (
        (parts[:2], "The file is cut: after #4 its end line is missing"),
        (parts[1:], "Line 1 of b.jsonl is no line of an export: a head comes first"),
        ([parts[0], parts[2], parts[1]], "#4 has number 5|#5 has number 5"),
        ([parts[0], parts[0], *parts[1:]], "Line 1 of a.jsonl, after #3, is no line of an export"),
        ([*parts, parts[2]], "Line 1 of c.jsonl, after #11, stands after the end"),
    ):
        with pytest.raises(NotTrue, match=says):
            verify(wrong)


def test_an_id_given_out_of_turn_is_found(played: bytes, check: Any, forged: Any) -> None:
    def third(entries: list[Any]) -> None:
        entries[3]["events"][1]["piece"] = "7"

    with pytest.raises(NotTrue, match="#4 gives the id 7; what went before gives the id 2"):
        check(forged(played, third))
