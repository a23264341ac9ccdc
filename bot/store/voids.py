"""Statements about void entries: which are, by what, and which posts must be edited to say so."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping

from bot.ledger import Kind, Voiding, struck


class Voids:
    """The void entries of every game, on the connection of one unit of work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def voiding(self, game: int) -> list[Voiding]:
        """Every entry of a game that strikes others, standing or not."""
        rows = self._db.execute(
            "SELECT seq, kind, json_extract(CAST(body AS TEXT), '$.voids') AS voids FROM entry"
            " WHERE game = ? AND voids <> '[]' ORDER BY seq",
            (game,),
        )
        return [Voiding(seq, tuple(json.loads(voids)), kind == Kind.RULING) for seq, kind, voids in rows]

    def struck(self, game: int) -> dict[int, int]:
        """The void entries of a game, each with the standing entry that voids it."""
        return dict(self._db.execute("SELECT seq, by FROM void WHERE game = ?", (game,)))

    def by(self, game: int, seq: int) -> int:
        """The standing entry that voids this one; 0 where it stands."""
        row = self._db.execute("SELECT by FROM void WHERE game = ? AND seq = ?", (game, seq)).fetchone()
        return int(row[0]) if row else 0

    def put(self, game: int, voiding: Iterable[Voiding]) -> None:
        """Keep which entries are void, by all that strike any."""
        self._put(game, struck(voiding))

    def _put(self, game: int, void: Mapping[int, int]) -> None:
        self._db.execute("DELETE FROM void WHERE game = ?", (game,))
        self._db.executemany(
            "INSERT INTO void (game, seq, by) VALUES (?, ?, ?)", [(game, seq, by) for seq, by in void.items()]
        )
