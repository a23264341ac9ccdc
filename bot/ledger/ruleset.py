"""Which rules are applied, and what the table makes of them: a hash of code and data, kept in every entry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

COUNTED = (".py", ".toml")
COMPILED = "__pycache__"
DECIDING = ("boards", "events", "ledger", "muster", "operations", "play", "words")
"""folders of `bot` that decide what an entry tells, beside the modules of `bot` itself"""
DIGITS = 16


@cache
def rules_hash() -> str:
    """16 hex digits of SHA-256 over every such file's path and content, in order of the paths."""
    bot = files("bot")
    modules = ((f"bot/{item.name}", item) for item in bot.iterdir() if item.name.endswith(COUNTED))
    found = [
        *_files(files("rules"), ""),
        *(file for folder in DECIDING for file in _files(bot.joinpath(folder), f"bot/{folder}/")),
        *((path, item.read_bytes()) for path, item in modules),
    ]
    digest = hashlib.sha256()
    for path, content in sorted(found):
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()[:DIGITS]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.name.endswith(COUNTED):
            yield path + item.name, item.read_bytes()
        elif item.name != COMPILED and item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
