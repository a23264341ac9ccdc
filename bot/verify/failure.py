"""What makes a ledger untrue."""

from __future__ import annotations


class NotTrue(Exception):
    """The first thing that does not hold: where, what is recorded, what would follow."""


def require(holds: bool, seq: int, recorded: str, follows: str) -> None:
    """Raise NotTrue about entry `seq` unless it holds."""
    if not holds:
        raise NotTrue(f"#{seq} {recorded}; what went before gives {follows}.")
