"""What a unit of work may ask of the database and put into it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec.json import decode

from bot.ledger.canonical import canonical
from bot.ledger.entry import GENESIS, Entry, Link
from bot.store.attention import AttentionRows
from bot.store.built import Built
from bot.store.links import linked
from bot.store.outbox import Outbox
from bot.store.people import PeopleRows
from bot.store.posted import PostedRows
from bot.store.rows import PieceRow
from bot.store.sealed import Seals
from bot.store.search import SearchRows
from bot.store.voids import Voids
from rules.json import Object
from rules.refusal import DataError


class Transaction:
    """One unit of work on one connection; every method is one statement or two."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self.outbox = Outbox(connection)
        self.posted_rows = PostedRows(connection)
        self.attention = AttentionRows(connection)
        self.search_rows = SearchRows(connection)
        self.people_rows = PeopleRows(connection)
        self.voids = Voids(connection)
        self.seals = Seals(connection)
        self.built = Built(connection)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Whatever is done within leaves no trace."""
        self._db.execute("SAVEPOINT trial")
        try:
            yield
        finally:
            self._db.execute("ROLLBACK TO trial")
            self._db.execute("RELEASE trial")

    # Entries

    def head(self, game: int) -> tuple[int, bytes, str]:
        """The last seq of a game, its hash and its time; 0, GENESIS and "" before the first."""
        row = self._one(
            "SELECT seq, hash, json_extract(CAST(body AS TEXT), '$.at') FROM entry WHERE game = ?"
            " ORDER BY seq DESC LIMIT 1",
            game,
        )
        return (row[0], row[1], row[2]) if row else (0, GENESIS, "")

    def append(self, link: Link) -> None:
        entry = link.entry
        self._db.execute(
            "INSERT INTO entry (game, seq, kind, epoch, request, answers, body, prev, hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(entry.game, entry.seq, entry.kind, entry.epoch, entry.request, entry.answers or None),
                *(link.body, link.prev, link.hash),
            ),
        )
        self.put_draws([link])

    def entry(self, game: int, seq: int) -> Link | None:
        return self._link("game = ? AND seq = ?", game, seq)

    def entry_named(self, game: int, seq: int) -> Entry:
        """An entry that another one names. Raises DataError where it is missing."""
        link = self.entry(game, seq)
        if link is None:
            raise DataError(f"Game {game} lacks entry #{seq}, which another entry names.")
        return link.entry

    def entry_of_request(self, request: str) -> Link | None:
        return self._link("request = ?", request)

    def open_places(self) -> list[tuple[int, int, int]]:
        """Number, server and channel of every open game."""
        return self._db.execute(
            "SELECT id, guild, channel FROM game WHERE status = 'open' ORDER BY id"
        ).fetchall()

    def first_of_epoch(self, game: int, epoch: int) -> int:
        """The seq of the entry that opened an epoch; 0 where none did."""
        row = self._one("SELECT min(seq) FROM entry WHERE game = ? AND epoch = ?", game, epoch)
        return int(row[0] or 0) if row else 0

    def entry_of_command(self, game: int, after: int, command: str) -> Link | None:
        """The last entry behind `after` that was asked for in exactly these words."""
        return self._link(
            "game = ? AND seq > ? AND json_extract(CAST(body AS TEXT), '$.command') = ?"
            " ORDER BY seq DESC LIMIT 1",
            game,
            after,
            command,
        )

    def answer_to(self, game: int, seq: int) -> Link | None:
        return self._link("game = ? AND answers = ?", game, seq)

    def entries(self, game: int, after: int = 0) -> Iterator[Link]:
        """Every entry of a game in order."""
        for row in self._db.execute(
            "SELECT body, prev, hash FROM entry WHERE game = ? AND seq > ? ORDER BY seq", (game, after)
        ):
            yield linked(row)

    def stored(self) -> Iterator[tuple[int, int, bytes, bytes, bytes]]:
        """Every entry as it lies in the database: game, seq, body, prev and hash."""
        yield from self._db.execute("SELECT game, seq, body, prev, hash FROM entry ORDER BY game, seq")

    def open_questions(self, game: int) -> list[Link]:
        """The questions that stand and have no answer."""
        # Left to itself SQLite reads every entry of the game, so that their order comes for nothing.
        rows = self._db.execute(
            "SELECT body, prev, hash FROM entry AS asked INDEXED BY entry_by_kind"
            " WHERE game = ? AND kind = 'asked'"
            " AND NOT EXISTS (SELECT 1 FROM entry WHERE game = asked.game AND answers = asked.seq)"
            " AND NOT EXISTS (SELECT 1 FROM void WHERE game = asked.game AND seq = asked.seq) ORDER BY seq",
            (game,),
        )
        return [linked(row) for row in rows]

    def draws(self, game: int, epoch: int, name: str) -> int:
        """How often a name was drawn in an epoch, standing or void."""
        row = self._one(
            "SELECT count(*) FROM draw WHERE game = ? AND epoch = ? AND name = ?", game, epoch, name
        )
        return int(row[0]) if row else 0

    # Seeds and people

    def keep_seed(self, game: int, epoch: int, seed: bytes) -> None:
        self._db.execute("INSERT INTO seed (game, epoch, seed) VALUES (?, ?, ?)", (game, epoch, seed))

    def seed(self, game: int, epoch: int) -> bytes | None:
        row = self._one("SELECT seed FROM seed WHERE game = ? AND epoch = ?", game, epoch)
        return bytes(row[0]) if row else None

    def pseudonym(self, game: int, account: int) -> str | None:
        row = self._one("SELECT pseudonym FROM person WHERE game = ? AND account = ?", game, account)
        return str(row[0]) if row else None

    def name_person(self, game: int, account: int, pseudonym: str) -> None:
        self._db.execute(
            "INSERT INTO person (game, account, pseudonym) VALUES (?, ?, ?)", (game, account, pseudonym)
        )

    def people(self, game: int) -> dict[str, int]:
        """The accounts of a game by pseudonym."""
        return dict(self._db.execute("SELECT pseudonym, account FROM person WHERE game = ?", (game,)))

    # Games

    def games(self) -> list[int]:
        return [row[0] for row in self._db.execute("SELECT DISTINCT game FROM entry ORDER BY game")]

    def next_game(self) -> int:
        row = self._one("SELECT coalesce(max(game), 0) + 1 FROM entry")
        return int(row[0]) if row else 1

    def put_game(self, game: int, guild: int, channel: int, status: str, state: Object) -> None:
        self._db.execute(
            "INSERT INTO game (id, guild, channel, status, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id)"
            " DO UPDATE SET guild = excluded.guild, channel = excluded.channel, status = excluded.status,"
            " state = excluded.state",
            (game, guild, channel, status, _text(state)),
        )

    def put_game_state(self, game: int, state: Object) -> None:
        self._db.execute("UPDATE game SET state = ? WHERE id = ?", (_text(state), game))

    def game_text(self, game: int) -> str | None:
        row = self._one("SELECT state FROM game WHERE id = ?", game)
        return str(row[0]) if row else None

    def open_game(self, channel: int) -> int | None:
        row = self._one("SELECT id FROM game WHERE channel = ? AND status = 'open'", channel)
        return int(row[0]) if row else None

    # Pieces

    def put_piece(self, game: int, piece: PieceRow) -> None:
        self._db.execute(
            "INSERT INTO piece (game, id, kind, seat, name, location, state, seq)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, id) DO UPDATE SET seat = excluded.seat,"
            " name = excluded.name, location = excluded.location, state = excluded.state,"
            " seq = excluded.seq",
            (
                *(game, piece.id, piece.kind, piece.seat, piece.name, piece.location),
                *(_text(piece.state), piece.seq),
            ),
        )

    def put_change(self, game: int, put: Iterable[PieceRow], dropped: Iterable[str]) -> None:
        """Put pieces as they stand, and drop those that are gone."""
        for piece in put:
            self.put_piece(game, piece)
        self._db.executemany(
            "DELETE FROM piece WHERE game = ? AND id = ?", [(game, piece) for piece in dropped]
        )

    def pieces(self, game: int, *, location: str | None = None) -> list[PieceRow]:
        """The pieces of a game, or those in one location, in the order of their ids."""
        where = "" if location is None else " AND location = ?"
        return self._pieces(where, (game,) if location is None else (game, location))

    def pieces_of(self, game: int, ids: Sequence[str]) -> list[PieceRow]:
        return self._pieces(f" AND id IN ({', '.join('?' * len(ids))})", (game, *ids))

    def put_draws(self, links: Iterable[Link]) -> None:
        self._db.executemany(
            "INSERT INTO draw (game, epoch, name, n, seq) VALUES (?, ?, ?, ?, ?)",
            [
                (link.entry.game, link.entry.epoch, draw.name, draw.n, link.entry.seq)
                for link in links
                for draw in link.entry.dice
                if draw.n >= 0
            ],
        )

    def dump_built(self) -> str:
        """What is built from the entries, a canonical line a row."""
        return self.built.dump()

    # What the referee remembers about itself

    def meta(self, name: str) -> str | None:
        row = self._one("SELECT value FROM meta WHERE name = ?", name)
        return str(row[0]) if row else None

    def put_meta(self, name: str, value: str) -> None:
        self._db.execute(
            "INSERT INTO meta (name, value) VALUES (?, ?)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )

    def _one(self, statement: str, *bound: int | str | bytes) -> tuple[Any, ...] | None:
        row: tuple[Any, ...] | None = self._db.execute(statement, bound).fetchone()
        return row

    def _link(self, where: str, *bound: int | str) -> Link | None:
        row = self._db.execute(f"SELECT body, prev, hash FROM entry WHERE {where}", bound).fetchone()
        return linked(row) if row else None

    def _pieces(self, where: str, bound: tuple[int | str, ...]) -> list[PieceRow]:
        rows = self._db.execute(
            "SELECT id, kind, seat, name, location, state, seq FROM piece"
            f" WHERE game = ?{where} ORDER BY length(id), id",
            bound,
        )
        return [
            PieceRow(id_, kind, seat, name, location, _object(state), seq)
            for id_, kind, seat, name, location, state, seq in rows
        ]


def _text(state: Object) -> str:
    return canonical(state).decode()


def _object(text: str) -> Object:
    state: Object = decode(text)
    return state
