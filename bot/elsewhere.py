"""The games of a server that a command outside their channels may have meant."""

from __future__ import annotations

from collections.abc import Iterator

from bot import game as games
from bot import names
from bot.store.transaction import Transaction

MOST_NAMED = 10


def elsewhere(tx: Transaction, guild: int, account: int) -> Iterator[str]:
    """A line for each open game of the server, the person's own first, with a link to its channel."""
    places = [(game, channel) for game, where, channel in tx.open_places() if where == guild]
    if not places:
        return
    yield "Open in this server:"
    own = sorted(places, key=lambda place: tx.pseudonym(place[0], account) is None)
    for number, channel in own[:MOST_NAMED]:
        game = games.of(tx, number)
        sides = game.seats if game is not None else ()
        title = " against ".join(names.plain(seat.side.name) for seat in sides)
        yield f"game {number}, {title}, in <#{channel}>"
    if len(own) > MOST_NAMED:
        yield f"and {len(own) - MOST_NAMED} more"
