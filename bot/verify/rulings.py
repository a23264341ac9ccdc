"""Every ruling of a ledger applied again, from its recorded inputs and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from bot.events.codecs import EVENTS, of_rules
from bot.events.dice import DiceRolled, DieRolled, DrRolled, FreeRoll, RollEntered, SanThrown
from bot.events.table import PieceNamed, QuestionAsked
from bot.ledger.dice import Draw
from bot.ledger.entry import Entry, Kind, thrown
from bot.ledger.exported import Exported, NotExported
from bot.operations.ruling import answered
from bot.verify.difference import first_difference
from bot.verify.failure import NotTrue, require
from rules.answers import Asked, Asks, Question
from rules.asl.events_turn import SniperHit, SniperMissed
from rules.dice import MissingDie
from rules.event import Event
from rules.given import show
from rules.json import Object
from rules.refusal import DataError, Refused
from rules.rulings import RULINGS

INPUTS = "inputs and dice give"


class Differing(Struct, frozen=True):
    """An entry that other rules gave than those at hand, which give something else.

    `ruling` where its ruling comes out otherwise, not only what the table makes of it.
    """

    seq: int
    rules: str
    how: str
    ruling: bool = True


class Ruled(Struct, frozen=True):
    """How many rulings were applied again, those that come out otherwise today, the first failure or ""."""

    rulings: int = 0
    differing: tuple[Differing, ...] = ()
    failure: str = ""


class Rulings:
    """Applies the rulings of an export, whose chain holds, under the rules with the hash `rules`."""

    def __init__(self, exported: Exported, rules: str) -> None:
        self._exported = exported
        self._rules = rules

    def between(self, first: int, last: int) -> Ruled:
        """The entries `first` to `last`, each read strictly, up to the first failure."""
        rulings = 0
        differing: list[Differing] = []
        try:
            for line in self._exported.between(first, last):
                entry = line.read()[0].entry
                rulings += self._entry(entry, differing)
        except (NotTrue, NotExported) as failure:
            return Ruled(rulings, tuple(differing), str(failure))
        return Ruled(rulings, tuple(differing))

    def _entry(self, entry: Entry, differing: list[Differing]) -> bool:
        events = tuple(_events(entry))
        if entry.kind is Kind.ROLLED:
            _check_roll(entry, events)
            if entry.answers:
                _check_agreed(entry, events, _events(self._entry_of(entry.answers)))
        if "rule" not in entry.inputs and entry.kind not in (Kind.RULING, Kind.ASKED):
            return False
        if entry.answers:
            _check_inputs(entry, self._entry_of(entry.answers))
        how = _otherwise(entry, events, thrown(entry, self._entry_of))
        if how and entry.rules == self._rules:
            raise NotTrue(f"#{entry.seq} {how}.")
        if how:
            differing.append(Differing(entry.seq, entry.rules, how))
        return "rule" in entry.inputs

    def _entry_of(self, seq: int) -> Entry:
        return self._exported.line(seq).read()[0].entry


def _events(entry: Entry) -> Iterator[Event]:
    for stored in entry.events:
        try:
            event: Event = EVENTS.read(stored)
        except DataError as error:
            raise NotTrue(f"#{entry.seq} cannot be read: {error}.") from error
        yield event


def _check_roll(entry: Entry, events: Sequence[Event]) -> None:
    """A free roll tells the faces that its draws have, the sniper's after its own, and their sum."""
    faces = tuple(face for draw in entry.dice for face in draw.faces)
    told: tuple[int, ...] = ()
    said, total = 0, 0
    for event in events:
        match event:
            case DiceRolled():
                told, said, total = event.faces, event.total, sum(event.faces) + event.plus
            case DrRolled():
                told, said, total = (event.coloured, event.white), event.total, event.coloured + event.white
            case DieRolled():
                told = (event.face,)
            case SniperHit() | SniperMissed():
                told = (*told, event.roll.face)
            case _:
                continue
    require(told == faces, entry.seq, f"tells of {told}", f"{faces}")
    require(said == total, entry.seq, f"sums up to {said}", f"{total}")


def _check_agreed(entry: Entry, events: Sequence[Event], asked: Iterable[Event]) -> None:
    """A roll whose dice the other side agreed to is the one that it was asked about."""
    entered = next((event for event in asked if isinstance(event, RollEntered)), None)
    told = None if entered is None else (entered.roll, *entered.drawn)
    rolled = tuple(event for event in events if isinstance(event, FreeRoll | SanThrown))
    require(rolled == told, entry.seq, "tells of another roll", f"that of #{entry.answers}")


def _check_inputs(entry: Entry, asked: Entry) -> None:
    """An answer leaves the request as it was asked, but for what was asked."""
    question = _question(_events(asked))
    path = question.path if question else ()
    if "rule" not in asked.inputs or (not path and entry.kind is Kind.ASKED):
        return  # consent to a correction, or a sheet that was edited and asks anew
    old, new = (_blanked(one.inputs, path) for one in (asked, entry))
    require(old == new, entry.seq, "answers another request", f"that of #{asked.seq}")


def _blanked(inputs: Object, path: tuple[str, ...]) -> Object:
    """The inputs without what the answer to a question changes; faces entered elsewhere only come to it."""
    given = inputs.get("given")
    kept = answered(given, path, None) if isinstance(given, dict) and path != ("dice",) else given
    return {"rule": inputs.get("rule"), "given": kept}


def _otherwise(entry: Entry, events: Sequence[Event], at_hand: Iterable[Draw]) -> str:
    """How the recorded events differ from what inputs and dice give; "" where they do not.

    `at_hand` are its own dice and those that it carries over.
    """
    question = _question(events)
    if question is not None and not question.path:
        return ""  # asked by the table, about the entry itself: consent, a check sheet
    rule, given = entry.inputs.get("rule"), entry.inputs.get("given")
    if not isinstance(rule, str) or rule not in RULINGS or not isinstance(given, dict):
        return f"rules by {show(rule)}, which is no rule here"
    dice = _Dice(entry.dice, at_hand, "entered" in entry.inputs)
    births = _Births(question.born if question else _named(events))
    try:
        ruling = RULINGS[rule](given, dice, births)
    except Asks as asks:
        return _asked_otherwise(question, asks)
    except Refused as refused:
        return f"is ruled, where its inputs and dice are refused: {refused.message}"
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return f"is ruled, where its inputs fit no ruling: {error!r}"
    if question is not None:
        return f"asks for {question.what}, where its inputs and dice need no answer"
    if dice.left or births.left:
        return f"has no use for {', '.join((*dice.left, *births.left))}"
    return first_difference(of_rules(events), ruling.events, INPUTS)


def _asked_otherwise(question: QuestionAsked | None, asks: Asks) -> str:
    asked = asks.question
    if question is None:
        return f"is ruled, where {asked.what} of {asked.of} has to be asked"
    recorded = (question.what, question.of, question.path)
    if recorded != (asked.what, asked.of, asked.path):
        return f"asks for {question.what} of {question.of}, where {asked.what} of {asked.of} is missing"
    return first_difference(question.so_far, of_rules(asks.events), INPUTS)


def _question(events: Iterable[Event]) -> QuestionAsked | None:
    return next((event for event in events if isinstance(event, QuestionAsked)), None)


def _named(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(event.piece for event in events if isinstance(event, PieceNamed))


class _Dice:
    """Recorded dice by name, each used once; where dice were entered, a missing one is asked for."""

    def __init__(self, drawn: Iterable[Draw], at_hand: Iterable[Draw], entered: bool) -> None:
        self._own = {draw.name for draw in drawn}
        self._at_hand = {draw.name: draw for draw in at_hand}
        self._entered = entered

    @property
    def left(self) -> tuple[str, ...]:
        """Dice drawn for nothing; carried ones may be of no use to an amendment."""
        return tuple(name for name in self._at_hand if name in self._own)

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        draw = self._at_hand.pop(name, None)
        if draw is None and self._entered:
            raise Asks(Question("dice", name, (), ("dice",), Asked.CALLER, ""))
        if draw is None:
            raise MissingDie(name)
        if (len(draw.faces), draw.sides) != (count, sides):
            raise Refused("bad_dice", f"{name} takes {count} dice of {sides} faces.")
        return draw.faces


class _Births:
    """The ids that an entry recorded, in the order given."""

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = list(ids)

    @property
    def left(self) -> tuple[str, ...]:
        return tuple(f"the id {piece}" for piece in self._ids)

    def __call__(self, origin: str, part: str) -> str:
        if not self._ids:
            raise Refused("no_id", f"{part} of {origin} comes into play without an id.")
        return self._ids.pop(0)
