"""Which rules are applied: a hash of their code and data, kept in every entry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

COUNTED = (".py", ".toml")
DIGITS = 16


@cache
def rules_hash() -> str:
    """16 hex digits of SHA-256 over every rules file's path and content, in order of the paths."""
    digest = hashlib.sha256()
    for path, content in sorted(_files(files("rules"), "")):
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    return digest.hexdigest()[:DIGITS]


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
        elif item.name.endswith(COUNTED):
            yield path + item.name, item.read_bytes()
