"""A game as its entries leave it: sides, seats, the open epoch, the numbers given to pieces."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.json import decode
from msgspec.structs import replace

from bot.events.codec import plain, read_plain
from bot.events.desk import Appointed, CampaignImported, Dismissed, GowRoleNamed, Named, Office
from bot.events.epochs import EpochClosed, Epochs
from bot.events.game import ElrChanged, NationElr, SanChanged, TermChanged
from bot.events.play import PhaseBegun
from bot.events.roster import UnitRemoved
from bot.events.table import (
    CampaignOpened,
    Cut,
    EnteredDiceAllowed,
    EpochOpened,
    EpochRevealed,
    GameEnded,
    GameMoved,
    GameOpened,
    HostAppointed,
    PieceNamed,
    QuestionAsked,
    SeatHandedOver,
    SeatTaken,
    SideOffered,
    UnitAdded,
)
from bot.play.terms import USUAL, Terms
from bot.play.turn import BEFORE_PLAY, Turn
from bot.store.transaction import Transaction
from bot.words import names
from rules.asl.events import CheckFailed, CheckKind, CheckPassed, Eliminated, MortallyWounded
from rules.event import Event
from rules.naming import nation_name
from rules.refusal import DataError, Refused

CAMPAIGN = "konrad"


class Seat(Struct, frozen=True):
    """A side and who holds it: `number` from 1, `holder` a pseudonym or "", `cut` an interaction id or ""."""

    number: int
    side: SideOffered
    holder: str = ""
    cut: str = ""


class OfficeHolder(Struct, frozen=True):
    """An office of a campaign and the pseudonym that holds it; `of` is a DSU or a side."""

    office: Office
    of: str
    holder: str


class Game(Struct, frozen=True):
    """`epoch` counts from 1; its dice fall once every seat has cut. `pieces` is the highest id given.

    `module` is `konrad` for a campaign, whose game masters are `gow` and those with the server's role
    `gow_role`, and whose seats are the OAC.
    """

    id: int
    guild: str
    channel: str
    module: str
    solo: bool
    entered: EnteredDiceAllowed
    seats: tuple[Seat, ...]
    epoch: int = 0
    commitment: str = ""
    ended: bool = False
    pieces: int = 0
    host: str = ""
    gow: tuple[str, ...] = ()
    names: tuple[Named, ...] = ()
    terms: Terms = USUAL
    epochs: Epochs = Epochs.GAME
    turn: Turn = BEFORE_PLAY
    gow_role: str = ""
    offices: tuple[OfficeHolder, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether every seat has cut, so that dice may fall."""
        return all(seat.cut for seat in self.seats)

    @property
    def is_campaign(self) -> bool:
        return self.module == CAMPAIGN

    @property
    def cuts(self) -> tuple[int, ...]:
        return tuple(int(seat.cut) for seat in self.seats)

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.holder == person)

    def seat(self, number: int) -> Seat:
        return self.seats[number - 1]

    def other(self, number: int) -> Seat:
        """The seat across the table."""
        return self.seats[len(self.seats) - number]

    @property
    def shared(self) -> frozenset[str]:
        """The nations that both sides field."""
        return frozenset.intersection(*(frozenset(seat.side.nations) for seat in self.seats))

    def seat_named(self, side: str) -> Seat:
        """The seat of a side by its name, or by a people or nation that it alone has.

        Raises Refused `unknown_side`, or `which_side` where both sides have it.
        """
        wanted = names.folded(side)
        for seat in self.seats:
            if wanted == names.folded(seat.side.name):
                return seat
        found = [seat for seat in self.seats if wanted in (*seat.side.peoples, *seat.side.nations)]
        if len(found) == 1:
            return found[0]
        known = " or ".join(seat.side.name for seat in self.seats)
        if found:
            raise Refused("which_side", f"Both sides are {nation_name(wanted)}; name {known}.")
        raise Refused("unknown_side", f"No side of this game is called {names.spoken(side)}; name {known}.")


def opened(game: int, event: GameOpened) -> Game:
    """The game as its first event leaves it."""
    seats = tuple(Seat(number, side) for number, side in enumerate(event.sides, 1))
    return Game(
        game,
        event.guild,
        event.channel,
        event.module,
        event.solo,
        event.entered,
        seats,
        epochs=event.epochs,
    )


def campaign_opened(game: int, event: CampaignOpened) -> Game:
    """The campaign as its first event leaves it."""
    sides = (SideOffered(side.capitalize(), (side,), 0, 0) for side in event.sides)
    seats = tuple(Seat(number, side) for number, side in enumerate(sides, 1))
    return Game(
        game,
        event.guild,
        event.channel,
        CAMPAIGN,
        event.solo,
        EnteredDiceAllowed.NEVER,
        seats,
        pieces=max(given_ids(event), default=0),
        gow=event.gow,
        names=event.names,
        epochs=event.epochs,
    )


def after(game: Game, event: Event, seat: int = 0) -> Game:
    """The game after one more event; what concerns pieces alone changes only the ids given.

    `seat` is that on whose units the entry rules, 0 where it rules on none.
    """
    match event:
        case EpochOpened():
            seats = tuple(replace(seat, cut="") for seat in game.seats)
            return replace(game, epoch=event.epoch, commitment=event.commitment, seats=seats)
        case SeatTaken() | SeatHandedOver():
            return _with_seat(game, replace(game.seat(event.seat), holder=event.holder))
        case Cut():
            return _with_seat(game, replace(game.seat(event.seat), cut=event.cut))
        case HostAppointed():
            return replace(game, host=event.host)
        case PhaseBegun():
            return replace(game, turn=_turned(game.turn, event))
        case CheckPassed(piece, CheckKind.RALLY) | CheckFailed(piece, CheckKind.RALLY):
            return replace(game, turn=game.turn.tried(piece, seat))
        case Eliminated(unit) | MortallyWounded(unit) | UnitRemoved(unit=unit) if (
            unit.id in game.turn.attempted
        ):
            return replace(game, turn=game.turn.gone(unit))
        case TermChanged():
            return replace(game, terms=game.terms.put(event.term, event.becomes))
        case ElrChanged():
            return _with_side(game, event.seat, _with_elr(game.seat(event.seat).side, event))
        case SanChanged():
            return _with_side(game, event.seat, replace(game.seat(event.seat).side, san=event.becomes))
        case GameMoved():
            return replace(game, guild=event.guild, channel=event.channel)
        case EpochRevealed() | EpochClosed():
            return replace(game, commitment="")
        case GameEnded():
            return replace(game, ended=True)
        case Appointed() | Dismissed() | GowRoleNamed():
            return _with_office(game, event)
        case CampaignImported():
            listed = {named.piece for named in event.names}
            gone = tuple(named for named in game.names if named.piece not in listed)
            highest = max(given_ids(event), default=0)
            return replace(game, names=(*event.names, *gone), pieces=max(game.pieces, highest))
        case UnitAdded() | PieceNamed() | QuestionAsked():
            return replace(game, pieces=max(game.pieces, *given_ids(event), 0))
        case _:
            return game


def _with_office(game: Game, event: Appointed | Dismissed | GowRoleNamed) -> Game:
    match event:
        case GowRoleNamed():
            return replace(game, gow_role=event.role)
        case Appointed(office=Office.GOW):
            return replace(game, gow=(*game.gow, event.holder))
        case Dismissed(office=Office.GOW):
            return replace(game, gow=tuple(person for person in game.gow if person != event.holder))
        case Appointed():
            return replace(game, offices=(*game.offices, OfficeHolder(event.office, event.of, event.holder)))
        case Dismissed():
            left = OfficeHolder(event.office, event.of, event.holder)
            return replace(game, offices=tuple(held for held in game.offices if held != left))


def given_ids(event: Event) -> tuple[int, ...]:
    """The ids that an event gives to pieces, in order: dense, so that nobody chooses the name of a die."""
    match event:
        case CampaignOpened() | CampaignImported():
            return tuple(int(named.piece) for named in event.names)
        case UnitAdded() | PieceNamed():
            return (int(event.piece),)
        case QuestionAsked():
            return tuple(map(int, event.born))
        case _:
            return ()


def put(tx: Transaction, game: Game) -> None:
    """Keep a game as it stands."""
    status = "ended" if game.ended else "open"
    tx.put_game(game.id, int(game.guild), int(game.channel), status, plain(game))


def of(tx: Transaction, number: int) -> Game | None:
    """A game as it stands; None before its first entry. Raises DataError where its form is not known."""
    text = tx.game_text(number)
    return None if text is None else _of_text(text)


def held(tx: Transaction, number: int) -> Game:
    """A game that has an entry. Raises DataError for another."""
    game = of(tx, number)
    if game is None:
        raise DataError(f"there is no game {number}")
    return game


@lru_cache(maxsize=128)
def _of_text(text: str) -> Game:
    """The same text is the same game: most commands find it as the one before left it."""
    return read_plain(Game, decode(text))


def _with_seat(game: Game, seat: Seat) -> Game:
    return replace(game, seats=tuple(seat if s.number == seat.number else s for s in game.seats))


def _with_side(game: Game, number: int, side: SideOffered) -> Game:
    return _with_seat(game, replace(game.seat(number), side=side))


def _with_elr(side: SideOffered, event: ElrChanged) -> SideOffered:
    """The side's ELR holds for all its nations; one of its own, for that nation alone."""
    if not event.nation:
        return replace(side, elr=event.becomes, apart=())
    others = tuple(apart for apart in side.apart if apart.nation != event.nation)
    return replace(side, apart=(*others, NationElr(event.nation, event.becomes)))


def _turned(turn: Turn, event: PhaseBegun) -> Turn:
    """Whoever tried to rally is remembered to the end of the Player Turn."""
    same = (turn.number, turn.seat) == (event.turn, event.seat)
    tried = (turn.attempted, turn.across) if same else ((), ())
    return Turn(event.turn, event.seat, event.first, event.phase, *tried)
