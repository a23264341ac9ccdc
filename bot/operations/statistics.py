"""Losses and dice of the channel's game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from bot.ledger.dice import Draw
from bot.ledger.entry import Entry, instead, struck, thrown
from bot.operations.lookup import game_here
from bot.play.game import Game
from bot.play.sitting import Sitting
from bot.play.tally import Count, tally
from bot.store import Transaction


class Statistics(Struct, frozen=True):
    """By the number of the seat, of one Game Turn or of all."""

    game: Game
    counts: Mapping[int, Count]
    turn: int | None


def statistics(turn: int | None) -> Callable[[Sitting], Statistics]:
    """Of the channel's game, open or ended there. Raises Refused `no_game`."""

    def view(sitting: Sitting) -> Statistics:
        game = game_here(sitting)
        return Statistics(game, tally(_standing(sitting.tx, game.id), turn), turn)

    return view


def _standing(tx: Transaction, game: int) -> Iterator[tuple[Entry, Sequence[Draw]]]:
    """What stands, in the order of play, with its dice; an amendment in the place of what it amends."""
    voiding = tx.voids.voiding(game)
    void, amended = struck(voiding), instead(voiding)
    amendments = set(amended.values())
    for link in tx.entries(game):
        entry = link.entry
        if entry.seq in amended:
            standing = tx.entry_named(game, amended[entry.seq])
            yield standing, _kept(tx, standing, void)
        elif entry.seq not in void and entry.seq not in amendments:
            yield entry, entry.dice


def _kept(tx: Transaction, entry: Entry, void: Collection[int]) -> list[Draw]:
    """The dice of an amendment and those it keeps, but for those of its questions, which stand themselves."""
    asked: set[str] = set()
    answers = entry.answers
    while answers:
        question = tx.entry_named(entry.game, answers)
        if question.seq not in void:
            asked.update(draw.name for draw in question.dice)
        answers = question.answers
    kept = thrown(entry, lambda seq: tx.entry_named(entry.game, seq))
    return [draw for draw in kept if draw.name not in asked]
