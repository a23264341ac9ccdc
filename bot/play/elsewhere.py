"""The games that a command in a channel without one may have meant: the one that ended there, and others."""

from __future__ import annotations

from collections.abc import Iterator

from bot.play import game as games
from bot.play.game import Game
from bot.store.transaction import Transaction
from bot.words import names

MOST_NAMED = 10


def ended_here(tx: Transaction, channel: int) -> str:
    """What can be done with the last game that ended in a channel; "" where none did."""
    number = tx.posted_rows.latest_game(channel)
    game = None if number is None else games.of(tx, number)
    if number is None or game is None:
        return ""
    return (
        f"Game {number}, {_title(game)}, ended here with #{tx.head(number)[0]}: `/game show`, `/game stats` "
        "and `/trail` still tell of it, and `/trail export` gives its file."
    )


def elsewhere(tx: Transaction, guild: int, account: int) -> Iterator[str]:
    """A line for each open game of the server, the person's own first, with a link to its channel."""
    places = [(game, channel) for game, where, channel in tx.open_places() if where == guild]
    if not places:
        return
    yield "Open in this server:"
    own = sorted(places, key=lambda place: tx.pseudonym(place[0], account) is None)
    for number, channel in own[:MOST_NAMED]:
        game = games.of(tx, number)
        yield f"game {number}{'' if game is None else f', {_title(game)}'}, in <#{channel}>"
    if len(own) > MOST_NAMED:
        yield f"and {len(own) - MOST_NAMED} more"


def _title(game: Game) -> str:
    return " against ".join(names.plain(seat.side.name) for seat in game.seats)
