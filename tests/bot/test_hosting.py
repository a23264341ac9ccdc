"""The pages and files for hosting name only what is there, and say what `referee` does."""

from __future__ import annotations

import configparser
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.commands.run import DRAIN_SECONDS
from bot.settings import BadSetting, Settings, read_settings
from bot.store.opening import LOCK_SECONDS

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "docs" / "Dockerfile").read_text(encoding="utf-8")


def unit() -> configparser.SectionProxy:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(ROOT / "docs" / "referee.service")
    return read["Service"]


def test_the_container_copies_only_what_is_there_and_all_that_is_packed() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    assert all((ROOT / name).exists() for name in names)
    assert {"pyproject.toml", "README.md", "bot", "cogs", "rules"} == names


def test_the_container_runs_the_referee_without_root_on_its_volume() -> None:
    lines = DOCKERFILE.splitlines()
    assert 'ENTRYPOINT ["referee"]' in lines
    assert 'CMD ["run"]' in lines
    assert lines.index("USER referee") < lines.index('ENTRYPOINT ["referee"]')
    assert "VOLUME /data" in lines
    assert "WORKDIR /data" in lines
    version = re.search(r"FROM python:3\.(\d+)-slim", DOCKERFILE)
    assert version is not None
    assert int(version[1]) >= 11


def test_the_service_leaves_time_to_post_what_is_due() -> None:
    service = unit()
    assert int(service["TimeoutStopSec"]) > DRAIN_SECONDS + LOCK_SECONDS
    assert service["Restart"] == "on-failure"
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert service["ExecStart"].endswith("/.venv/bin/referee run")


def test_wrong_settings_are_not_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_TOKEN", raising=False)
    assert main(["run"]) == int(unit()["RestartPreventExitStatus"])


def test_a_database_that_cannot_be_had_at_this_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_TOKEN", "sandbox")
    Path("referee.db").mkdir()
    assert main(["run"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("referee: referee.db cannot be opened: ")
    assert said.endswith("`referee doctor` says what to do.\n")
    Path("referee.db").rmdir()
    Path("referee.db").write_text("a recipe, and no database at all")
    assert main(["run"]) == int(unit()["RestartPreventExitStatus"])
    assert "referee.db cannot be read as a database: file is not a database.\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", sorted(set(re.findall(r"referee (backup|restore|doctor|run)\b", HOSTING)))
)
def test_every_subcommand_of_the_page_is_there(command: str) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0


def test_update_and_move_take_two_lines_each() -> None:
    blocks = re.findall(
        r"^(Update|Move)[^`]*(?:`[^`\n]+`[^`]*)*\n\n```sh\n(.*?)```", HOSTING, re.DOTALL | re.MULTILINE
    )
    assert [(word, len(lines.strip().splitlines())) for word, lines in blocks] == [
        ("Update", 2),
        ("Move", 2),
        ("Update", 2),
        ("Move", 2),
    ]


@pytest.mark.parametrize("page", sorted(set(re.findall(r"\]\(([A-Za-z.]+)\)", HOSTING))))
def test_every_file_linked_is_there(page: str) -> None:
    assert (ROOT / "docs" / page).exists()


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", Settings()),
        ("guilds = [123456789012345678]\ncooldown = 5\n", Settings(guilds=(123456789012345678,), cooldown=5)),
        ('log_file = "referee.log"\nlog_size = 2\n', Settings(log_file=Path("referee.log"), log_size=2)),
        ('log_file = ""\nguilds = []\n', Settings()),
    ],
)
def test_settings_are_read_from_the_file(tmp_path: Path, text: str, settings: Settings) -> None:
    file = tmp_path / "referee.toml"
    file.write_text(text)
    assert read_settings({}, file) == settings


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "referee.toml"
    file.write_text('cooldown = 5\nlog_file = "a.log"\nguilds = [123456789012345678]\n')
    environment: dict[str, Any] = {
        "REFEREE_COOLDOWN": "7",
        "REFEREE_LOG_FILE": "",
        "REFEREE_GUILDS": "223456789012345678, 323456789012345678",
    }
    expected = Settings(cooldown=7, guilds=(223456789012345678, 323456789012345678))
    assert read_settings(environment, file) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cooldown = 0", "cooldown is a whole number from 1 to 1000, not 0"),
        ("cooldown = true", "cooldown is a whole number"),
        ("silence = 0", "silence is a whole number from 1 to 365, not 0"),
        ("asks_again = 3601", "asks_again is a whole number from 0 to 3600, not 3601"),
        ("log_size = 1.5", "log_size is a whole number from 1 to 1000, not 1.5"),
        ('log_count = "-1"', "log_count is a whole number"),
        ("guilds = 5", "guilds is a list of server ids"),
        ("guilds = [5]", "guilds holds server ids of 15 to 20 digits, not 5"),
        ("token = 5", "token needs a text"),
        ('log_level = "LOUD"', "log_level is one of DEBUG, INFO, WARNING, ERROR, not LOUD"),
        ("colour = 1", "colour is no setting"),
    ],
)
def test_a_wrong_setting_names_itself_and_its_file(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "referee.toml"
    file.write_text(text)
    with pytest.raises(BadSetting, match=f"referee.toml: {re.escape(said)}"):
        read_settings({}, file)


def test_a_look_at_the_machine_loads_no_rules() -> None:
    """What a subcommand does not need it does not load."""
    code = "import sys, bot.__main__; print({'discord', 'rules.asl'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"


def test_the_signal_that_stops_it_is_the_one_it_hears() -> None:
    assert unit()["KillSignal"] == signal.SIGTERM.name
    assert "STOPSIGNAL SIGTERM" in DOCKERFILE
