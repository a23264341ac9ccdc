"""What the doctor says of what may not be written, and of disks without room."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.doctor import Finding, Word, of_machine
from bot.settings import Settings
from bot.store.opening import migrations

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def words(findings: list[Finding], subject: str) -> list[Word]:
    return [finding.word for finding in findings if finding.subject == subject]


def told(findings: list[Finding], subject: str) -> str:
    return "\n".join(str(finding) for finding in findings if finding.subject == subject)


def bad(findings: list[Finding]) -> list[str]:
    return [str(finding) for finding in findings if finding.word is not Word.OK]


SAMPLES = Path(__file__).parents[1] / "samples"
LATEST = migrations()[-1][0]
NEWEST = SAMPLES / f"form-{LATEST}.db"


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
