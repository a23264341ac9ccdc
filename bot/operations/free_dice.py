"""The dice of a free roll: those of the epoch, or such as were thrown elsewhere and agreed to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.events.codecs import read_events
from bot.events.dice import FreeRoll, RollEntered, SanThrown
from bot.events.table import QuestionAsked, RulingCalled
from bot.ledger.dice import Drawing, EnteredDice
from bot.ledger.entry import Entry, Kind
from bot.operations.calling import AGREE, CONSENT, REFUSE, agrees_alone, require_enterable
from bot.operations.ruling import require_cuts
from bot.play.game import Game
from bot.play.sitting import Draft, Sitting
from bot.words.wording import counted
from rules.event import Event
from rules.json import Object
from rules.refusal import DataError, Refused


def dice_of(sitting: Sitting, typed: tuple[int, ...] | None, count: int, sides: int) -> Drawing:
    """The dice of the epoch, or the faces typed, which are as many and as high as the roll has.

    Raises Refused `no_cut`, `no_seed`, `no_entered_dice` or `bad_dice`.
    """
    require_cuts(sitting.game)
    if typed is None:
        return sitting.epoch_dice()
    require_enterable(sitting.game)
    if len(typed) != count:
        has = counted(count, "die", "dice")
        raise Refused("bad_dice", f"The roll has {has}, yet {_faces(typed)} was entered.")
    if not all(1 <= face <= sides for face in typed):
        raise Refused("bad_dice", f"Its faces are 1 to {sides}, yet {_faces(typed)} was entered.")
    return EnteredDice(typed)


def stream(seat: int) -> str:
    """The name of the free dice of a seat."""
    return f"roll:{seat}"


def rolled(
    sitting: Sitting,
    dice: Drawing,
    roll: FreeRoll,
    title: str,
    inputs: Object,
    drawn: tuple[Event, ...] = (),
) -> Draft:
    """The entry of a roll and what it draws; where its dice were entered, the question to the other side."""
    thrown = tuple(dice.drawn)
    if isinstance(dice, EnteredDice):
        inputs = {**inputs, "entered": [face for draw in thrown for face in draw.faces]}
        if not agrees_alone(sitting):
            sans = tuple(event for event in drawn if isinstance(event, SanThrown))
            return _asked(sitting.game, RollEntered(roll, thrown[0].sides, sans), title, inputs)
    return Draft(Kind.ROLLED, (roll, *drawn), inputs, thrown)


def entered_roll(entry: Entry) -> RollEntered | None:
    """The roll whose dice wait for consent with this entry; None where something else does."""
    events = read_events(entry.events)
    return next((event for event in events if isinstance(event, RollEntered)), None)


def agreed_roll(entry: Entry, entered: RollEntered) -> Draft:
    """The entry of a roll once its dice are agreed to."""
    faces = entry.inputs.get("entered")
    if not isinstance(faces, list):
        raise DataError(f"#{entry.seq} holds no dice")
    dice = EnteredDice([face for face in faces if isinstance(face, int)])
    dice.roll(stream(entered.roll.seat), len(faces), entered.sides)
    events = (entered.roll, *entered.drawn)
    return Draft(Kind.ROLLED, events, entry.inputs, tuple(dice.drawn), answers=entry.seq)


def _asked(game: Game, entered: RollEntered, title: str, inputs: Object) -> Draft:
    other = game.other(entered.roll.seat)
    called = RulingCalled("", title, entered.roll.seat, "", ())
    asked = QuestionAsked(
        CONSENT,
        str(other.number),
        (AGREE, REFUSE),
        path=(),
        seat=other.number,
        side=other.side.name,
        born=(),
        so_far=(),
    )
    return Draft(Kind.ASKED, (called, asked, entered), inputs)


def _faces(typed: Sequence[int]) -> str:
    return " ".join(map(str, typed))
