"""Statements about sealed orders: their text, which no export holds."""

from __future__ import annotations

import sqlite3

from msgspec import Struct


class Sealed(Struct, frozen=True):
    """What the entry with its digest does not show: 24 random bytes, and the orders."""

    nonce: bytes
    text: str


class Seals:
    """The sealed orders of every game, on the connection of one unit of work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def keep(self, game: int, seq: int, sealed: Sealed) -> None:
        self._db.execute(
            "INSERT INTO sealed (game, seq, nonce, text) VALUES (?, ?, ?, ?)",
            (game, seq, sealed.nonce, sealed.text),
        )

    def of(self, game: int, seq: int) -> Sealed | None:
        """None where the text is not held here, as after an import."""
        row = self._db.execute(
            "SELECT nonce, text FROM sealed WHERE game = ? AND seq = ?", (game, seq)
        ).fetchone()
        return Sealed(bytes(row[0]), str(row[1])) if row else None
