"""Statements about what is built from the entries: emptied, and dumped to be compared."""

from __future__ import annotations

import json
import sqlite3

BUILT = {
    "game": "id",
    "piece": "game, id",
    "draw": "game, epoch, name, n",
    "void": "game, seq",
}
"""the tables, and the order of their rows"""


class Built:
    """What is built from the entries, on the connection of one unit of work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection

    def clear(self) -> None:
        for table in BUILT:
            self._db.execute(f"DELETE FROM {table}")

    def clear_pieces(self, game: int) -> None:
        self._db.execute("DELETE FROM piece WHERE game = ?", (game,))

    def dump(self) -> str:
        """All of it, a canonical line a row."""
        lines = []
        for table, order in BUILT.items():
            for row in self._db.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                lines.append(json.dumps([table, *row], ensure_ascii=False, separators=(",", ":")))
        return "\n".join(lines)
