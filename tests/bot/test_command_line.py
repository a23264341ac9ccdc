"""The subcommands without Discord: 0 done, 1 what was checked failed, 2 wrong use, and sentences only."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.archive.export import Form, export
from bot.commands import ledger, offline
from bot.ledger.entry import link, read_entry
from bot.store import Transaction


@pytest.fixture
def kept(tmp_path: Path, make_desk: Any) -> Path:
    """A database with a finished game."""

    async def play() -> None:
        async with make_desk(tmp_path / "kept.db") as desk:
            await desk.open()
            await desk.add("4-6-7", number=2)
            await desk.check("PTC")
            await desk.end()

    asyncio.run(play())
    return tmp_path / "kept.db"


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute(statement)


@pytest.mark.parametrize(
    "command",
    [
        *(
            "run",
            "sandbox",
            "cases",
            "resolve",
            "odds",
            "verify",
            "export",
            "rebuild",
            "backup",
            "restore",
            "doctor",
        ),
        "",
    ],
)
def test_every_command_tells_how_it_is_used(referee: Any, command: str) -> None:
    ran = referee(*command.split(), "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: referee {command}".rstrip())


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("cases",),
        ("verify",),
        ("export", "first"),
        ("rebuild",),
        ("rebuild", "--check", "--write"),
        ("verify", "no.jsonl"),
        ("cases", "no.jsonl"),
        ("export", "1"),
        ("rebuild", "--check"),
        ("verify", "."),
        ("cases", "."),
        ("export", "1", "--database", "."),
        ("run",),
        ("run", "--settings", "no.toml"),
        ("sandbox", "--play", "no such play"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_a_sentence(referee: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ran = referee(*arguments)
    assert ran.code == 2
    assert ran.err.strip()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".db"] == []


def test_an_exported_game_verifies(referee: Any, kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert referee("export", 1, "--database", kept, "-o", file) == (0, "", "")
    ran = referee("verify", file)
    assert ran.code == 0
    assert ran.out.splitlines()[1] == "2 draws follow from the seeds revealed and the cuts."
    assert not list(tmp_path.glob("*.partial"))


def test_an_export_that_was_changed_fails(referee: Any, kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    referee("export", 1, "--database", kept, "-o", file)
    file.write_bytes(file.read_bytes().replace(b'"n":0', b'"n":1', 1))
    ran = referee("verify", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("NOT VERIFIED. #5 has hash ")


def test_a_game_that_is_not_there_is_not_exported_and_leaves_no_file(
    referee: Any, kept: Path, tmp_path: Path
) -> None:
    ran = referee("export", 7, "--database", kept, "-o", tmp_path / "game.jsonl")
    assert ran == (2, "", "referee: There is no game 7; the games are: 1.\n")
    assert not list(tmp_path.glob("game*"))


async def test_an_export_shows_one_moment_while_entries_are_made(
    desk: Any, people: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    await desk.open()
    await desk.add("4-6-7")
    (last,) = (await desk.store.read(lambda tx: list(tx.entries(1))))[-1:]

    def while_another_is_made(tx: Transaction, game: int) -> Any:
        made = export(tx, game)
        yield next(made)
        with closing(sqlite3.connect(tmp_path / "desk.db", isolation_level=None)) as other:
            body = json.loads(last.body) | {"seq": last.entry.seq + 1, "request": "4711"}
            Transaction(other).append(link(read_entry(body), last.hash))
        yield from made

    monkeypatch.setattr(ledger.exports, "export", while_another_is_made)
    file = tmp_path / "game.jsonl"
    assert await asyncio.to_thread(ledger.export, tmp_path / "desk.db", 1, Form.LEDGER, file) == 0
    assert await asyncio.to_thread(offline.verify, [file], []) == 0


def test_what_stands_is_what_the_entries_give(referee: Any, kept: Path) -> None:
    ran = referee("rebuild", "--check", "--database", kept)
    assert ran == (0, "What stands is what the entries give.\n", "")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE piece SET name = 'Z' WHERE id = '2'",
        "UPDATE piece SET state = '{}' WHERE id = '2'",
        "DELETE FROM piece WHERE id = '1'",
        "INSERT INTO piece SELECT game, '99', kind, seat, name, location, state, seq FROM piece LIMIT 1",
        "UPDATE game SET channel = 1",
        "UPDATE game SET state = json_set(state, '$.pieces', 9)",
        "UPDATE game SET state = json_remove(state, '$.guild')",
        "UPDATE game SET state = '[]'",
        "DELETE FROM draw",
        "UPDATE draw SET n = 5",
    ],
)
def test_a_changed_row_is_found_by_a_check_and_mended_by_writing(
    referee: Any, kept: Path, statement: str
) -> None:
    change(kept, statement)
    for _ in range(2):
        ran = referee("rebuild", "--check", "--database", kept)
        assert ran.code == 1
        assert ran.err.startswith("The database differs from its entries: ")
    assert referee("rebuild", "--write", "--database", kept) == (0, "Built again from the entries.\n", "")
    assert referee("rebuild", "--check", "--database", kept).code == 0


@pytest.mark.parametrize(
    "body", ["' ' || json_set(CAST(body AS TEXT), {seq})", "json_set(CAST(body AS TEXT), {seq}, '$.wish', 1)"]
)
@pytest.mark.parametrize("command", ["export 1", "rebuild --check", "rebuild --write"])
def test_an_entry_that_another_program_garbled_is_told_in_a_sentence(
    referee: Any, kept: Path, body: str, command: str
) -> None:
    garbled = body.format(seq="'$.seq', 8, '$.request', '9', '$.answers', 0")
    change(
        kept,
        "INSERT INTO entry (game, seq, kind, epoch, request, answers, body, prev, hash) SELECT game, 8, kind,"
        f" epoch, '9', NULL, CAST({garbled} AS BLOB), hash, zeroblob(32) FROM entry WHERE seq = 7",
    )
    ran = referee(*command.split(), "--database", kept)
    assert ran.code == 2
    assert ran.err.startswith("referee: The entry with hash 0000000000000000 cannot be read: ")
