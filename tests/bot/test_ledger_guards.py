"""Nobody changes an entry: every forgery is tried from a second client with recursive triggers off."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.operations.answering import answer
from bot.store import NotOurs, open_store
from bot.store.opening import APPLICATION_ID


@pytest.fixture
async def forger(desk: Any, tmp_path: Path) -> Any:
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check()
    with closing(sqlite3.connect(tmp_path / "desk.db", isolation_level=None)) as client:
        client.execute("PRAGMA recursive_triggers = OFF")
        yield client


KEYS = ("game", "seq", "kind", "epoch", "request", "answers")
NEXT = {
    "seq": "6",
    "request": "'9'",
    "answers": "NULL",
    "prev": "(SELECT hash FROM entry WHERE seq = 5)",
    "hash": "randomblob(32)",
}


def insert(verb: str, body: str = "{body}", **changed: str) -> str:
    """#2 copied to #6 with these columns; `body` is what becomes of bytes that agree with them."""
    value = {**NEXT, **changed}
    agreeing = "json_set(CAST(body AS TEXT), '$.seq', {seq}, '$.request', {request}, '$.answers', {said})"
    said = "0" if value["answers"] == "NULL" else value["answers"]
    value["body"] = f"CAST({body.format(body=agreeing.format(**value, said=said))} AS BLOB)"
    return (
        f"{verb} INTO entry (game, seq, kind, epoch, request, answers, body, prev, hash) SELECT game,"
        " {seq}, kind, epoch, {request}, {answers}, {body}, {prev}, {hash} FROM entry WHERE seq = 2"
    ).format(**value)


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("UPDATE entry SET body = x'00' WHERE seq = 2", "never changed"),
        ("UPDATE OR REPLACE entry SET seq = 3 WHERE seq = 2", "never changed"),
        ("DELETE FROM entry WHERE seq = 5", "never deleted"),
        ("DELETE FROM entry", "never deleted"),
        (
            "INSERT INTO entry SELECT * FROM entry WHERE seq = 2"
            " ON CONFLICT (game, seq) DO UPDATE SET body = x'00'",
            "next number",
        ),
        (
            "INSERT INTO entry SELECT * FROM entry WHERE seq = 2"
            " ON CONFLICT (hash) DO UPDATE SET hash = zeroblob(32)",
            "next number",
        ),
        (
            "INSERT INTO seed SELECT * FROM seed WHERE true ON CONFLICT DO UPDATE SET seed = zeroblob(32)",
            "one seed",
        ),
        ("UPDATE seed SET seed = zeroblob(32)", "never changed"),
        ("DELETE FROM seed", "never deleted"),
        ("INSERT OR REPLACE INTO seed VALUES (1, 1, zeroblob(32))", "one seed"),
    ],
)
def test_what_stands_is_neither_changed_nor_deleted(
    forger: sqlite3.Connection, statement: str, word: str
) -> None:
    before = forger.execute("SELECT * FROM entry").fetchall(), forger.execute("SELECT * FROM seed").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match=word):
        forger.execute(statement)
    after = forger.execute("SELECT * FROM entry").fetchall(), forger.execute("SELECT * FROM seed").fetchall()
    assert before == after


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"seq": "2"}, "next number"),
        ({"seq": "7"}, "next number"),
        ({"prev": "zeroblob(32)"}, "chains to the hash"),
        ({"request": "(SELECT request FROM entry WHERE seq = 3)"}, "one interaction"),
        ({"hash": "(SELECT hash FROM entry WHERE seq = 3)"}, "stands once"),
        ({"answers": "4"}, "belongs to a question"),
    ],
)
def test_a_forged_entry_is_not_taken(
    forger: sqlite3.Connection, verb: str, changed: dict[str, str], word: str
) -> None:
    before = forger.execute("SELECT * FROM entry").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match=word):
        forger.execute(insert(verb, **changed))
    assert forger.execute("SELECT * FROM entry").fetchall() == before


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
@pytest.mark.parametrize(
    "changed",
    [
        *(f"json_remove({{body}}, '$.{key}')" for key in KEYS),
        *(f"json_set({{body}}, '$.{key}', 'other')" for key in KEYS),
        "json_set({body}, '$.game', '1')",
        "body",
    ],
)
def test_columns_cannot_say_other_than_the_bytes(forger: sqlite3.Connection, verb: str, changed: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="say what its bytes say"):
        forger.execute(insert(verb, changed))
    assert forger.execute("SELECT max(seq) FROM entry").fetchone() == (5,)


def test_bytes_that_are_no_json_are_not_taken(forger: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.Error, match="malformed JSON"):
        forger.execute(insert("INSERT", "x'7b'"))


@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
async def test_a_question_has_one_answer(
    desk: Any, people: Any, forger: sqlite3.Connection, verb: str
) -> None:
    await desk.check("NMC", typed=(3, 3, 3, 3))
    await desk.ask(people[0], answer(1, 6, "agree"))
    with pytest.raises(sqlite3.IntegrityError, match="one answer"):
        forger.execute(insert(verb, seq="8", answers="6", prev="(SELECT hash FROM entry WHERE seq = 7)"))
    assert forger.execute("SELECT count(*) FROM entry WHERE answers = 6").fetchone() == (1,)


def test_an_honest_next_entry_would_be_taken(forger: sqlite3.Connection) -> None:
    forger.execute(insert("INSERT"))
    assert forger.execute("SELECT max(seq) FROM entry").fetchone() == (6,)


async def test_the_database_is_durable_and_marked(desk: Any, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "desk.db")) as client:
        assert client.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert client.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def _other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as client:
        client.execute("CREATE TABLE theirs (x)")


def _future(path: Path) -> None:
    with closing(sqlite3.connect(path)) as client:
        client.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        client.execute("PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (_other_program, "another program"),
        (_future, "form 999"),
        (lambda path: path.write_bytes(b"no database at all" * 100), "cannot be"),
        (lambda path: path.mkdir(), "cannot be opened"),
    ],
    ids=["of another program", "from the future", "no database", "a directory"],
)
async def test_a_file_that_is_not_ours_stops_the_start(tmp_path: Path, make: Any, word: str) -> None:
    path = tmp_path / "other.db"
    make(path)
    with pytest.raises(NotOurs, match=word):
        await open_store(path, wait=0.1)


async def test_two_referees_never_hold_one_database(desk: Any, tmp_path: Path) -> None:
    with pytest.raises(NotOurs, match="Another referee"):
        await open_store(tmp_path / "desk.db", wait=0.1)
