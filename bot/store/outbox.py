"""Statements about what is to be posted, and where it stands once it is."""

from __future__ import annotations

import sqlite3

from bot.store.rows import Due


class Outbox:
    """The posts of every game, one row a part, on the connection of one unit of work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def put(self, game: int, seq: int, parts: int, channel: int) -> None:
        self._db.executemany(
            "INSERT INTO outbox (game, seq, part, channel) VALUES (?, ?, ?, ?)",
            [(game, seq, part, channel) for part in range(parts)],
        )

    def mark(self, due: Due, message: int, content: bytes) -> None:
        """Remember where a part stands; `content` is the hash of what was sent."""
        self._db.execute(
            "UPDATE outbox SET message = ?, content = ?, edited = '' WHERE game = ? AND seq = ? AND part = ?",
            (message, content, due.game, due.seq, due.part),
        )

    def due(self) -> list[Due]:
        rows = self._db.execute(
            "SELECT game, seq, part, channel, request, coalesce(again, 0)"
            " FROM outbox JOIN entry USING (game, seq) WHERE message IS NULL ORDER BY game, seq, part"
        )
        return [Due(*row) for row in rows]

    def servers(self) -> dict[int, int]:
        """The server of each game of which something is to be posted."""
        return dict(
            self._db.execute(
                "SELECT id, guild FROM game WHERE id IN (SELECT game FROM outbox WHERE message IS NULL)"
            ).fetchall()
        )

    def due_of(self, game: int, seq: int) -> list[Due]:
        rows = self._db.execute(
            "SELECT game, seq, part, channel, request, coalesce(again, 0)"
            " FROM outbox JOIN entry USING (game, seq)"
            " WHERE message IS NULL AND game = ? AND seq = ? ORDER BY part",
            (game, seq),
        )
        return [Due(*row) for row in rows]

    def posted(self, game: int, seq: int) -> list[tuple[int, int, bytes]]:
        """Channel, message and content hash (empty: none was kept) of each part that stands in a channel."""
        return self._db.execute(
            "SELECT channel, message, coalesce(content, x'') FROM outbox"
            " WHERE message IS NOT NULL AND game = ? AND seq = ? ORDER BY part",
            (game, seq),
        ).fetchall()
