"""`referee doctor` says what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.doctor import Finding, Word, of_machine, of_settings
from bot.settings import Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.0123456789abcdefghijklmnopqrstuvwxyz-_"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


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
