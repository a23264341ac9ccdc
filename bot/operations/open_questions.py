"""The questions that a game waits with: whose answer, since when, about what."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from bot.ledger.entry import Entry
from bot.operations.answering import called_of, question_of
from bot.operations.ruling import GOW
from bot.play import game as games
from bot.play.game import Game
from bot.store.transaction import Transaction
from bot.words import spoken
from bot.words.wording import address, question


class OpenQuestion(Struct, frozen=True):
    """`side` is whose answer it waits for, "" for any player's; `accounts` are the people who may give it.

    `link` leads to its post, "" where none stands.
    """

    seq: int
    since: datetime
    text: str
    side: str
    accounts: tuple[int, ...]
    link: str

    @property
    def stamp(self) -> int:
        """Seconds since 1970, as Discord shows times in the reader's own zone."""
        return int(self.since.timestamp())


def open_questions(tx: Transaction, number: int) -> list[OpenQuestion]:
    """Every open question of a game, the oldest first."""
    game, people = games.of(tx, number), tx.people(number)
    if game is None:
        return []
    return [_told(tx, game, people, link.entry) for link in tx.open_questions(number)]


def _told(tx: Transaction, game: Game, people: dict[str, int], entry: Entry) -> OpenQuestion:
    asked = question_of(entry)
    of = spoken.subject(asked.of, spoken.labels(called_of(entry)))
    if asked.seat == GOW:
        holders = game.gow
    else:
        holders = tuple(seat.holder for seat in game.seats if asked.seat in (0, seat.number))
    # Buttons stand under the last part.
    last = tx.posted_rows.of(game.id, entry.seq)[-1:]
    return OpenQuestion(
        entry.seq,
        datetime.fromisoformat(entry.at),
        question(asked.what, of),
        asked.side,
        tuple(dict.fromkeys(people[holder] for holder in holders if holder in people)),
        address(last[0].channel, last[0].message, game.guild) if last else "",
    )
