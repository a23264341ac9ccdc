"""Arrows point one way: rules know nothing of the bot, the bot names cogs as strings only."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OUTSIDE = {
    "sqlite3",
    "random",
    "secrets",
    "time",
    "asyncio",
    "logging",
    "os",
    "datetime",
    "socket",
    "threading",
}
"""of the standard library, what knows a clock, chance or the world"""
VALUES = "msgspec"
"""brings the values of the rules, and nothing else from outside"""


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("file", modules("rules"), ids=lambda file: file.name)
def test_rules_are_pure(file: Path) -> None:
    assert set(imported(file)) <= (sys.stdlib_module_names - OUTSIDE) | {"rules", VALUES}


@pytest.mark.parametrize("file", modules("bot"), ids=lambda file: file.name)
def test_the_bot_imports_no_cog(file: Path) -> None:
    assert "cogs" not in set(imported(file))


ROOMS = (
    *("sandbox", "events", "words", "ledger", "store", "muster", "play", "boards", "operations", "verify"),
    *("render", "archive", "settings", "logs", "referee", "channel", "doctor", "commands", "__main__"),
)
"""folders and modules of the bot: each rests on those before it alone"""


def rooms_entered(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "bot":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("bot."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("file", modules("bot"), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_rooms_of_the_bot_rest_on_one_another_in_one_order(file: Path) -> None:
    room = file.relative_to(ROOT / "bot").with_suffix("").parts[0]
    if room == "__init__":
        return
    assert set(rooms_entered(file)) <= set(ROOMS[: ROOMS.index(room) + 1])


def written(file: Path) -> Iterator[str]:
    """The texts of a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_statements_of_sql_stand_in_the_store_alone() -> None:
    statement = re.compile(
        r"\b(SELECT .* FROM|INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \w+ SET)\b", re.DOTALL
    )
    speaking = {
        file.relative_to(ROOT).parts[:2]
        for package in ("bot", "cogs", "rules")
        for file in modules(package)
        if any(map(statement.search, written(file)))
    }
    assert speaking == {("bot", "store")}


def test_the_environment_is_read_by_the_settings_alone() -> None:
    readers = [
        file.relative_to(ROOT).as_posix()
        for package in ("bot", "cogs", "rules")
        for file in modules(package)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv", "environb")
    ]
    assert readers == ["bot/settings.py"]
