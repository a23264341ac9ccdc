"""Opening a game, taking its seats, moving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.events.epochs import Epochs
from bot.events.game import TermChanged
from bot.events.table import (
    Cut,
    EnteredDiceAllowed,
    EpochOpened,
    GameMoved,
    GameOpened,
    HostAppointed,
    SeatHandedOver,
    SeatTaken,
    SideOffered,
)
from bot.ledger.dice import commitment
from bot.ledger.entry import Kind
from bot.operations.epochs import require_posted
from bot.operations.lookup import has_part
from bot.operations.sides import require_playable
from bot.play.sitting import Draft, Operation, Sitting
from bot.play.terms import CITES, HUNGARIAN_VS_ROMANIAN, USUAL
from rules.asl.words import People
from rules.refusal import Refused

FIRST_EPOCH = 1


class Setup(Struct, frozen=True):
    """A game about to be opened: its module and sides, whether one person may hold both."""

    module: str
    sides: tuple[SideOffered, ...]
    solo: bool
    entered: EnteredDiceAllowed
    epochs: Epochs = Epochs.GAME


def open_game(setup: Setup) -> Operation:
    """One game a channel. Its first epoch is committed to before anyone takes a seat."""

    def operation(sitting: Sitting) -> Draft:
        require_channel(sitting)
        require_playable(setup.sides)
        seed = sitting.seed()
        number = sitting.tx.next_game()
        caller = sitting.caller
        return Draft(
            Kind.OPENED,
            (
                GameOpened(
                    str(caller.guild),
                    str(caller.channel),
                    setup.module,
                    setup.solo,
                    setup.entered,
                    setup.sides,
                    setup.epochs,
                ),
                EpochOpened(FIRST_EPOCH, commitment(number, FIRST_EPOCH, seed)),
                *_hungarians_against_romanians(setup.sides),
            ),
            seed=seed,
        )

    return operation


def _hungarians_against_romanians(sides: Sequence[SideOffered]) -> Iterator[TermChanged]:
    """The term that such sides set by themselves (A25.8)."""
    fielded = [side.peoples for side in sides]
    if any(
        People.HUNGARIAN in fielded[one] and People.ROMANIAN in fielded[other]
        for one, other in ((0, 1), (1, 0))
    ):
        term = HUNGARIAN_VS_ROMANIAN
        yield TermChanged(term, USUAL.value(term), True, CITES[term])


def require_channel(sitting: Sitting) -> None:
    """Raise Refused `game_open` where the channel has a game."""
    if not sitting.is_free:
        raise Refused(
            "game_open", f"Game {sitting.game.id} is open in this channel. /game end closes it first."
        )


def take_seat(side: str) -> Operation:
    """The caller takes a side; the id of this very interaction is the seat's cut."""

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        seat = game.seat_named(side)
        if seat.holder:
            free = [other.side.name for other in game.seats if not other.holder]
            left = f"{' and '.join(free)} is free." if free else "Both sides are taken."
            raise Refused("seat_taken", f"{seat.side.name} is taken. {left}")
        if game.seats_of(sitting.actor) and not game.solo:
            raise Refused(
                "one_seat", "You hold the other side. Alone you play both in a game opened with solo:True."
            )
        require_posted(sitting)
        return Draft(
            Kind.JOINED,
            (
                SeatTaken(seat.number, seat.side.name, sitting.actor),
                Cut(game.epoch, seat.number, sitting.caller.request),
            ),
        )

    return operation


def hand_over(side: str, account: int) -> Operation:
    """Its holder, the host or a GoW gives a side to another person; the cut stays what it was."""

    def operation(sitting: Sitting) -> Draft:
        game = sitting.game
        seat = game.seat_named(side)
        if not seat.holder:
            raise Refused("seat_free", f"Nobody holds {seat.side.name}; /game join takes it.")
        if sitting.actor not in (seat.holder, game.host, *game.gow):
            raise Refused("not_yours", f"{seat.side.name} is handed over by its player or the host.")
        holder = sitting.pseudonym_of(account)
        if game.seats_of(holder) and not game.solo:
            raise Refused("one_seat", "That person holds a side already; only a solo game gives both to one.")
        return Draft(Kind.SEATED, (SeatHandedOver(seat.number, seat.side.name, holder),))

    return operation


def appoint_host(account: int) -> Operation:
    """Who may manage the server names the person who acts for players that are away."""

    def operation(sitting: Sitting) -> Draft:
        if not sitting.caller.manages:
            raise Refused("not_manager", "A host is appointed by who may manage this server.")
        return Draft(Kind.HOSTED, (HostAppointed(sitting.pseudonym_of(account)),))

    return operation


def move_game(number: int) -> Operation:
    """A game whose channel is gone, or unwanted, goes on in the channel of the call."""

    def operation(sitting: Sitting) -> Draft:
        require_channel(sitting)
        caller = sitting.caller
        game = sitting.sit_at(number)
        if str(caller.guild) != game.guild:
            raise Refused("other_server", f"Game {number} belongs to another server.")
        if not has_part(sitting, game):
            raise Refused(
                "no_player", f"Game {number} is moved by its players, its host or GoW, or managers."
            )
        return Draft(Kind.MOVED, (GameMoved(str(caller.guild), str(caller.channel)),))

    return operation
