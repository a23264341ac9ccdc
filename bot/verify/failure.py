"""What makes a ledger untrue."""

from __future__ import annotations


class NotTrue(Exception):
    """The first thing that does not hold: where, what is recorded, what would follow."""


def untrue(seq: int, recorded: str, follows: str) -> NotTrue:
    """That entry `seq` records something else than follows."""
    return NotTrue(f"#{seq} {recorded}; what went before gives {follows}.")


def require(holds: bool, seq: int, recorded: str, follows: str) -> None:
    """Raise NotTrue about entry `seq` unless it holds."""
    if not holds:
        raise untrue(seq, recorded, follows)
