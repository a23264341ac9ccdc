"""What happens at the table around the rulings: games, seats, epochs, pieces, questions."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

from bot.events.correction import CorrectionEvent
from bot.events.desk import DeskEvent, Named
from bot.events.dice import FreeRoll, RollEntered, SanThrown
from bot.events.end import EndEvent
from bot.events.epochs import EpochEvent, Epochs
from bot.events.game import NationElr
from bot.events.play import PlayEvent
from rules.asl.events import Event as AslEvent
from rules.asl.unit import Unit
from rules.konrad.events import Event as KonradEvent

RulesEvent: TypeAlias = AslEvent | KonradEvent


class EnteredDiceAllowed(StrEnum):
    """Whether dice rolled elsewhere may be entered."""

    NEVER = "never"
    AGREED = "agreed"
    ALWAYS = "always"


class SideOffered(Struct, frozen=True):
    """A side that a player can take: its nations, their ELR (0 to 5) and the side's SAN (0: none).

    `apart` are nations with an ELR of their own, `peoples` those for whom its counters stand where a rule
    tells them apart.
    """

    name: str
    nations: tuple[str, ...]
    elr: int
    san: int
    apart: tuple[NationElr, ...] = ()
    peoples: tuple[str, ...] = ()


class GameOpened(Struct, frozen=True):
    """`guild` and `channel` are the ids that Discord gave them."""

    tag: ClassVar[str] = "game_opened"
    guild: str
    channel: str
    module: str
    solo: bool
    entered: EnteredDiceAllowed
    sides: tuple[SideOffered, ...]
    epochs: Epochs = Epochs.GAME
    cite: str = ""


class CampaignOpened(Struct, frozen=True):
    """A campaign began, under the game masters' pseudonyms `gow`; `invented` where its strengths are.

    Each of `sides` is a seat for its OAC; `names` are those of DSUs and RSUs.
    """

    tag: ClassVar[str] = "campaign_opened"
    guild: str
    channel: str
    label: str
    invented: bool
    solo: bool
    sides: tuple[str, ...]
    gow: tuple[str, ...]
    names: tuple[Named, ...]
    cite: str = ""
    epochs: Epochs = Epochs.GAME


class EpochOpened(Struct, frozen=True):
    """A seed was drawn; `commitment` is posted before anyone cuts, `sides` of a later epoch by buttons."""

    tag: ClassVar[str] = "epoch_opened"
    epoch: int
    commitment: str
    sides: tuple[str, ...] = ()
    cite: str = ""


class SeatTaken(Struct, frozen=True):
    """`seat` counts from 1; `holder` is a pseudonym."""

    tag: ClassVar[str] = "seat_taken"
    seat: int
    side: str
    holder: str
    cite: str = ""


class Cut(Struct, frozen=True):
    """The interaction id that Discord gave to the seat's join or button press."""

    tag: ClassVar[str] = "cut"
    epoch: int
    seat: int
    cut: str
    side: str = ""
    cite: str = ""


class SeatHandedOver(Struct, frozen=True):
    """`holder` is the pseudonym of whoever holds the seat from here on; the seat's cut stays."""

    tag: ClassVar[str] = "seat_handed_over"
    seat: int
    side: str
    holder: str
    cite: str = ""


class HostAppointed(Struct, frozen=True):
    """`host` may hand over seats and move the game for players who are away."""

    tag: ClassVar[str] = "host_appointed"
    host: str
    cite: str = ""


class GameMoved(Struct, frozen=True):
    """The game goes on in another channel."""

    tag: ClassVar[str] = "game_moved"
    guild: str
    channel: str
    cite: str = ""


class EpochRevealed(Struct, frozen=True):
    """`seed` in hex: from here on anyone can compute every die of the epoch."""

    tag: ClassVar[str] = "epoch_revealed"
    epoch: int
    seed: str
    cite: str = ""


class GameEnded(Struct, frozen=True):
    tag: ClassVar[str] = "game_ended"
    cite: str = ""


class UnitAdded(Struct, frozen=True):
    """A unit came onto the roster as `unit` says, in its folded `location`."""

    tag: ClassVar[str] = "unit_added"
    piece: str
    seat: int
    name: str
    location: str
    unit: Unit
    cite: str = ""


class CalledPiece(Struct, frozen=True):
    """A piece as a ruling found it: enough to speak of it."""

    piece: str
    name: str
    counter: str = ""


class RulingCalled(Struct, frozen=True):
    """A ruling was called on these pieces; `title` is what was called, such as 1MC."""

    tag: ClassVar[str] = "ruling_called"
    rule: str
    title: str
    seat: int
    location: str
    pieces: tuple[CalledPiece, ...]
    cite: str = ""


class PieceNamed(Struct, frozen=True):
    """A piece that a ruling brought into play got its name, seat and location."""

    tag: ClassVar[str] = "piece_named"
    piece: str
    seat: int
    name: str
    location: str
    cite: str = ""


class QuestionAsked(Struct, frozen=True):
    """A ruling stopped at a fact, a choice or a die.

    `options` are the answers as the request takes them, none where the answer is typed. `seat` is whose
    answer it waits for (0: any player's, -1: the GoW's), `side` its name. `so_far` tells what the dice thrown
    have done, `born` the ids kept for pieces that they brought into play.
    """

    tag: ClassVar[str] = "question_asked"
    what: str
    of: str
    options: tuple[bool | int | str, ...]
    path: tuple[str, ...]
    seat: int
    side: str
    born: tuple[str, ...]
    so_far: tuple[RulesEvent, ...]
    cite: str = ""


class SheetWithdrawn(Struct, frozen=True):
    """The GoW withdrew a check sheet; nothing was rolled."""

    tag: ClassVar[str] = "sheet_withdrawn"
    cite: str = ""


class EnteredDiceRefused(Struct, frozen=True):
    """The other side did not agree to dice rolled elsewhere; nothing was ruled."""

    tag: ClassVar[str] = "entered_dice_refused"
    cite: str = ""


TableEvent: TypeAlias = (
    GameOpened
    | CampaignOpened
    | EpochOpened
    | SeatTaken
    | Cut
    | SeatHandedOver
    | HostAppointed
    | GameMoved
    | EpochRevealed
    | EpochEvent
    | EndEvent
    | GameEnded
    | UnitAdded
    | FreeRoll
    | RollEntered
    | SanThrown
    | RulingCalled
    | PieceNamed
    | QuestionAsked
    | SheetWithdrawn
    | EnteredDiceRefused
    | PlayEvent
    | DeskEvent
    | CorrectionEvent
)
