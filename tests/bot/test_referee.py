"""What the referee enters, and what it refuses without a trace."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.archive import rebuild
from bot.events.table import EnteredDiceAllowed, SideOffered
from bot.ledger.dice import epoch_key, faces
from bot.ledger.entry import Kind
from bot.operations.answering import answer
from bot.operations.ending import end_game
from bot.operations.morale import Attack, morale_check
from bot.operations.opening import Setup, appoint_host, move_game, open_game, take_seat
from bot.operations.roster import Recruits, add_units
from rules.refusal import Refused

SIDES = (SideOffered("German", ("german",), 3, 0), SideOffered("Russian", ("russian",), 3, 0))


async def test_one_interaction_makes_one_entry_however_often_it_arrives(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    caller = desk.caller(people[1], "777")
    check = morale_check(Attack("PTC", "G5"))
    first, *again = await asyncio.gather(*(desk.referee.enter(caller, check) for _ in range(5)))
    assert {one.link.hash for one in again} == {first.link.hash}
    assert [one.repeated for one in (first, *again)] == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("who", "attack", "code"),
    [
        (2, {}, "no_player"),
        (1, {"location": "Z1"}, "empty_location"),
        (1, {"location": None}, "no_target"),
        (1, {"units": ("X",)}, "no_unit"),
        (1, {"units": ("A", "A")}, "twice"),
        (1, {"result": "9MC"}, "unknown_result"),
        (1, {"harden": "refuse"}, "not_yours"),
        (1, {"typed": (1, 2, 3)}, "left_over_die"),
        (1, {"typed": (0, 9)}, "bad_dice"),
    ],
)
async def test_a_refusal_draws_no_die_and_writes_nothing(
    desk: Any, people: Any, who: int, attack: dict[str, Any], code: str
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    with pytest.raises(Refused) as refused:
        await desk.check(attack.pop("result", "PTC"), people[who], **attack)
    assert refused.value.code == code
    assert await desk.dump() == before


async def test_no_die_falls_before_every_seat_has_cut(desk: Any, people: Any) -> None:
    await desk.open()
    again = await desk.referee.answer_of(1, 1)
    seed = await desk.store.read(lambda tx: tx.seed(1, 1))
    assert again.link.entry.epoch == 1
    cuts = [int((await desk.referee.answer_of(1, seq)).link.entry.request) for seq in (2, 3)]
    await desk.add("4-6-7", number=2)
    ruled = await desk.check("PTC")
    key = epoch_key(1, 1, seed, tuple(cuts))
    assert [(draw.name, draw.faces) for draw in ruled.link.entry.dice] == [
        ("ptc:1", faces(key, "ptc:1", 0, 2, 6)),
        ("ptc:2", faces(key, "ptc:2", 0, 2, 6)),
    ]


async def test_a_changed_roster_is_found_and_mended(desk: Any, people: Any, tmp_path: Path) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.dump()
    await desk.store.write(lambda tx: tx.put_change(1, (), ("1",)))
    with pytest.raises(rebuild.Differs):
        await desk.store.write(rebuild.check)
    await desk.store.write(rebuild.rebuild)
    assert await desk.dump() == before


async def test_the_order_of_calls_changes_no_die(make_desk: Any, people: Any, tmp_path: Path) -> None:
    async def dice(order: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
        async with make_desk(tmp_path / f"{'-'.join(order)}.db") as desk:
            await desk.open()
            await desk.add("4-6-7", "G5")
            await desk.add("4-6-7", "H6")
            await desk.add("4-6-7", "I7")
            made = [await desk.check("PTC", location=place) for place in order]
        return {draw.name: draw.faces for one in made for draw in one.link.entry.dice}

    forwards = await dice(("G5", "H6", "I7"))
    assert len(forwards) == 3
    assert await dice(("I7", "G5", "H6")) == forwards


async def test_a_request_asked_again_as_something_else_gives_what_it_was(desk: Any, people: Any) -> None:
    await desk.open()
    first = await desk.ask(people[0], add_units(Recruits(None, "4-6-7", (), 1, None, "G5")), request="88")
    again = await desk.ask(people[1], end_game(), request="88")
    assert (again.link, again.repeated) == (first.link, True)


async def test_twenty_interactions_at_once_a_third_twice_make_twenty_entries(desk: Any, people: Any) -> None:
    await desk.open()
    await desk.add("4-6-7")
    check = morale_check(Attack("PTC", "G5"))
    callers = [desk.caller(people[number % 2], str(5000 + number)) for number in range(20)]
    answers = await asyncio.gather(
        *(desk.referee.enter(caller, check) for caller in (*callers, *callers[::3]))
    )
    assert sum(one.repeated for one in answers) == 7
    entries = await desk.store.read(lambda tx: [link.entry for link in tx.entries(1)])
    assert [entry.seq for entry in entries] == list(range(1, 25))
    drawn = [(draw.name, draw.n) for entry in entries for draw in entry.dice]
    assert drawn == [("ptc:1", n) for n in range(len(drawn))]


@pytest.mark.parametrize(
    ("operation", "who", "code"),
    [
        (open_game(Setup("asl", SIDES, False, EnteredDiceAllowed.AGREED)), 0, "game_open"),
        (take_seat("Italian"), 2, "unknown_side"),
        (take_seat("German"), 2, "seat_taken"),
        (end_game(), 2, "no_player"),
        (answer(1, 3, True), 0, "no_question"),
        (answer(2, 3, True), 0, "other_game"),
        (add_units(Recruits(None, "4-6-7", (), 0, None, "G5")), 0, "bad_number"),
        (add_units(Recruits(None, "4-6-7", (), 51, None, "G5")), 0, "bad_number"),
        (add_units(Recruits(None, "9-9-9", (), 1, None, "G5")), 0, "unknown_counter"),
        (add_units(Recruits("Russian", "4-4-7", (), 1, None, "G5")), 0, "not_yours"),
        (add_units(Recruits(None, "4-6-7", (), 1, None, " ")), 0, "bad_name"),
        (add_units(Recruits(None, "4-6-7", (), 1, "A", "G5")), 0, "name_taken"),
        (add_units(Recruits(None, "4-6-7", (), 1, None, "G5")), 2, "no_player"),
    ],
)
async def test_what_is_refused_leaves_everything_as_it_was(
    desk: Any, people: Any, operation: Any, who: int, code: str
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    before = await desk.store.read(rows)
    with pytest.raises(Refused) as refused:
        await desk.ask(people[who], operation)
    assert refused.value.code == code
    assert await desk.store.read(rows) == before


def rows(tx: Any) -> list[Any]:
    """Every row of every table: entries, people and posts too."""
    return [
        tx._db.execute(f"SELECT * FROM {table}").fetchall()
        for table in ("entry", "seed", "person", "outbox", "game", "piece", "draw")
    ]


async def test_no_seat_is_taken_before_the_commitment_is_posted(desk: Any, people: Any) -> None:
    await desk.ask(people[0], open_game(Setup("asl", SIDES, False, EnteredDiceAllowed.AGREED)))
    with pytest.raises(Refused) as refused:
        await desk.ask(people[0], take_seat("German"))
    assert refused.value.code == "not_posted"
    await desk.posted(1)
    await desk.ask(people[0], take_seat("German"))
    with pytest.raises(Refused) as refused:
        await desk.ask(people[0], take_seat("Russian"))
    assert refused.value.code == "one_seat"
    await desk.add("4-6-7")
    with pytest.raises(Refused) as refused:
        await desk.check("PTC", people[0])
    assert refused.value.code == "no_cut"


async def test_a_seed_stays_secret_until_the_game_ends(desk: Any, people: Any) -> None:
    desk.seed(15_942)
    secret = f"{15_942:064x}"
    await desk.open()
    bodies = await desk.store.read(lambda tx: b"".join(link.body for link in tx.entries(1)))
    assert secret.encode() not in bodies
    ended = await desk.end()
    assert secret.encode() in ended.link.body
    with pytest.raises(Refused) as refused:
        await desk.end()
    assert refused.value.code == "no_game"


async def test_time_never_runs_backwards_in_a_ledger(desk: Any, people: Any) -> None:
    await desk.open()
    before = (await desk.add("4-6-7")).link.entry.at
    desk.now = desk.now.replace(year=2001)
    assert (await desk.add("4-6-7")).link.entry.at == before == "2026-01-01T00:00:00.000Z"


async def test_what_was_typed_is_kept_without_accounts_in_canonical_letters(desk: Any, people: Any) -> None:
    await desk.open()
    caller = replace(desk.caller(people[0]), command="/roster add name:<@11> <@!22> <@99> e\u0301 \ud800\0")
    entered = await desk.referee.enter(caller, add_units(Recruits(None, "4-6-7", (), 1, None, "G5")))
    known = await desk.store.read(lambda tx: {account: name for name, account in tx.people(1).items()})
    assert entered.link.entry.command == f"/roster add name:{known[11]} {known[22]} someone é ?"


async def test_a_host_is_appointed_and_a_game_moved_by_whom_it_is_for_alone(desk: Any, people: Any) -> None:
    """Elsewhere is channel 501: of the same server, then of another."""
    await desk.open()
    before = await desk.dump()
    player, onlooker = desk.caller(people[0], channel=501), desk.caller(people[2], channel=501)
    for caller, operation, code in (
        (desk.caller(people[0]), appoint_host(people[2]), "not_manager"),
        (onlooker, move_game(1), "no_player"),
        (replace(player, guild=2), move_game(1), "other_server"),
        (replace(onlooker, guild=2, manages=True), move_game(1), "other_server"),
        (player, move_game(2), "no_game"),
    ):
        with pytest.raises(Refused) as refused:
            await desk.referee.enter(caller, operation)
        assert refused.value.code == code
    assert await desk.dump() == before
    moved = await desk.referee.enter(replace(onlooker, manages=True), move_game(1))
    assert moved.link.entry.kind is Kind.MOVED
