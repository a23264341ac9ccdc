"""What is kept of one person: given out to himself, and forgotten at his wish."""

from __future__ import annotations

from collections.abc import Iterator

from bot.ledger.canonical import canonical
from bot.play import game as games
from bot.play.game import Game
from bot.store import Store
from bot.store.transaction import Transaction
from rules.json import Json
from rules.refusal import Refused

FORMAT = 1
PART_BYTES = 8 * 2**20
"""what one attachment may hold, below Discord's limit"""


class Privacy:
    """Looks over all games, wherever they are played."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def data(self, account: int) -> tuple[bytes, ...]:
        """All that is kept of a person as JSON Lines, in files that one attachment each can hold."""
        return await self._store.read(lambda tx: tuple(_parts(_data(tx, account))))

    async def games(self, account: int) -> int:
        """In how many games a person has a pseudonym.

        Raises Refused `plays` where he has a part in an open game: it would be left without its player.
        """

        def view(tx: Transaction) -> int:
            _require_no_part(tx, account)
            return len(tx.people_rows.pseudonyms(account))

        return await self._store.read(view)

    async def forget(self, account: int) -> int:
        """Erase who is behind his pseudonyms; in how many games. Raises Refused `plays`."""

        def erase(tx: Transaction) -> int:
            _require_no_part(tx, account)
            return tx.people_rows.forget(account)

        count = await self._store.write(erase)
        await self._store.checkpoint()
        return count


def parts_in(game: Game, person: str) -> tuple[str, ...]:
    """What a person is in a game, each with how it goes to another."""
    seats = tuple(
        f"{seat.side.name}: `/game seat side:{seat.side.name}` hands it over"
        for seat in game.seats_of(person)
    )
    host = ("host: a manager names another with /game host",) if game.host == person else ()
    named = "GoW: /campaign role gow names another, then /campaign role dismiss takes it from you"
    gow = (named,) if person in game.gow else ()
    offices = tuple(
        f"{held.office}: /campaign role dismiss takes it from you"
        for held in game.offices
        if held.holder == person
    )
    return (*seats, *host, *gow, *offices)


def _require_no_part(tx: Transaction, account: int) -> None:
    told: list[str] = []
    for number, pseudonym in tx.people_rows.pseudonyms(account):
        game = games.of(tx, number)
        if game is not None and not game.ended:
            place = f"game {number} in <#{game.channel}>"
            told += (f"- {place}, {part}" for part in parts_in(game, pseudonym))
    if told:
        raise Refused(
            "plays",
            "You have a part in open games, which would be left without their player:\n"
            + "\n".join(told)
            + "\nHand it over, or end the game with /game end; then ask again.",
        )


def _data(tx: Transaction, account: int) -> Iterator[bytes]:
    """A head, a line a game, a line an entry: those he made and those that speak of him.

    What he sealed is his to read; what others sealed stays sealed.
    """
    yield canonical({"privacy": FORMAT, "account": str(account)})
    for number, pseudonym in tx.people_rows.pseudonyms(account):
        game = games.of(tx, number)
        yield canonical(
            {
                "game": number,
                "guild": game.guild if game else "",
                "channel": game.channel if game else "",
                "pseudonym": pseudonym,
                "part": [part.partition(":")[0] for part in parts_in(game, pseudonym)] if game else [],
                "called": tx.attention.called(number, account),
            }
        )
        for link in tx.people_rows.entries_naming(number, pseudonym):
            posts = tx.posted_rows.of(number, link.entry.seq)
            rest: dict[str, Json] = {
                "posts": [{"channel": str(post.channel), "message": str(post.message)} for post in posts]
            }
            sealed = tx.seals.of(number, link.entry.seq)
            if sealed is not None and link.entry.actor == pseudonym:
                rest["sealed"] = sealed.text
            yield b'{"entry":' + link.body + b"," + canonical(rest)[1:]


def _parts(lines: Iterator[bytes]) -> Iterator[bytes]:
    part = bytearray()
    for line in lines:
        if part and len(part) + len(line) + 1 > PART_BYTES:
            yield bytes(part)
            part.clear()
        part += line + b"\n"
    yield bytes(part)
