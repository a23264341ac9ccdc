"""The subcommands without Discord: 0 done, 1 what was checked failed, 2 wrong use, and sentences only."""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.commands import ledger, offline
from bot.export import Form, export
from bot.ledger import link, read_entry
from bot.store import Transaction

ALICE = 11


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def referee(capsys: Any, monkeypatch: Any, tmp_path: Path) -> Callable[..., Ran]:
    """Runs `referee` with these arguments in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_TOKEN", "REFEREE_DATABASE", "REFEREE_SETTINGS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = int(left.code or 0)
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return Ran(code, told.out, told.err)

    return run


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
    assert referee("export", 1, "--database", kept, "-o", file) == Ran(0, "", "")
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
    assert ran == Ran(2, "", "referee: There is no game 7; the games are: 1.\n")
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
    assert ran == Ran(0, "What stands is what the entries give.\n", "")


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
    assert referee("rebuild", "--write", "--database", kept) == Ran(0, "Built again from the entries.\n", "")
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


CASE = {
    "id": "1.001",
    "rule": "asl.attack",
    "given": {
        "result": "NMC",
        "units": [{"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": []}],
        "elr": {"german": 3},
    },
    "dice": {"mc:a": [3, 4]},
    "expect": {
        "units": [{"id": "a", "nation": "german", "type": "squad", "counter": "4-6-7", "is": ["pinned"]}]
    },
}


def test_cases_are_counted_and_those_that_fail_are_named(referee: Any, tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.jsonl", tmp_path / "wrong.jsonl"
    good.write_text(json.dumps(CASE) + "\n\n" + json.dumps(CASE), encoding="utf-8")
    assert referee("cases", good) == Ran(0, "2 passed, 0 failed\n", "")
    wrong.write_text(json.dumps(CASE | {"id": "1.002", "dice": {"mc:a": [1, 2]}}), encoding="utf-8")
    ran = referee("cases", good, wrong)
    assert ran.code == 1
    first, last = ran.out.splitlines()
    assert first.startswith("wrong.jsonl 1.002: units: expected ")
    assert last == "2 passed, 1 failed"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"dice": {}}, "The ruling needs mc:a, which is not among the dice given."),
        ({"dice": {"mc:a": [3, 4], "mc:b": [1, 1]}}, "The ruling has no use for mc:b."),
        ({"rule": "asl.dance"}, "refused: 'asl.dance' is no ruling"),
        ({"expect": {"refused": True}}, "refused: expected true"),
        ({"expect": []}, "expect: needs an object"),
    ],
)
def test_a_case_fails_for_a_reason_that_is_told(
    referee: Any, tmp_path: Path, changed: dict[str, Any], said: str
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE | changed), encoding="utf-8")
    ran = referee("cases", file)
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert said in ran.out


POLE = {"id": "a", "nation": "allied_minor", "type": "squad", "counter": "4-5-7", "trait": "polish"}


@pytest.mark.parametrize("says", [{}, {"is": []}, {"class": "first_line"}, {"trait": "polish"}])
def test_a_case_compares_of_a_unit_what_it_expects(
    referee: Any, tmp_path: Path, says: dict[str, Any]
) -> None:
    expected = {key: POLE[key] for key in ("id", "nation", "type", "counter")} | says
    case = CASE | {
        "given": CASE["given"] | {"units": [POLE], "elr": {"allied_minor": 3}},
        "dice": {"mc:a": [1, 2]},
        "expect": {"units": [expected], "gone": []},
    }
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case), encoding="utf-8")
    assert referee("cases", file) == Ran(0, "1 passed, 0 failed\n", "")
    wrong = expected | {key: "x" if key != "is" else ["pinned"] for key in says or {"counter": "4-5-8"}}
    file.write_text(json.dumps(case | {"expect": {"units": [wrong]}}), encoding="utf-8")
    assert referee("cases", file).code == 1


def joined_by_24() -> dict[str, Any]:
    """Two shattered RSUs of 100 and 60 SP become one of 136 full: 24 SP find no room."""
    rsus = [
        {
            "id": id_,
            "side": "axis",
            "category": "other",
            "state": "shattered",
            "strength": {"leg": {"now": now, "full": 136}},
        }
        for id_, now in (("p", 100), ("q", 60))
    ]
    dsu = {"id": "D", "side": "axis", "sector": "A1", "rsus": rsus, "consolidations": [["p", "q"]]}
    ground = {"columns": "AB", "rows": 2, "edges": {"axis": "west", "soviet": "east"}, "axis": ["A1", "A2"]}
    return {
        "id": "1",
        "rule": "konrad.recovery",
        "given": {"map": ground, "dsus": [dsu]},
        "dice": {"remo:p": 7},
    }


@pytest.mark.parametrize(("lost", "code"), [({"p": 24}, 0), (24, 0), ({"p": 23}, 1), (23, 1), ({"q": 0}, 0)])
def test_losses_of_a_consolidation_are_compared_by_survivor_or_together(
    referee: Any, tmp_path: Path, lost: Any, code: int
) -> None:
    file = tmp_path / "cases.jsonl"
    expect = {"now": {"p": 136}, "lost_in_consolidation": lost}
    file.write_text(json.dumps(joined_by_24() | {"expect": expect}), encoding="utf-8")
    assert referee("cases", file).code == code


@pytest.mark.parametrize("data", [b"{", b"[]", b"\xff\xfe", b'{"rule":1}'])
def test_a_file_that_holds_no_cases_is_wrong_use(referee: Any, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_bytes(data)
    assert referee("cases", file).code == 2


def test_a_case_may_hold_the_signs_that_part_lines_elsewhere(referee: Any, tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE | {"why": "a\u2028b\x85c"}, ensure_ascii=False), encoding="utf-8")
    assert referee("cases", file).out == "1 passed, 0 failed\n"


def request(**changed: Any) -> dict[str, Any]:
    asked = {key: CASE[key] for key in ("id", "rule", "given", "dice")}
    return {key: value for key, value in (asked | changed).items() if value is not None}


def test_a_request_is_answered_with_result_events_and_text(referee: Any) -> None:
    ran = referee("resolve", typed=json.dumps(request()) + "\n")
    answer = json.loads(ran.out)
    assert ran.code == 0
    assert answer["id"] == "1.001"
    assert answer["result"]["units"][0]["is"] == ["pinned"]
    assert [event["event"] for event in answer["events"]] == ["check_passed", "pinned"]
    assert answer["text"][0] == "a"


@pytest.mark.parametrize("dice", [None, {}])
def test_dice_are_rolled_where_a_request_asks_for_it(referee: Any, dice: Any) -> None:
    ran = referee("resolve", typed=json.dumps(request(dice=dice, roll=True)) + "\n")
    answer = json.loads(ran.out)
    assert all(1 <= face <= 6 for face in answer["dice"]["mc:a"])


def test_a_missing_fact_is_asked_for(referee: Any) -> None:
    ran = referee("resolve", typed=json.dumps(request(dice={"mc:a": [1, 1], "hob:a": [5, 5]})) + "\n")
    assert json.loads(ran.out) == {
        "id": "1.001",
        "asks": {"what": "known_enemy_in_los", "of": "a", "options": [True, False]},
    }


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("no JSON", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("[1]", "bad_value"),
        ("null", "bad_value"),
        ("1e999", "bad_value"),
        ("{}", "missing_key"),
        (json.dumps(request(wish=1)), "unknown_key"),
        (json.dumps(request(rule="asl.dance")), "unknown_rule"),
        (json.dumps(request(given=[])), "bad_value"),
        (json.dumps(request(given={"result": "NMC"})), "missing_key"),
        (json.dumps(request(dice=[])), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, 7]})), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, "4"]})), "bad_dice"),
        (json.dumps(request(dice={"mc:a": [3, True]})), "bad_dice"),
        (json.dumps(request(dice={})), "missing_die"),
        (json.dumps(request(dice={"mc:a": [3, 4], "x": 1})), "left_over_die"),
        (json.dumps(request(id="\ud800", rule=1)), "bad_value"),
    ],
    ids=lambda value: value[:40],
)
def test_a_request_that_is_wrong_is_refused_and_the_next_is_answered(
    referee: Any, line: str, code: str
) -> None:
    ran = referee("resolve", typed=f"{line}\n\n{json.dumps(request())}\n")
    refused, answered = map(json.loads, ran.out.splitlines())
    assert (ran.code, refused["refused"]["code"]) == (0, code)
    assert answered["result"]["units"][0]["is"] == ["pinned"]
    assert "\ud800" not in ran.out
