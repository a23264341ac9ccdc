"""Revealing the seed of an epoch, which opens the next, and cutting its dice seat by seat."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from bot.events.epochs import EpochClosed, Epochs
from bot.events.table import Cut, EpochOpened, EpochRevealed
from bot.ledger.dice import commitment
from bot.ledger.entry import Kind
from bot.play.sitting import Draft, Operation, Sitting
from rules.event import Event
from rules.refusal import Refused


class NextEpoch(Struct, frozen=True):
    """What ends one epoch and opens the next: events of an entry, and the seed for its draft."""

    events: tuple[Event, ...] = ()
    seed: bytes = b""


def reveal() -> Operation:
    """Publishes the seed and commits to the next, at the wish of any player or GoW.

    No die falls before each seat has cut again, so nobody goes on with other dice alone. Raises Refused
    `no_player`, `question_open`.
    """

    def operation(sitting: Sitting) -> Draft:
        if not sitting.is_gow:
            sitting.require_player()
        require_answered(sitting, "the seed is revealed")
        dice = next_epoch(sitting)
        return Draft(Kind.EPOCH, dice.events, seed=dice.seed)

    return operation


def close_unheld() -> Operation:
    """Goes on with another epoch where the seed of the open one is not held here, as after an import."""

    def operation(sitting: Sitting) -> Draft:
        dice = next_epoch(sitting)
        return Draft(Kind.EPOCH, dice.events, seed=dice.seed)

    return operation


def next_epoch(sitting: Sitting) -> NextEpoch:
    """The open epoch ended and the next one opened; without its seed it is closed, not revealed."""
    game = sitting.game
    held = sitting.tx.seed(game.id, game.epoch)
    seed, number = sitting.seed(), game.epoch + 1
    sides = tuple(seat.side.name for seat in game.seats)
    ended = EpochClosed(game.epoch) if held is None else EpochRevealed(game.epoch, held.hex())
    opened = EpochOpened(number, commitment(game.id, number, seed), sides)
    return NextEpoch((ended, opened), seed)


def next_epoch_with_game_turn(sitting: Sitting) -> NextEpoch:
    """What the entry that begins a Game Turn holds after its own events, and the seed for its draft.

    Nothing where the game keeps its epoch, or where the open one was never cut, so that no die of it fell.
    """
    return _next_epoch_with(sitting, Epochs.TURN)


def next_epoch_with_day(sitting: Sitting) -> NextEpoch:
    """As `next_epoch_with_game_turn`, for the entry that begins a day of a campaign."""
    return _next_epoch_with(sitting, Epochs.DAY)


def _next_epoch_with(sitting: Sitting, lasting: Epochs) -> NextEpoch:
    game = sitting.game
    return next_epoch(sitting) if game.epochs is lasting and game.ready else NextEpoch()


def cut(number: int, seq: int, seat: int, footers: Collection[str | None] = ()) -> Operation:
    """The press of a seat's button under entry `seq`, which opened the epoch: its id is the seat's cut.

    `footers` are those of the message under which it was pressed: the post stands, though a crash may have
    left it unrecorded. Raises Refused `other_game`, `no_epoch`, `cut_already`, `not_yours` or `not_posted`.
    """

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        if game.id != number:
            raise Refused("other_game", f"This cut belongs to game {number}, which is not open here.")
        if sitting.tx.first_of_epoch(game.id, game.epoch) != seq or not 1 <= seat <= len(game.seats):
            raise Refused("no_epoch", f"#{seq} waits for no cut; epoch {game.epoch} is open.")
        held = game.seat(seat)
        if held.cut:
            raise Refused("cut_already", f"{held.side.name} has cut the dice of epoch {game.epoch}.")
        if held.holder != sitting.actor or not held.holder:
            raise Refused("not_yours", f"Only the player of {held.side.name} cuts for that side.")
        if _footer(sitting, seq) not in footers:
            require_posted(sitting)
        return Draft(Kind.CUT, (Cut(game.epoch, seat, sitting.caller.request, held.side.name),))

    return operation


def _footer(sitting: Sitting, seq: int) -> str:
    found = sitting.tx.entry(sitting.game.id, seq)
    return found.footer if found is not None else ""


def require_posted(sitting: Sitting) -> None:
    """Raise Refused `not_posted` while the commitment of the open epoch does not stand in the channel."""
    game = sitting.game
    seq = sitting.tx.first_of_epoch(game.id, game.epoch)
    if sitting.tx.outbox.due_of(game.id, seq):
        raise Refused(
            "not_posted",
            "The commitment is not posted yet, and no seat cuts before everyone can see it. "
            f"Try again when #{seq} stands in the channel.",
        )


def require_answered(sitting: Sitting, then: str, *, but: int = 0) -> None:
    """Raise Refused `question_open`, which lists the open questions; `then` is what waits for them.

    `but` is the one that is being answered.
    """
    asked = (link.entry.seq for link in sitting.tx.open_questions(sitting.game.id))
    waiting = [f"#{seq}" for seq in asked if seq != but]
    if waiting:
        raise Refused("question_open", f"Answer {', '.join(waiting)} first; then {then}.")
