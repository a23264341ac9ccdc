"""What a unit of work may ask of the entries of a game by what they hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from msgspec import Struct

from bot.ledger.entry import Link
from bot.store.links import linked

_BODY = "CAST(body AS TEXT)"


class Search(Struct, frozen=True):
    """What an entry must hold; an empty field asks for nothing.

    `pieces` are ids of which one must come up, `player` is a pseudonym, `ruling` the title of a ruling in any
    case, such as 1MC, `since` and `until` are days in UTC
    (2026-01-31), both included.
    """

    pieces: tuple[str, ...] = ()
    player: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    ruling: str = ""


class SearchRows:
    """Entries that fit a search, the newest first."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def entries(self, game: int, search: Search, before: int, most: int) -> list[Link]:
        """At most so many entries with a lower number than `before`."""
        clauses, bound = _clauses(search)
        rows = self._db.execute(
            f"SELECT body, prev, hash FROM entry WHERE game = ? AND seq < ?{clauses}"
            " ORDER BY seq DESC LIMIT ?",
            (game, before, *bound, most),
        )
        return [linked(row) for row in rows]

    def titles(self, game: int, most: int) -> list[str]:
        """What the newest rulings were called, each once, out of so many."""
        rows = self._db.execute(
            "SELECT DISTINCT json_extract(called.value, '$.title') FROM (SELECT body FROM entry"
            " WHERE game = ? AND kind = 'ruling' ORDER BY seq DESC LIMIT ?) AS newest,"
            f" json_each({_BODY}, '$.events') AS called"
            " WHERE json_extract(called.value, '$.event') = 'ruling_called'",
            (game, most),
        )
        return [row[0] for row in rows]

    def with_events(self, game: int, tags: Sequence[str]) -> list[Link]:
        """Every entry of a game that holds an event of one of these kinds, the oldest first."""
        marks = ", ".join("?" * len(tags))
        rows = self._db.execute(
            "SELECT body, prev, hash FROM entry WHERE game = ? AND EXISTS"
            f" (SELECT 1 FROM json_each({_BODY}, '$.events') AS event"
            f" WHERE json_extract(event.value, '$.event') IN ({marks})) ORDER BY seq",
            (game, *tags),
        )
        return [linked(row) for row in rows]

    def pieces_called(self, game: int, name: str) -> list[str]:
        """The ids of all pieces, gone ones too, that came into the game under this name or were given it."""
        rows = self._db.execute(
            "SELECT DISTINCT json_extract(event.value, '$.piece')"
            f" FROM entry, json_each({_BODY}, '$.events') AS event"
            " WHERE game = ? AND json_extract(event.value, '$.event') IN ('unit_added', 'piece_named',"
            " 'unit_renamed')"
            " AND json_extract(event.value, '$.name') = ? COLLATE NOCASE",
            (game, name),
        )
        return [row[0] for row in rows]


def _clauses(search: Search) -> tuple[str, Sequence[str]]:
    clauses: list[str] = []
    bound: list[str] = []
    if search.pieces:
        marks = ", ".join("?" * len(search.pieces))
        # A campaign is one piece, which every ruling reads: its regiments stand in the events.
        clauses.append(
            f"(EXISTS (SELECT 1 FROM json_each({_BODY}, '$.read') WHERE value IN ({marks}))"
            f" OR EXISTS (SELECT 1 FROM json_each({_BODY}, '$.written') WHERE value IN ({marks}))"
            f" OR EXISTS (SELECT 1 FROM json_tree({_BODY}, '$.events') WHERE atom IN ({marks})"
            " AND key IN ('piece', 'rsu', 'dsu')))"
        )
        bound += search.pieces * 3
    if search.player:
        clauses.append(f"json_extract({_BODY}, '$.actor') = ?")
        bound.append(search.player)
    if search.kind:
        clauses.append("kind = ?")
        bound.append(search.kind)
    if search.ruling:
        clauses.append(
            f"EXISTS (SELECT 1 FROM json_each({_BODY}, '$.events') WHERE json_extract(value, '$.event') ="
            " 'ruling_called' AND json_extract(value, '$.title') = ? COLLATE NOCASE)"
        )
        bound.append(search.ruling)
    if search.since:
        clauses.append(f"json_extract({_BODY}, '$.at') >= ?")
        bound.append(search.since)
    if search.until:
        # Whatever the hour, it sorts before the letter after T.
        clauses.append(f"json_extract({_BODY}, '$.at') < ?")
        bound.append(f"{search.until}U")
    return "".join(f" AND {clause}" for clause in clauses), bound
