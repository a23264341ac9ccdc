"""What a host with all rights on his machine may try, on files and on the database, and how it is found."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.commands.ledger import bring_in
from bot.ledger.entry import chained
from bot.operations.answering import answer
from bot.operations.dr import Thrown, roll_dr
from bot.operations.editing import Chosen, State, move_units, set_units
from bot.operations.roster import Recruits, add_units
from bot.verify import NotTrue

FACTS = {"known_enemy_in_los": True, "adjacent_enemy": False}
KNOWN = {"facts": FACTS}


@pytest.fixture
async def played(desk: Any, people: Any, exported: Any) -> bytes:
    """#4 roster, #5 PTC with dice entered, #6 agreed, #7 NMC, #8 a DR, #9 and #10 the end."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("PTC", bob, typed=(2, 3, 2, 2))
    await desk.ask(alice, answer(1, 5, "agree"))
    await desk.check("NMC", **KNOWN)
    await desk.ask(alice, roll_dr(Thrown("to hit")))
    await desk.end()
    data: bytes = await exported(desk)
    return data


def _other(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, for each thing in it."""
    match value:
        case bool() | None:
            yield not value
        case int():
            yield value + 1
        case str():
            yield value[:-1] + ("b" if value[-1:] == "a" else "a")
        case list():
            for place, item in enumerate(value):
                yield from ([*value[:place], changed, *value[place + 1 :]] for changed in _other(item))
            yield [*value, 1]
        case dict():
            for key, item in value.items():
                yield from ({**value, key: changed} for changed in _other(item))
            yield {**value, "more": 1}


def test_one_change_in_any_field_of_any_entry_is_found(played: bytes, check: Any) -> None:
    rows = played.splitlines(keepends=True)
    changes = 0
    for place, row in enumerate(rows[1:-1], 1):
        line = json.loads(row)
        for changed in _other(line["entry"]):
            line["entry"] = changed
            forged = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
            changes += 1
            with pytest.raises(NotTrue, match=r"#\d|Line \d"):
                check(b"".join((*rows[:place], forged + b"\n", *rows[place + 1 :])))
    assert changes > 300


def _swapped_dice(entries: list[Any]) -> None:
    one, other = entries[6]["dice"][:2]
    one["faces"], other["faces"] = other["faces"], one["faces"]


def _swapped_names(entries: list[Any]) -> None:
    one, other = entries[6]["dice"][:2]
    one["name"], other["name"] = other["name"], one["name"]


def _rerolled(entries: list[Any]) -> None:
    """The first draw is left out, and what follows is taken for the ruling."""
    for draw in entries[6]["dice"]:
        draw["n"] = 1


def _inserted(entries: list[Any]) -> None:
    """A DR more, which nobody asked for, and every number after it one higher."""
    entries.insert(7, entries[7] | {"request": "77"})
    for seq, entry in enumerate(entries, 1):
        entry["seq"] = seq
    entries[7] = json.loads(json.dumps(entries[7]))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_swapped_dice, "#7 has mc:1 as"),
        (_swapped_names, "#7 has mc:2 as"),
        (_rerolled, "#7 draws mc:1 as draw 1; .* draw 0"),
        (_inserted, "#[89] draws roll:1 as draw"),
    ],
)
def test_dice_are_those_of_their_name_and_number(
    played: bytes, check: Any, forged: Any, change: Callable[[list[Any]], None], says: str
) -> None:
    with pytest.raises(NotTrue, match=says):
        check(forged(played, change))


TRIGGERS = "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('entry', 'seed')"


def without_triggers(database: Path, *statements: tuple[str, tuple[Any, ...]]) -> None:
    """Drop every guard, then do what they forbade."""
    with closing(sqlite3.connect(database, isolation_level=None)) as client:
        for (name,) in client.execute(TRIGGERS).fetchall():
            client.execute(f"DROP TRIGGER {name}")
        for statement, bound in statements:
            client.execute(statement, bound)


def body_of(database: Path, seq: int) -> Any:
    with closing(sqlite3.connect(database)) as client:
        return json.loads(client.execute("SELECT body FROM entry WHERE seq = ?", (seq,)).fetchone()[0])


def written(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


async def test_an_entry_changed_after_the_guards_were_dropped_breaks_the_chain(
    desk: Any, played: bytes, tmp_path: Path, exported: Any, check: Any
) -> None:
    body = body_of(tmp_path / "desk.db", 8)
    body["command"] = "/dr another"
    without_triggers(tmp_path / "desk.db", ("UPDATE entry SET body = ? WHERE seq = 8", (written(body),)))
    with pytest.raises(NotTrue, match="#8 has hash"):
        check(await exported(desk))


async def test_an_entry_deleted_after_the_guards_were_dropped_leaves_a_gap(
    desk: Any, played: bytes, tmp_path: Path, exported: Any, check: Any
) -> None:
    without_triggers(
        tmp_path / "desk.db",
        ("DELETE FROM outbox WHERE seq = 8", ()),
        ("DELETE FROM entry WHERE seq = 8", ()),
    )
    with pytest.raises(NotTrue, match="#9 has number 9; what went before gives number 8"):
        check(await exported(desk))


async def test_dice_changed_with_every_hash_after_them_still_do_not_follow(
    desk: Any, played: bytes, tmp_path: Path, exported: Any, check: Any
) -> None:
    bodies = [body_of(tmp_path / "desk.db", seq) for seq in (8, 9)]
    bodies[0]["dice"][0]["faces"] = [6, 6]
    bodies[0]["events"][0].update(coloured=6, white=6, total=12)
    with closing(sqlite3.connect(tmp_path / "desk.db")) as client:
        (head,) = client.execute("SELECT hash FROM entry WHERE seq = 7").fetchone()
    statements = []
    for seq, body in zip((8, 9), bodies, strict=True):
        prev, head = head, chained(head, written(body))
        bound = (written(body), prev, head, seq)
        statements.append(("UPDATE entry SET body = ?, prev = ?, hash = ? WHERE seq = ?", bound))
    without_triggers(tmp_path / "desk.db", *statements)
    with pytest.raises(NotTrue, match=r"#8 has roll:1 as \(6, 6\)"):
        check(await exported(desk))


async def test_a_seed_put_in_place_of_the_one_committed_to_is_found_when_it_is_revealed(
    desk: Any, people: Any, tmp_path: Path, exported: Any, check: Any
) -> None:
    await desk.open()
    without_triggers(tmp_path / "desk.db", ("UPDATE seed SET seed = ?", (bytes(31) + b"\x63",)))
    await desk.ask(people[0], roll_dr(Thrown()))
    await desk.end()
    with pytest.raises(NotTrue, match="#6 reveals a seed whose commitment is"):
        check(await exported(desk))


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE piece SET state = json_set(state, '$.is', json('[]')) WHERE id = '1'", "#6 has inputs"),
        ("UPDATE game SET state = json_set(state, '$.seats[0].side.elr', 5)", "#6 has inputs"),
        ("UPDATE game SET state = json_set(state, '$.terms.no_quarter', json('true'))", "#6 has inputs"),
        ("DELETE FROM draw", "#6 draws mc:1 as draw 0; what went before gives draw 1"),
    ],
)
async def test_what_stands_in_the_database_changed_beside_the_ledger_is_found_by_what_is_made_of_it(
    desk: Any, people: Any, tmp_path: Path, exported: Any, check: Any, statement: str, says: str
) -> None:
    """#5 a 4MC of two squads, then the host helps himself, then #6 the same again."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    await desk.check("4MC", bob, units=("#1",), **KNOWN)
    with closing(sqlite3.connect(tmp_path / "desk.db", isolation_level=None)) as client:
        client.execute(statement)
    await desk.check("4MC", alice, **KNOWN)
    with pytest.raises(NotTrue, match=says):
        check(await exported(desk))


async def test_names_made_to_be_taken_for_others_mislead_no_verifier(
    desk: Any, people: Any, exported: Any, check: Any
) -> None:
    """#4 squads of which one is called by the other's number, #5 to #7 leaders, each called as another."""
    alice, bob, _ = people
    await desk.open()
    await desk.add("4-6-7", number=2)
    for name in ("C", "9-1 C", "#1"):
        await desk.ask(alice, add_units(Recruits(None, "9-1", (), 1, name, "G5")))
    await desk.ask(alice, set_units(Chosen(("#2",)), State(None, None, "#3"), ""))
    await desk.check("NMC", bob, units=("#2", "#1", "#4"), **KNOWN)
    await desk.ask(alice, roll_dr(Thrown("IFT", leader="#3")))
    await desk.ask(alice, roll_dr(Thrown("IFT", leader="#4")))
    moved = await desk.ask(alice, move_units(Chosen(("#1", "#2")), "H6"))
    assert moved.link.entry.read == ("1", "2")
    await desk.end()
    assert check(await exported(desk)).differing == ()


def _no_tag(entries: list[Any]) -> None:
    entries[3]["events"][0]["event"] = ["roster"]


def test_an_event_whose_tag_is_no_word_is_found(played: bytes, check: Any, forged: Any) -> None:
    with pytest.raises(NotTrue, match=r"Line 5, after #3, is no entry: \['roster'\] is no text"):
        check(forged(played, _no_tag))


def _seat_of_nobody(entries: list[Any]) -> None:
    entries[2]["events"][0]["seat"] = 77


def _no_channel(entries: list[Any]) -> None:
    entries[0]["events"][0]["channel"] = "nowhere"


@pytest.mark.parametrize("change", [_seat_of_nobody, _no_channel])
def test_an_export_whose_entries_do_not_fit_together_is_not_imported(
    played: bytes, forged: Any, change: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = tmp_path / "forged.jsonl"
    export.write_bytes(forged(played, change))
    assert bring_in(tmp_path / "fresh.db", [export]) == 1
    assert "NOT IMPORTED. What the entries tell does not fit together: " in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "fresh.db")) as client:
        assert client.execute("SELECT count(*) FROM entry").fetchone() == (0,)


def test_what_the_page_says_was_tried_is_tried_there() -> None:
    tests = Path(__file__).parents[1]
    page = (tests.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    _, _, tried = page.partition("## What was tried")
    named = set(re.findall(r"`((?:bot|cogs)/test_\w+\.py)`", tried))
    assert len(named) > 10
    assert [file for file in sorted(named) if not (tests / file).is_file()] == []
