"""Statements about void entries: which are, by what, and which posts must be edited to say so."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping

from msgspec.json import decode

from bot.ledger.entry import Kind, Voiding, struck
from bot.store.rows import EntryRow, PostedPart, RulingRow


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
        return [Voiding(seq, tuple(decode(voids)), kind == Kind.RULING) for seq, kind, voids in rows]

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

    def backwards(self, game: int) -> Iterator[tuple[int, str, tuple[str, ...], str]]:
        """Seq, kind, pieces read and time of each entry, from the last one."""
        rows = self._db.execute(
            "SELECT seq, kind, json_extract(CAST(body AS TEXT), '$.read', '$.at') FROM entry WHERE game = ?"
            " ORDER BY seq DESC",
            (game,),
        )
        for seq, kind, found in rows:
            read, at = decode(found)
            yield seq, kind, tuple(read), at

    def ruling_row(self, game: int, seq: int) -> RulingRow:
        """A ruling of a game, its bytes not looked at for their form."""
        (found,) = self._db.execute(
            "SELECT json_extract(CAST(body AS TEXT), '$.actor', '$.answers', '$.voids', '$.inputs.given',"
            " '$.events[0].rule', '$.events[0].title') FROM entry WHERE game = ? AND seq = ?",
            (game, seq),
        ).fetchone()
        actor, answers, voids, given, rule, title = decode(found)
        return RulingRow(actor, answers, tuple(voids), given, rule, title)

    def entry_rows(self, game: int) -> Iterator[EntryRow]:
        """Every entry of a game in order, its bytes not looked at for their form."""
        rows = self._db.execute(
            "SELECT seq, kind, json_extract(CAST(body AS TEXT), '$.read', '$.events') FROM entry"
            " WHERE game = ? ORDER BY seq",
            (game,),
        )
        for seq, kind, found in rows:
            read, events = decode(found)
            yield EntryRow(seq, kind, tuple(read), tuple(events))

    # Posts that are to be edited

    def make_due(self, game: int, seqs: Iterable[int]) -> None:
        """Have the posts of these entries edited, so that they say what stands."""
        self._db.executemany(
            "UPDATE outbox SET edit = 'due' WHERE game = ? AND seq = ?", [(game, seq) for seq in seqs]
        )

    def due(self) -> list[PostedPart]:
        """The posts that are to be edited, in order; one that is not posted yet is not among them."""
        rows = self._db.execute(
            "SELECT game, seq, part, channel, message, content, edited FROM outbox"
            " WHERE edit = 'due' AND message IS NOT NULL ORDER BY game, seq, part"
        )
        return [PostedPart(*row) for row in rows]

    def mark(self, post: PostedPart, *, impossible: bool = False) -> None:
        """A post was edited, or cannot be."""
        self._db.execute(
            "UPDATE outbox SET edit = ? WHERE game = ? AND seq = ? AND part = ?",
            ("impossible" if impossible else "done", post.game, post.seq, post.part),
        )

    def mark_closed(self, game: int, seq: int) -> None:
        """The posts of an entry have lost their buttons; what is void is edited all the same."""
        self._db.execute(
            "UPDATE outbox SET edit = 'done' WHERE game = ?1 AND seq = ?2 AND edit = 'due'"
            " AND message IS NOT NULL AND NOT EXISTS (SELECT 1 FROM void WHERE game = ?1 AND seq = ?2)",
            (game, seq),
        )

    def unstruck(self, game: int, seqs: Iterable[int]) -> list[int]:
        """Those of the entries of which a post could not be edited."""
        found = self._db.execute(
            "SELECT DISTINCT seq FROM outbox WHERE game = ? AND edit = 'impossible' ORDER BY seq", (game,)
        )
        among = set(seqs)
        return [seq for (seq,) in found if seq in among]

    def _put(self, game: int, void: Mapping[int, int]) -> None:
        self._db.execute("DELETE FROM void WHERE game = ?", (game,))
        self._db.executemany(
            "INSERT INTO void (game, seq, by) VALUES (?, ?, ?)", [(game, seq, by) for seq, by in void.items()]
        )
