"""What a unit of work may ask of the posts that stand in channels, and put beside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from msgspec.json import decode

from bot.ledger.canonical import canonical
from bot.store.rows import PostedPart
from rules.json import Object

_STANDING = "SELECT game, seq, part, channel, message, content, edited FROM outbox WHERE message IS NOT NULL"


class PostedRows:
    """Posts by the place where they stand; ids are Discord's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def at(self, channel: int, message: int) -> PostedPart | None:
        """The post that stands there."""
        row = self._db.execute(f"{_STANDING} AND channel = ? AND message = ?", (channel, message)).fetchone()
        return PostedPart(*row) if row else None

    def between(self, channel: int, after: int, upto: int) -> list[PostedPart]:
        """The posts of a channel later than `after` and no later than `upto`, the oldest first."""
        rows = self._db.execute(
            f"{_STANDING} AND channel = ? AND message > ? AND message <= ? ORDER BY message",
            (channel, after, upto),
        )
        return [PostedPart(*row) for row in rows]

    def of(self, game: int, seq: int) -> list[PostedPart]:
        """The parts of an entry that stand in a channel."""
        rows = self._db.execute(f"{_STANDING} AND game = ? AND seq = ? ORDER BY part", (game, seq))
        return [PostedPart(*row) for row in rows]

    def channels(self, game: int) -> list[tuple[int, int]]:
        """Every channel in which posts of a game stand, and the oldest of them there."""
        return self._db.execute(
            "SELECT channel, min(message) FROM outbox WHERE game = ? AND message IS NOT NULL"
            " GROUP BY channel ORDER BY 2",
            (game,),
        ).fetchall()

    def entry_shown(self, digits: str) -> tuple[int, int] | None:
        """Game and number of the entry whose hash begins with these hex digits."""
        low = bytes.fromhex(digits)
        high = low + b"\xff" * (32 - len(low))
        row = self._db.execute(
            "SELECT game, seq FROM entry WHERE hash BETWEEN ? AND ?", (low, high)
        ).fetchone()
        return (row[0], row[1]) if row else None

    def chain(self, game: int) -> Iterator[tuple[int, bytes, bytes, bytes]]:
        """Number, bytes, hash before and hash of every entry of a game, as they lie in the database."""
        yield from self._db.execute(
            "SELECT seq, body, prev, hash FROM entry WHERE game = ? ORDER BY seq", (game,)
        )

    def latest_game(self, channel: int) -> int | None:
        """The open game of a channel, else the last that was played there."""
        row = self._db.execute(
            "SELECT id FROM game WHERE channel = ? ORDER BY status = 'open' DESC, id DESC LIMIT 1", (channel,)
        ).fetchone()
        return int(row[0]) if row else None

    def due_numbers(self, game: int, before: int) -> list[int]:
        """The entries of a game of which a part is not posted, caused by interactions `before` this one."""
        rows = self._db.execute(
            "SELECT DISTINCT seq FROM outbox JOIN entry USING (game, seq) WHERE game = ? AND message IS NULL"
            " AND CAST(request AS INTEGER) < ? ORDER BY seq",
            (game, before),
        )
        return [row[0] for row in rows]

    def places(self, game: int, seq: int) -> list[tuple[int, int, int, bytes]]:
        """Part, channel, message and content hash (empty: none was kept) of what stands of an entry.

        Of a database of any form, so that an export needs no change of it.
        """
        return self._db.execute(
            "SELECT part, channel, message, coalesce(content, x'') FROM outbox"
            " WHERE message IS NOT NULL AND game = ? AND seq = ? ORDER BY part",
            (game, seq),
        ).fetchall()

    def place(
        self, game: int, seq: int, part: int, channel: int, message: int, content: bytes | None
    ) -> None:
        """Where a part stands that another database saw posted."""
        self._db.execute(
            "UPDATE outbox SET channel = ?, message = ?, content = ? WHERE game = ? AND seq = ? AND part = ?",
            (channel, message, content, game, seq, part),
        )

    def mark_edited(self, channel: int, message: int, content: bytes | None, edited: str) -> None:
        """The referee edited its own post at `edited`; `content` where that changed what it says."""
        self._db.execute(
            "UPDATE outbox SET content = coalesce(?, content), edited = ? WHERE channel = ? AND message = ?",
            (content, edited, channel, message),
        )

    def was_sent_again(self, game: int, seq: int, part: int) -> bool:
        """Whether a part of an entry stands where it was posted again."""
        row = self._db.execute(
            "SELECT again FROM outbox WHERE game = ? AND seq = ? AND part = ?", (game, seq, part)
        ).fetchone()
        return bool(row and row[0])

    def send_again(self, post: PostedPart, request: int) -> bool:
        """Make a post due once more for the interaction `request`; whether it stood where it is said to."""
        changed = self._db.execute(
            "UPDATE outbox SET message = NULL, content = NULL, edited = NULL, again = ?, edit = 'done'"
            " WHERE game = ? AND seq = ? AND part = ? AND message = ?",
            (request, post.game, post.seq, post.part, post.message),
        )
        return changed.rowcount == 1

    def comparison(self, game: int) -> Object | None:
        """How far the channels of a game were compared, and what was found."""
        row = self._db.execute("SELECT state FROM comparison WHERE game = ?", (game,)).fetchone()
        if row is None:
            return None
        state: Object = decode(row[0])
        return state

    def keep_comparison(self, game: int, state: Object) -> None:
        self._db.execute(
            "INSERT INTO comparison (game, state) VALUES (?, ?)"
            " ON CONFLICT (game) DO UPDATE SET state = excluded.state",
            (game, canonical(state).decode()),
        )
