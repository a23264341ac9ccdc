"""What a unit of work may ask of the people behind pseudonyms, and erase."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from bot.ledger.entry import Link
from bot.store.links import linked


class PeopleRows:
    """Accounts and their pseudonyms over all games."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def pseudonyms(self, account: int) -> list[tuple[int, str]]:
        """Game and pseudonym of an account, in the order of the games."""
        return self._db.execute(
            "SELECT game, pseudonym FROM person WHERE account = ? ORDER BY game", (account,)
        ).fetchall()

    def entries_naming(self, game: int, pseudonym: str) -> Iterator[Link]:
        """The entries that a person made, and those that speak of him."""
        for row in self._db.execute(
            "SELECT body, prev, hash FROM entry WHERE game = ? AND instr(CAST(body AS TEXT), ?) ORDER BY seq",
            (game, pseudonym),
        ):
            yield linked(row)

    def forget(self, account: int) -> int:
        """Erase who is behind the pseudonyms of an account, and that it was called; how many there were."""
        self._db.execute("DELETE FROM called WHERE account = ?", (account,))
        return self._db.execute("DELETE FROM person WHERE account = ?", (account,)).rowcount
