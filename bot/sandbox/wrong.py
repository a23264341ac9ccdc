"""A person's mistake at the keyboard."""

from __future__ import annotations


class WrongUse(Exception):
    """What Discord's own client would not let a person do; a sentence that says what would be right."""


def known(names: list[str], what: str) -> str:
    """`what: a, b, c`, or that there is none."""
    return f"{what}: {', '.join(names)}." if names else f"{what}: none."
