"""A game's ledger as JSON Lines: the stored bytes, and where each entry stands in the channel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from bot.archive.rolls import rolls
from bot.archive.transcript import transcript
from bot.ledger.canonical import canonical
from bot.ledger.exported import FORMAT
from bot.operations.lookup import game_here
from bot.play.sitting import Sitting
from bot.store import Transaction
from rules.json import Json
from rules.refusal import Refused


class Form(StrEnum):
    """What is exported of a game."""

    LEDGER = "ledger"
    """JSON Lines, for `referee verify` and `referee import`"""
    ROLLS = "rolls"
    """CSV"""
    TRANSCRIPT = "transcript"
    """plain text"""


ENDINGS = {Form.LEDGER: ".jsonl", Form.ROLLS: ".csv", Form.TRANSCRIPT: ".txt"}


class Part(Struct, frozen=True):
    """A file of an export that was split."""

    name: str
    data: bytes


def lines(form: Form, tx: Transaction, game: int) -> Iterator[bytes]:
    """The export of a game, of which nothing is cut between two lines. Raises Refused `no_game`."""
    writers: dict[Form, Callable[[Transaction, int], Iterator[bytes]]] = {
        Form.LEDGER: export,
        Form.ROLLS: rolls,
        Form.TRANSCRIPT: transcript,
    }
    _require(tx, game)
    return writers[form](tx, game)


def export_here(form: Form, most: int) -> Callable[[Sitting], tuple[Part, ...]]:
    """Files of at most `most` bytes with the channel's game. Raises Refused `no_game`, `too_long`."""

    def view(sitting: Sitting) -> tuple[Part, ...]:
        game = game_here(sitting)
        return split(lines(form, sitting.tx, game.id), f"game-{game.id}{ENDINGS[form]}", most)

    return view


def export(tx: Transaction, game: int) -> Iterator[bytes]:
    """A head line, a line an entry, and an end line that shows whether the file was cut.

    No seed stands in it but those that entries have revealed. Raises Refused `no_game`.
    """
    seq, head = _require(tx, game)
    yield canonical({"export": FORMAT, "game": game}) + b"\n"
    for link in tx.entries(game):
        posts: list[Json] = [
            {"part": part, "channel": str(channel), "message": str(message), "content": content.hex()}
            for part, channel, message, content in tx.posted_rows.places(game, link.entry.seq)
        ]
        rest = canonical({"hash": link.hash.hex(), "posts": posts})
        yield b'{"entry":' + link.body + b"," + rest[1:] + b"\n"
    yield canonical({"end": seq, "head": head.hex()}) + b"\n"


def split(pieces: Iterable[bytes], name: str, most: int) -> tuple[Part, ...]:
    """Files of at most `most` bytes, cut between lines, which follow on one another in their order.

    Raises Refused `too_long` for a line that no file can hold.
    """
    files: list[bytearray] = [bytearray()]
    for piece in pieces:
        if len(piece) > most:
            raise Refused(
                "too_long", f"A line has {len(piece)} bytes, a file here {most}; `referee export` takes it."
            )
        if len(files[-1]) + len(piece) > most:
            files.append(bytearray())
        files[-1] += piece
    if len(files) == 1:
        return (Part(name, bytes(files[0])),)
    stem, _, ending = name.rpartition(".")
    return tuple(
        Part(f"{stem}.{number}-of-{len(files)}.{ending}", bytes(data)) for number, data in enumerate(files, 1)
    )


def _require(tx: Transaction, game: int) -> tuple[int, bytes]:
    seq, head, _ = tx.head(game)
    if not seq:
        known = ", ".join(map(str, tx.games())) or "none"
        raise Refused("no_game", f"There is no game {game}; the games are: {known}.")
    return seq, head
