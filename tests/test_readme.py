"""The README is true: its transcript is played, its commands are run, its settings are those read."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import fields

from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFEREE = shutil.which("referee", path=str(Path(sys.executable).parent)) or "referee"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def masked(text: str) -> str:
    """Hashes cover the hash of the rules, which any change of the rules changes."""
    return re.sub(r"\b[0-9a-f]{16}\b", "<hash>", text)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = re.sub(r"(^|\| )referee ", rf"\1{REFEREE} ", command)
    return subprocess.run(
        line, shell=True, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_transcript_is_what_the_play_shows(tmp_path: Path) -> None:
    shown = shell("referee sandbox --play arnhem", tmp_path)
    assert shown.returncode == 0, shown.stderr
    (transcript,) = blocks("text")
    assert masked(transcript) in masked(shown.stdout)


def test_every_console_line_prints_what_stands_below_it(tmp_path: Path) -> None:
    (session,) = blocks("console")
    steps = re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
    assert len(steps) == 5
    for command, printed in steps:
        done = shell(command, tmp_path)
        assert done.returncode == 0, done.stderr
        assert masked(done.stdout) == masked(printed)


def test_two_commands_set_everything_up() -> None:
    play, test = blocks("sh")
    assert play.strip().endswith("referee sandbox --play arnhem --stay")
    assert test.strip().endswith("pytest -q")


def test_every_setting_is_documented() -> None:
    documented = re.findall(r"^\| `([a-z_]+)` \| `REFEREE_([A-Z_]+)` \|", README, re.MULTILINE)
    assert documented == [(field.name, field.name.upper()) for field in fields(Settings)]


@pytest.mark.parametrize("command", re.findall(r"^\| `referee ([a-z]+)", README, re.MULTILINE))
def test_every_subcommand_named_explains_itself(command: str, tmp_path: Path) -> None:
    done = shell(f"referee {command} --help", tmp_path)
    assert done.returncode == 0
    assert "usage: referee" in done.stdout


def test_every_picture_is_one_that_a_test_makes() -> None:
    pictures = set(re.findall(r"docs/pictures/([a-z-]+)\.png", README))
    made = (ROOT / "tests" / "cogs" / "test_page.py").read_text(encoding="utf-8")
    assert pictures == set(re.findall(r'await picture\(\w+(?:\["\w+"\])?, "([a-z-]+)"\)', made))
    assert {path.stem for path in (ROOT / "docs" / "pictures").iterdir()} == pictures


@pytest.mark.parametrize("page", sorted(set(re.findall(r"\]\((docs/[a-z]+\.md)\)", README))))
def test_every_page_linked_is_there(page: str) -> None:
    assert (ROOT / page).exists()
