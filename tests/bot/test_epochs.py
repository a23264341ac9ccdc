"""An epoch is revealed, the next one is cut seat by seat, and no die falls in between."""

from __future__ import annotations

from typing import Any

import pytest

from bot.events.codecs import EVENTS
from bot.events.epochs import Epochs
from bot.events.table import EnteredDiceAllowed, EpochOpened, EpochRevealed, SideOffered
from bot.ledger.dice import commitment
from bot.ledger.entry import Kind
from bot.operations.epochs import cut, next_epoch_with_game_turn, reveal
from bot.operations.opening import Setup, open_game, take_seat
from bot.operations.rolling import DiceWanted, roll
from bot.play.sitting import Draft, Operation, Sitting
from bot.render.overview import overview
from rules.refusal import Refused

SEED_1, SEED_2 = bytes(31) + b"\1", bytes(31) + b"\4"
"""what the desk's entropy gives: pseudonyms took the numbers between"""


async def refused(asked: Any) -> str:
    with pytest.raises(Refused) as found:
        await asked
    return found.value.code


async def events(desk: Any, seq: int) -> tuple[Any, ...]:
    link = await desk.store.read(lambda tx: tx.entry(1, seq))
    return tuple(EVENTS.read(event) for event in link.entry.events)


async def game(desk: Any) -> Any:
    return await desk.referee.look(desk.caller(11), lambda sitting: sitting.game)


async def test_revealing_publishes_the_seed_and_commits_to_the_next(desk: Any, people: Any) -> None:
    alice, _, _ = people
    await desk.open()
    answer = await desk.ask(alice, reveal())
    assert answer.link.entry.kind is Kind.EPOCH
    assert answer.link.entry.epoch == 2
    revealed, opened = await events(desk, 4)
    assert revealed == EpochRevealed(1, SEED_1.hex())
    assert opened == EpochOpened(2, commitment(1, 2, SEED_2), ("German", "Russian"))


async def test_no_die_falls_until_each_seat_has_cut_again(desk: Any, people: Any) -> None:
    alice, bob, _ = people
    await desk.open()
    await desk.ask(alice, roll(DiceWanted(1, 6)))
    await desk.ask(alice, reveal())
    await desk.posted(1)
    assert await refused(desk.ask(alice, roll(DiceWanted(1, 6)))) == "no_cut"
    await desk.ask(alice, cut(1, 5, 1))
    assert await refused(desk.ask(bob, roll(DiceWanted(1, 6)))) == "no_cut"
    told = await desk.referee.look(desk.caller(alice), overview)
    assert "`; Russian cut it under #5\n" in told
    cutting = await desk.ask(bob, cut(1, 5, 2))
    rolled = await desk.ask(alice, roll(DiceWanted(1, 6)))
    assert (await game(desk)).seats[1].cut == cutting.link.entry.request
    (draw,) = rolled.link.entry.dice
    assert (rolled.link.entry.epoch, draw.name, draw.n) == (2, "roll:1", 0)


async def test_one_person_with_both_seats_cuts_twice(desk: Any, people: Any) -> None:
    alice, _, _ = people
    await desk.open(solo=True)
    await desk.ask(alice, reveal())
    await desk.posted(1)
    await desk.ask(alice, cut(1, 4, 1))
    assert await refused(desk.ask(alice, cut(1, 4, 1))) == "cut_already"
    assert not (await game(desk)).ready
    await desk.ask(alice, cut(1, 4, 2))
    assert (await game(desk)).ready


async def test_a_cut_is_refused_to_others_before_the_post_and_under_another_entry(
    desk: Any, people: Any
) -> None:
    alice, bob, carol = people
    await desk.open()
    await desk.ask(alice, reveal())
    before = await desk.dump()
    assert await refused(desk.ask(alice, cut(1, 4, 1))) == "not_posted"
    await desk.posted(1)
    assert await refused(desk.ask(bob, cut(1, 4, 1))) == "not_yours"
    assert await refused(desk.ask(carol, cut(1, 4, 2))) == "not_yours"
    assert await refused(desk.ask(alice, cut(1, 3, 1))) == "no_epoch"
    assert await refused(desk.ask(alice, cut(1, 4, 3))) == "no_epoch"
    assert await refused(desk.ask(alice, cut(2, 4, 1))) == "other_game"
    assert await desk.dump() == before


async def test_a_press_under_the_post_itself_is_a_cut_before_the_post_is_recorded(
    desk: Any, people: Any
) -> None:
    alice, bob, _ = people
    await desk.open()
    opened = (await desk.ask(alice, reveal())).posts[-1]
    assert await refused(desk.ask(alice, cut(1, 4, 1, ["#4 · 0123456789abcdef"]))) == "not_posted"
    await desk.ask(alice, cut(1, 4, 1, [opened.footer]))
    await desk.ask(bob, cut(1, 4, 2, [opened.footer]))
    assert (await game(desk)).ready


async def test_revealing_is_refused_while_a_question_is_open_and_to_strangers(desk: Any, people: Any) -> None:
    alice, bob, carol = people
    await desk.open()
    await desk.add("4-6-7")
    await desk.check("NMC", bob, typed=(2, 3))
    assert await refused(desk.ask(alice, reveal())) == "question_open"
    assert await refused(desk.ask(carol, reveal())) == "no_player"


async def test_an_epoch_that_nobody_cut_can_be_revealed_too(desk: Any, people: Any) -> None:
    alice, _, _ = people
    await desk.open()
    await desk.ask(alice, reveal())
    assert (await desk.ask(alice, reveal())).link.entry.epoch == 3


async def test_the_game_ends_with_the_seed_of_its_last_epoch(desk: Any, people: Any) -> None:
    alice, _, _ = people
    await desk.open()
    await desk.ask(alice, reveal())
    await desk.end()
    assert (await events(desk, 6))[0] == EpochRevealed(2, SEED_2.hex())


async def opened(desk: Any, people: Any, epochs: Epochs) -> None:
    alice, bob, _ = people
    sides = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))
    await desk.ask(alice, open_game(Setup("asl", sides, False, EnteredDiceAllowed.AGREED, epochs)))
    await desk.posted(1)
    await desk.ask(alice, take_seat("German"))
    await desk.ask(bob, take_seat("Russian"))


async def test_a_game_turn_takes_an_epoch_where_the_game_was_opened_so(desk: Any, people: Any) -> None:
    await opened(desk, people, Epochs.TURN)
    found = await desk.referee.look(desk.caller(people[0]), lambda sitting: sitting.game.epochs)
    assert found is Epochs.TURN
    seen = []

    def operation(sitting: Sitting) -> Draft:
        dice = next_epoch_with_game_turn(sitting)
        seen.append(dice)
        return Draft(Kind.EPOCH, dice.events, seed=dice.seed)

    await desk.ask(people[0], operation)
    assert [type(event) for event in seen[0].events] == [EpochRevealed, EpochOpened]
    with pytest.raises(Refused):
        await desk.ask(people[0], operation_of(seen))
    assert seen[1].events == ()


def operation_of(seen: list[Any]) -> Operation:
    """A Game Turn that begins before everyone has cut: the epoch, of which no die fell, stays open."""

    def operation(sitting: Sitting) -> Draft:
        seen.append(next_epoch_with_game_turn(sitting))
        raise Refused("seen", "seen")

    return operation


async def test_a_game_turn_takes_none_where_the_seed_is_for_the_game(desk: Any, people: Any) -> None:
    await opened(desk, people, Epochs.GAME)
    seen: list[Any] = []
    assert await refused(desk.ask(people[0], operation_of(seen))) == "seen"
    assert (seen[0].events, seen[0].seed) == ((), b"")
