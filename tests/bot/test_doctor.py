"""`referee doctor` says what is wrong and what to do."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from bot.commands.table import set_table
from bot.doctor import Finding, Word, of_machine, of_settings
from bot.doctor.online import of_discord
from bot.sandbox.point import point_discord_at
from bot.sandbox.server import Sandbox
from bot.settings import Settings
from bot.store.opening import migrations

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def now() -> datetime:
    return datetime.now(UTC)


def words(findings: list[Finding], subject: str) -> list[Word]:
    return [finding.word for finding in findings if finding.subject == subject]


def told(findings: list[Finding], subject: str) -> str:
    return "\n".join(str(finding) for finding in findings if finding.subject == subject)


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.word is not Word.OK]


async def test_a_healthy_referee_is_found_so(desk: Any, tmp_path: Path) -> None:
    await desk.open()
    settings, findings = of_settings({"REFEREE_TOKEN": TOKEN}, None)
    assert bad(findings) == []
    settings = Settings(TOKEN, tmp_path / "desk.db")
    findings = of_machine(settings, NOON)
    assert bad(findings) == []
    assert "desk.db is sound: 1 game, 3 entries, the newest of 2026-01-01T00:00:00.000Z" in told(
        findings, "database"
    )
    assert "held; a referee runs" in told(findings, "lock")


async def test_without_a_referee_the_lock_is_free(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    async with make_desk(tmp_path / "a.db"):
        pass
    findings = of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON)
    assert "free; no referee runs" in told(findings, "lock")


@pytest.mark.parametrize(
    ("environment", "subject", "said"),
    [
        ({}, "token", "Set REFEREE_TOKEN"),
        ({"REFEREE_TOKEN": "my-password"}, "token", "it has three parts"),
        ({"REFEREE_COOLDOWN": "many"}, "settings", "cooldown is a whole number from 1 to 1000, not many"),
        ({"REFEREE_TOKN": "x"}, "settings", "tokn is no setting"),
        ({"REFEREE_TOKEN": TOKEN.replace("0123", "ü123")}, "token", "it has three parts"),
        ({"REFEREE_LOG_FILE": "/nowhere/referee.log"}, "log", "/nowhere cannot be written"),
        ({"REFEREE_LOG_FILE": "/tmp"}, "log", "/tmp cannot be written. Make it writable"),
        ({"REFEREE_SETTINGS": "/nowhere.toml"}, "settings", "/nowhere.toml does not exist"),
        (
            {"REFEREE_SETTINGS": "/tmp"},
            "settings",
            "/tmp cannot be read: Is a directory. The referee does not",
        ),
    ],
)
def test_a_wrong_setting_is_named(environment: dict[str, str], subject: str, said: str) -> None:
    _, findings = of_settings(environment, None)
    assert words(findings, subject) == [Word.WRONG]
    assert said in told(findings, subject)


async def test_a_clock_behind_the_newest_entry_is_wrong(desk: Any, tmp_path: Path) -> None:
    await desk.open()
    findings = of_machine(Settings(TOKEN, tmp_path / "desk.db"), datetime(2025, 12, 31, 23, tzinfo=UTC))
    assert words(findings, "clock") == [Word.WRONG]
    assert "3600 s before the newest entry. Set the clock" in told(findings, "clock")


async def test_a_damaged_database_is_wrong(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    database = tmp_path / "a.db"
    async with make_desk(database) as desk:
        await desk.open()
    spoil(database)
    findings = of_machine(Settings(TOKEN, database), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert "referee restore FILE" in told(findings, "database")


def spoil(database: Path) -> None:
    with database.open("rb+") as file:
        file.seek(4096)
        file.write(os.urandom(8192))


def test_the_database_of_another_program_is_wrong(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    findings = of_machine(Settings(TOKEN, other), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert "another program" in told(findings, "database")


def test_a_database_that_is_not_there_is_made_or_its_folder_missed(tmp_path: Path) -> None:
    assert words(of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON), "database") == [Word.LOOK]
    findings = of_machine(Settings(TOKEN, tmp_path / "missing" / "a.db"), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert not (tmp_path / "a.db").exists()


def test_an_empty_file_and_a_folder_are_told_apart_from_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    findings = of_machine(Settings(TOKEN, tmp_path / "a.db"), NOON)
    assert words(findings, "database") == [Word.LOOK]
    assert "a.db is empty. The first start makes it" in told(findings, "database")
    findings = of_machine(Settings(TOKEN, tmp_path), NOON)
    assert "is a folder. Set database to a file" in told(findings, "database")


SAMPLES = Path(__file__).parents[1] / "samples"
LATEST = migrations()[-1][0]
NEWEST = SAMPLES / f"form-{LATEST}.db"


def test_an_old_form_is_to_be_looked_at_and_a_later_one_is_wrong(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    shutil.copy(SAMPLES / "form-3.db", old)
    findings = of_machine(Settings(TOKEN, old), NOON)
    assert words(findings, "form") == [Word.LOOK]
    assert f"has form 3 of {LATEST}. The next start changes it and keeps a copy" in told(findings, "form")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("PRAGMA user_version = 99")
    findings = of_machine(Settings(TOKEN, old), NOON)
    assert words(findings, "database") == [Word.WRONG]
    assert told(findings, "database").endswith(
        f"has form 99, this referee knows up to {LATEST}. Install the later referee again."
    )


async def test_a_database_that_another_program_keeps_from_all_others_is_wrong(
    tmp_path: Path, make_desk: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.doctor.database.BUSY_SECONDS", 0.05)
    database = tmp_path / "a.db"
    async with make_desk(database):
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            findings = of_machine(Settings(TOKEN, database), NOON)
            assert words(findings, "database") == [Word.WRONG]
            assert "database is locked. Close the other program" in told(findings, "database")
        assert bad(of_machine(Settings(TOKEN, database), NOON)) == []


def test_a_look_moves_nothing_out_of_the_log_of_a_referee_that_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    subprocess.run([sys.executable, "-c", KILLED, str(database)], check=False)
    log = database.with_name("a.db-wal")
    before = (log.read_bytes(), database.read_bytes())
    assert before[0]
    assert words(of_machine(Settings(TOKEN, database), NOON), "database") == [Word.OK]
    assert (log.read_bytes(), database.read_bytes()) == before


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store import open_store

async def killed(path):
    store = await open_store(path)
    await store.write(lambda tx: tx.put_meta("kept", "in the log"))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(killed(Path(sys.argv[1])))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may reach, with a database of today's form."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copy(NEWEST, folder / "a.db")
        (folder / "a.db").chmod(0o644)
        yield folder


def by_nobody(ask: Callable[[], str]) -> str:
    """The answer of a process that is not root, so that rights count."""
    if os.geteuid() != 0:
        return ask()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Later Pythons warn of threads, of which the child needs none.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
        os.write(writing, ask().encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as said:  # noqa: PTH123  a descriptor, no path
        answer = said.read()
    os.waitpid(child, 0)
    return answer


@pytest.mark.parametrize("shut", [".", "a.db", "a.db-wal", "a.db-shm", "a.db.lock"])
def test_whatever_the_user_may_not_write_is_named_and_no_backup_is_advised(
    open_folder: Path, shut: str
) -> None:
    if not (open_folder / shut).exists():
        (open_folder / shut).touch()
    for place in (open_folder, *open_folder.iterdir()):
        place.chmod(0o777 if place.is_dir() else 0o666)
    (open_folder / shut).chmod(0o555 if shut == "." else 0o444)
    settings = Settings(TOKEN, open_folder / "a.db")
    said = by_nobody(lambda: "\n".join(bad(of_machine(settings, NOON))))
    place = str(open_folder / shut)
    assert said.splitlines()[0].startswith(
        f"✗ wrong rights: this user cannot read and write {place}. "
        f"Give it to the user that runs the referee: chown USER {place}."
    )
    assert "restore" not in said


def test_a_folder_that_cannot_be_reached_is_told(open_folder: Path) -> None:
    inner = open_folder / "inner" / "deep"
    inner.mkdir(parents=True)
    inner.parent.chmod(0o600)
    said = by_nobody(lambda: told(of_machine(Settings(TOKEN, inner / "a.db"), NOON), "rights"))
    assert "cannot be reached by this user. Give what leads there" in said
    inner.parent.chmod(0o700)


def mounted(folder: Path, options: str, then: str) -> list[str]:
    """What the doctor finds wrong in a folder with a disk of its own, in a process that alone sees it."""
    script = (
        f"mount -t tmpfs {options} tmpfs {folder} && cp {NEWEST} {folder}/a.db && {then} && "
        f"cd {folder} && exec {sys.executable} -m bot doctor"
    )
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
        env={**os.environ, "REFEREE_TOKEN": TOKEN, "REFEREE_DATABASE": "a.db"},
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout:
        pytest.skip(f"no disk of its own can be had here: {done.stderr}")
    return [line for line in done.stdout.splitlines() if line.startswith("✗")]


def test_a_disk_that_can_only_be_read_is_named(tmp_path: Path) -> None:
    (wrong,) = mounted(tmp_path, "", f"mount -o remount,ro {tmp_path}")
    assert wrong.startswith(f"✗ wrong disk: {tmp_path} can only be read. Mount it to be written")


def test_a_disk_that_is_full_is_named_and_no_backup_is_advised(tmp_path: Path) -> None:
    first, *others = mounted(tmp_path, "-o size=300k", f"! cat /dev/zero > {tmp_path}/filled")
    assert first.startswith("✗ wrong disk: 0.0 MB are free. Make room")
    assert all("Look at disk and rights above" in other for other in others)


async def test_rights_of_others_are_to_be_looked_at(tmp_path: Path, make_desk: Callable[..., Any]) -> None:
    database = tmp_path / "a.db"
    async with make_desk(database):
        pass
    assert words(of_machine(Settings(TOKEN, database), NOON), "rights") == [Word.OK]
    database.chmod(0o644)
    findings = of_machine(Settings(TOKEN, database), NOON)
    assert words(findings, "rights") == [Word.LOOK]
    assert "chmod 600" in told(findings, "rights")


async def test_a_long_log_and_a_full_disk_are_told(
    desk: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.open()
    monkeypatch.setattr("bot.doctor.database.LOG_LARGE", 10)
    monkeypatch.setattr("bot.doctor.database.DISK_LOW", 10**18)
    findings = of_machine(Settings(TOKEN, tmp_path / "desk.db"), NOON)
    assert words(findings, "write-ahead log") == [Word.LOOK]
    assert words(findings, "disk") == [Word.WRONG]


def test_the_exit_code_is_1_where_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_TOKEN", raising=False)
    assert main(["doctor"]) == 1
    assert "✗ wrong token: there is none." in capsys.readouterr().out
    monkeypatch.setenv("REFEREE_TOKEN", TOKEN)
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "✗" not in shown
    assert TOKEN not in shown
    file = tmp_path / "other.toml"
    file.write_text("colour = 'red'\n")
    assert main(["doctor", "--settings", str(file)]) == 1
    assert "colour is no setting" in capsys.readouterr().out


FIGHT = "@alice /game new module:asl side_a:german elr_a:3 side_b:russian elr_b:3"


async def test_discord_takes_the_token_and_the_channel_allows_all(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        await table.typist.type(FIGHT)
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert bad(findings) == []
        assert words(findings, "game 1") == [Word.OK]
        assert "permissions=2252074691709952" in told(findings, "login")


async def test_a_missing_permission_is_named_for_its_game(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        await table.typist.type(FIGHT)
        table.sandbox.faults.deny("table", ["embed_links", "send_messages"])
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert words(findings, "game 1") == [Word.WRONG]
        assert "its channel lacks Send Messages, Embed Links, Attach Files. Edit" in told(findings, "game 1")
        table.sandbox.faults.delete_channel("table")
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert "its server or channel is gone" in told(findings, "game 1")


async def test_in_a_thread_its_own_permission_counts(tmp_path: Path) -> None:
    async with set_table(tmp_path / "table.db") as table:
        async with (
            aiohttp.ClientSession() as session,
            session.post(
                f"{table.sandbox.keyboard}/threads", json={"as": "alice", "channel": "table", "name": "hill"}
            ) as response,
        ):
            assert response.status == 200
        await table.typist.type("#hill")
        await table.typist.type(FIGHT)
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert words(findings, "game 1") == [Word.OK]
        table.sandbox.faults.deny("table", ["send_messages_in_threads"])
        findings = await of_discord(Settings(table.sandbox.token, tmp_path / "table.db"), now)
        assert "lacks Send Messages In Threads" in told(findings, "game 1")


async def test_a_token_that_discord_refuses_is_wrong(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
        findings = await of_discord(Settings(TOKEN, tmp_path / "a.db"), now)
        assert words(findings, "login") == [Word.WRONG]
        assert "Discord refuses the token. Make a fresh one" in told(findings, "login")


async def test_clocks_apart_are_told(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
        for seconds, word in ((0, Word.OK), (-30, Word.LOOK), (3600, Word.WRONG)):

            def clock(seconds: int = seconds) -> datetime:
                return now() + timedelta(seconds=seconds)

            assert words(await of_discord(Settings("", tmp_path / "a.db"), clock), "clock") == [word]


async def test_no_discord_at_all_is_told(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        point_discord_at(sandbox.url)
    findings = await of_discord(Settings(TOKEN, tmp_path / "a.db"), now)
    assert "it cannot be reached" in told(findings, "Discord")


ONLINE = """
import sys
from bot.sandbox.point import point_discord_at
from bot.__main__ import main
point_discord_at(sys.argv[1])
sys.exit(main(["doctor", "--online"]))
"""


async def test_the_command_asks_discord_where_it_is_told_to(tmp_path: Path) -> None:
    async with Sandbox(token=TOKEN) as sandbox:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", ONLINE, sandbox.url),
            stdout=asyncio.subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "REFEREE_TOKEN": TOKEN},
        )
        shown, _ = await process.communicate()
    lines = shown.decode().splitlines()
    assert process.returncode == 0
    assert any(line.startswith("✓ ok    login: as application ") for line in lines)
    assert any(line.startswith("✓ ok    clock: 0 s apart") or "1 s apart" in line for line in lines)
