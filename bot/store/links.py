"""Entries as the database gives them back."""

from __future__ import annotations

from bot.ledger.canonical import NotCanonical, parse
from bot.ledger.entry import SHOWN_DIGITS, Link, read_entry
from rules.refusal import DataError, Refused


def linked(row: tuple[bytes, bytes, bytes]) -> Link:
    """The entry of body, prev and hash. Raises DataError for what the referee did not write."""
    body, prev, hash_ = row
    try:
        return Link(read_entry(parse(body)), body, prev, hash_)
    except (NotCanonical, Refused) as error:
        # Another program put it there: no player's mistake.
        raise DataError(
            f"The entry with hash {hash_.hex()[:SHOWN_DIGITS]} cannot be read: {error}."
        ) from error
