"""Where pinned rosters stand, and when a person was last mentioned because a question waits for him."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from msgspec import Struct


class PinnedPost(Struct, frozen=True):
    """The roster of a side in a channel; `message` is 0 where none stands, `posted` UTC in ISO form."""

    game: int
    seat: int
    channel: int
    message: int
    posted: str


class AttentionRows:
    """Each method is one statement; ids of channels, messages and accounts are Discord's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def pinned(self, game: int) -> list[PinnedPost]:
        """The pinned rosters of a game, by seat."""
        rows = self._db.execute(f"{_PINNED} WHERE game = ? ORDER BY seat", (game,))
        return [PinnedPost(*row) for row in rows]

    def pinned_as(self, messages: tuple[int, ...]) -> list[PinnedPost]:
        """Those of the messages that are pinned rosters."""
        marks = ", ".join("?" * len(messages))
        rows = self._db.execute(f"{_PINNED} WHERE message IN ({marks})", messages)
        return [PinnedPost(*row) for row in rows]

    def games_pinned(self) -> list[int]:
        """Every game that has a pinned roster."""
        return [row[0] for row in self._db.execute("SELECT DISTINCT game FROM pinned ORDER BY game")]

    def pin_all(self, posts: Iterable[PinnedPost]) -> None:
        """Keep where these rosters stand."""
        self._db.executemany(
            "INSERT INTO pinned (game, seat, channel, message, posted) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (game, seat) DO UPDATE SET channel = excluded.channel,"
            " message = excluded.message, posted = excluded.posted",
            [(post.game, post.seat, post.channel, post.message, post.posted) for post in posts],
        )

    def unpin(self, game: int) -> None:
        self._db.execute("DELETE FROM pinned WHERE game = ?", (game,))

    def called(self, game: int, account: int) -> str:
        """When a person was last mentioned in a game; "" where never."""
        row = self._db.execute(
            "SELECT at FROM called WHERE game = ? AND account = ?", (game, account)
        ).fetchone()
        return str(row[0]) if row else ""

    def call(self, game: int, account: int, at: str) -> None:
        self._db.execute(
            "INSERT INTO called (game, account, at) VALUES (?, ?, ?)"
            " ON CONFLICT (game, account) DO UPDATE SET at = excluded.at",
            (game, account, at),
        )


_PINNED = "SELECT game, seat, channel, message, posted FROM pinned"
