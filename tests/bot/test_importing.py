"""An exported game goes on in an empty database, where its state is what it was."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from bot.archive.export import Form, lines, split
from bot.commands.importing import bring_in as brought_in
from bot.commands.importing import by_game, close_epochs
from bot.commands.ledger import bring_in
from bot.commands.offline import rebuild
from bot.events.epochs import EpochClosed
from bot.events.table import EpochOpened
from bot.ledger.canonical import parse
from bot.ledger.entry import Kind
from bot.operations.amending import amend
from bot.operations.answering import answer
from bot.operations.correcting import Resting
from bot.operations.epochs import cut, reveal
from bot.operations.opening import appoint_host, hand_over
from bot.operations.revising import Amendment, revised
from bot.operations.rolling import DiceWanted, roll
from bot.operations.undoing import undo
from bot.verify import lines as told
from rules.refusal import Refused


async def fight(desk: Any, people: Any) -> None:
    """#4 roster, #5 entered dice, #6 refused, #7 NMC, #8 revealed, #9 and #10 cut, #11 a roll."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=3)
    await desk.check("PTC", bob, typed=(2, 3, 2, 2, 1, 1))
    await desk.ask(alice, answer(1, 5, "refuse"))
    await desk.check("NMC", facts={"known_enemy_in_los": True, "adjacent_enemy": False})
    await desk.ask(alice, reveal())
    await desk.posted(1)
    await desk.ask(alice, cut(1, 8, 1))
    await desk.ask(bob, cut(1, 8, 2))
    await desk.ask(bob, roll(DiceWanted(2, 6), "=1+1"))


async def dump(desk: Any) -> str:
    built: str = await desk.store.read(lambda tx: tx.dump_built())
    return built


async def test_state_and_entries_are_identical_and_the_export_of_the_copy_is_the_same(
    desk: Any, people: Any, exported: Any, make_desk: Any, tmp_path: Path
) -> None:
    await fight(desk, people)
    await desk.end()
    await desk.posted(1)
    data = await exported(desk)
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    async with make_desk(tmp_path / "copy.db") as copy:
        built = await copy.store.write(brought_in(by_game([file])))
        assert built == await dump(desk) == await dump(copy)
        assert await exported(copy) == data
        assert await copy.store.read(lambda tx: tx.outbox.due()) == []
        assert await copy.store.read(lambda tx: tx.seed(1, 2)) == await desk.store.read(
            lambda tx: tx.seed(1, 2)
        )


async def test_what_was_not_posted_is_due(
    desk: Any, people: Any, exported: Any, make_desk: Any, tmp_path: Path
) -> None:
    await fight(desk, people)
    file = tmp_path / "game.jsonl"
    file.write_bytes(await exported(desk))
    async with make_desk(tmp_path / "copy.db") as copy:
        await copy.store.write(brought_in(by_game([file])))
        due = await copy.store.read(lambda tx: [(due.seq, due.part, due.channel) for due in tx.outbox.due()])
        assert due == [(9, 0, 500), (10, 0, 500), (11, 0, 500)]


async def test_an_epoch_whose_seed_is_not_held_is_closed_and_the_next_one_opened(
    desk: Any, people: Any, exported: Any, make_desk: Any, tmp_path: Path, check: Any
) -> None:
    alice, bob, carol = people
    await fight(desk, people)
    file = tmp_path / "game.jsonl"
    file.write_bytes(await exported(desk))
    async with make_desk(tmp_path / "copy.db") as copy:
        copy.seed(100)
        copy.requests(5000)
        await copy.store.write(brought_in(by_game([file])))
        (closing,) = await close_epochs(copy.store, copy.referee, lambda: copy.now)
        entry = closing.link.entry
        assert (entry.seq, entry.kind, entry.epoch, entry.actor) == (12, Kind.EPOCH, 3, "")
        assert [event["event"] for event in entry.events] == [EpochClosed.tag, EpochOpened.tag]
        assert closing.posts[0].line == (
            "#12 Epoch 2 is closed; epoch 3 waits for the cuts of German and Russian"
        )
        assert "its seed is not held here. Nobody can verify its dice." in closing.posts[0].body
        assert await close_epochs(copy.store, copy.referee, lambda: copy.now) == []
        # No account is in an export: a manager names a host, who hands out the sides anew.
        await copy.posted(1)
        manager = copy.caller(carol)
        await copy.referee.enter(
            type(manager)(manager.request, carol, 1, 500, "/game host", manages=True), appoint_host(carol)
        )
        for side, seat, who in (("German", 1, alice), ("Russian", 2, bob)):
            await copy.ask(carol, hand_over(side, who))
            await copy.ask(who, cut(1, 12, seat))
        await copy.ask(bob, roll(DiceWanted(1, 6)))
        await copy.end()
        found = check(await exported(copy))
        assert found.unrevealed == ((2, 1),)
        assert "Epoch 2 is not revealed: its 1 draw is NOT verified." in list(told(found))


def test_nothing_is_imported_from_a_file_that_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b'{"export":1,"game":1}\n')
    assert bring_in(tmp_path / "copy.db", [file]) == 1
    assert capsys.readouterr().err == ("NOT IMPORTED. The file is cut: after #0 its end line is missing.\n")
    assert not (tmp_path / "copy.db").exists()


async def test_parts_and_several_games_come_in_together_but_only_into_an_empty_database(
    desk: Any, people: Any, exported: Any, make_desk: Any, tmp_path: Path
) -> None:
    await fight(desk, people)
    await desk.end()
    await desk.open()
    first = await exported(desk)
    second = b"".join(await desk.store.read(lambda tx: list(lines(Form.LEDGER, tx, 2))))
    rows = first.splitlines(keepends=True)
    files = [tmp_path / name for name in ("1.a", "1.b", "2")]
    for file, data in zip(files, (b"".join(rows[:5]), b"".join(rows[5:]), second), strict=True):
        file.write_bytes(data)
    assert [exported.files for exported in by_game(files)] == [tuple(files[:2]), (files[2],)]
    async with make_desk(tmp_path / "copy.db") as copy:
        with pytest.raises(Refused, match="the same game"):
            await copy.store.write(brought_in(by_game([*files, files[2]])))
        await copy.store.write(brought_in(by_game(files)))
        assert await dump(copy) == await dump(desk)
        with pytest.raises(Refused, match="holds games already: 1, 2"):
            await copy.store.write(brought_in(by_game(files)))
    assert await_rebuilt(tmp_path / "copy.db")


def await_rebuilt(database: Path) -> bool:
    """Whether what stands is what the entries give, asked of another thread's own loop."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: rebuild(database, write=False)).result() == 0


async def test_rolls_are_rows_of_numbers_and_no_text_of_a_players(desk: Any, people: Any) -> None:
    await fight(desk, people)
    data = b"".join(await desk.store.read(lambda tx: list(lines(Form.ROLLS, tx, 1)))).decode()
    rows = list(csv.DictReader(data.splitlines()))
    (rolled,) = [row for row in rows if row["seq"] == "11"]
    assert (rolled["what"], rolled["die"], rolled["n"], rolled["sides"]) == ("2d6", "roll:2", "0", "6")
    assert (rolled["source"], rolled["epoch"], rolled["void_by"]) == ("seed", "2", "")
    assert int(rolled["total"]) == sum(map(int, rolled["faces"].split()))
    assert [row["die"] for row in rows if row["seq"] == "7"][:3] == ["mc:1", "mc:2", "mc:3"]
    assert "=1+1" not in data


async def test_the_dice_of_an_amended_ruling_count_in_the_amendment_and_those_left_out_in_none(
    desk: Any, people: Any
) -> None:
    """#5 a NMC of A and B, #7 the same of A alone, #8 a roll that #10 makes void."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("NMC", alice, facts={"known_enemy_in_los": True, "adjacent_enemy": False})
    without = revised(Amendment(without=("B",)))
    asked = await desk.ask(alice, amend(5, "B was away", Resting(), without))
    await desk.ask(bob, answer(1, asked.link.entry.seq, "agree"))
    await desk.ask(alice, roll(DiceWanted(1, 6)))
    asked = await desk.ask(alice, undo(8, "no roll", Resting()))
    await desk.ask(bob, answer(1, asked.link.entry.seq, "agree"))
    data = b"".join(await desk.store.read(lambda tx: list(lines(Form.ROLLS, tx, 1)))).decode()
    rows = [row for row in csv.DictReader(data.splitlines()) if row["die"].startswith(("mc:", "roll:"))]
    assert [(row["seq"], row["die"], row["void_by"], row["counts_in"]) for row in rows] == [
        ("5", "mc:1", "7", "7"),
        ("5", "mc:2", "7", ""),
        ("8", "roll:1", "10", ""),
    ]


async def test_the_transcript_is_what_the_channel_showed_without_markup(desk: Any, people: Any) -> None:
    await fight(desk, people)
    text = b"".join(await desk.store.read(lambda tx: list(lines(Form.TRANSCRIPT, tx, 1)))).decode()
    assert "\n#4 On the roster: 3 units at G5\n    4-6-7 A\n    4-6-7 B\n    4-6-7 C\n    #4 · " in text
    last = text.strip().split("\n\n")[-1]
    assert "\n#11 Russian rolls 2d6 = " in last
    assert "for =1+1" in last
    assert last.endswith(" · 2026-01-01T00:00:00.000Z")
    assert "**4-6-7" not in text
    assert "`" not in text


async def test_a_split_export_is_cut_between_lines_and_says_how_many_files_there_are(
    desk: Any, people: Any, exported: Any
) -> None:
    await fight(desk, people)
    data = await exported(desk)
    longest = max(map(len, data.splitlines(keepends=True)))
    parts = split(data.splitlines(keepends=True), "game-1.jsonl", longest)
    assert len(parts) > 2
    assert [part.name for part in parts][:2] == [f"game-1.{n}-of-{len(parts)}.jsonl" for n in (1, 2)]
    assert b"".join(part.data for part in parts) == data
    assert all(len(part.data) <= longest and part.data.endswith(b"\n") for part in parts)
    assert parse(parts[-1].data.splitlines()[-1])["end"] == 11
    assert [part.name for part in split([data], "game-1.jsonl", len(data))] == ["game-1.jsonl"]
    with pytest.raises(Refused, match="`referee export` takes it"):
        split(data.splitlines(keepends=True), "game-1.jsonl", longest - 1)
