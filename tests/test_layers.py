"""Arrows point one way: rules know nothing of the bot, the bot names cogs as strings only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OUTSIDE = {
    "discord",
    "aiosqlite",
    "sqlite3",
    "random",
    "secrets",
    "time",
    "asyncio",
    "logging",
    "os",
    "datetime",
}


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
    assert not set(imported(file)) & (OUTSIDE | {"bot", "cogs"})


@pytest.mark.parametrize("file", modules("bot"), ids=lambda file: file.name)
def test_the_bot_imports_no_cog(file: Path) -> None:
    assert "cogs" not in set(imported(file))


def test_statements_that_write_stand_in_the_store_alone() -> None:
    writers = {
        file.relative_to(ROOT).parts[1]
        for package in ("bot", "cogs")
        for file in modules(package)
        for word in ("INSERT INTO", "DELETE FROM", "UPDATE outbox")
        if word in file.read_text(encoding="utf-8")
    }
    assert writers == {"store"}
