"""A ruling under way: its dice, its births, and the question that may stop it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.events.codecs import of_rules
from bot.events.correction import Amended, Changed
from bot.events.dice import SanThrown
from bot.events.table import PieceNamed, QuestionAsked, RulingCalled
from bot.ledger.dice import CarriedDice, Draw, Drawing, EnteredDice
from bot.ledger.entry import AMENDS, Kind
from bot.operations.following import followed_void
from bot.operations.foreseeing import foreseen
from bot.play.game import Game
from bot.play.sitting import Draft, Sitting
from bot.words import spoken
from rules.answers import Asked, Asks, Question
from rules.asl.book import book
from rules.asl.events import CheckFailed, CheckKind, CheckPassed
from rules.asl.events_turn import FpfFired
from rules.asl.words import Module
from rules.dice import DR, Dice
from rules.event import Event
from rules.json import Json, Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin
from rules.rulings import RULINGS

GOW = -1
"""in place of a seat, where a question waits for the game masters"""


class Correction(Struct, frozen=True):
    """What a ruling stands for: `voids` begins with the entry in whose place it stands.

    `named` are the pieces that this one brought into play, which keep id and name where they come again.
    """

    voids: tuple[int, ...]
    stays: tuple[int, ...]
    changed: tuple[Changed, ...]
    reason: str
    named: tuple[PieceNamed, ...]

    @property
    def of(self) -> int:
        return self.voids[0]


class Case(Struct, frozen=True):
    """What an entry keeps of a ruling, and what carries over from the questions that stopped it.

    `typed` are all faces rolled elsewhere, `carried` the dice of earlier entries, `born` the ids kept for
    pieces that those dice brought into play, `answers` the question answered (0: none), `beside` what else
    the entry tells, `correction` what it stands for, if it amends.
    """

    called: RulingCalled
    given: Object
    read: tuple[str, ...]
    caller_seat: int
    typed: tuple[int, ...] | None = None
    carried: tuple[Draw, ...] = ()
    born: tuple[str, ...] = ()
    answers: int = 0
    beside: tuple[Event, ...] = ()
    correction: Correction | None = None

    @property
    def inputs(self) -> Object:
        """The request as `referee resolve` takes it, the faces typed, and the entry amended."""
        typed: Object = {} if self.typed is None else {"entered": list(self.typed)}
        amends: Object = {} if self.correction is None else {AMENDS: self.correction.of}
        return {"rule": self.called.rule, "given": self.given, **typed, **amends}


class Tried(Struct, frozen=True):
    """What a ruling comes to with the dice at hand alone; `left` are the names of those it has no use for.

    `more_dice` where another die falls: then `events` end there.
    """

    events: tuple[Event, ...]
    named: tuple[PieceNamed, ...]
    left: frozenset[str]
    more_dice: bool


def rule(sitting: Sitting, case: Case) -> Draft:
    """The entry of the ruling, or of the question that it stops at."""
    game = sitting.game
    if not case.answers and case.correction is None:
        case = replace(case, beside=(*case.beside, *followed_void(sitting, case.read)))
    source = _source(sitting, case)
    births = _Births(case, sitting)
    try:
        ruling = resolved(case, CarriedDice(case.carried, source), births)
    except Asks as asks:
        return question(game, case, asks, tuple(source.drawn), tuple(births.given))
    if isinstance(source, EnteredDice):
        source.require_all_used()
    thrown = () if game.is_campaign else sans_thrown(game, case.called.seat, case.given, ruling.events)
    events = (case.called, *case.beside, *ruling.events, *births.named, *thrown)
    draft = Draft(Kind.RULING, events, case.inputs, tuple(source.drawn), case.read, case.answers)
    return draft if case.correction is None else _corrected(sitting, draft, case.correction)


def tried(sitting: Sitting, case: Case) -> Tried:
    """The ruling as far as the dice carried go; nothing is drawn.

    Raises Refused `fact_missing` where a fact or a choice is not said.
    """
    dice, births = CarriedDice(case.carried, EnteredDice(())), _Births(case, sitting)
    try:
        ruling = resolved(case, dice, births)
    except Asks as asks:
        missing = asks.question
        if missing.path == ("dice",):
            return Tried(of_rules(asks.events), tuple(births.named), dice.left, more_dice=True)
        of = spoken.subject(missing.of, spoken.labels(case.called))
        raise Refused(
            "fact_missing", f"With that the ruling needs {missing.what} of {of}; say it too.", missing.cite
        ) from asks
    return Tried(ruling.events, tuple(births.named), dice.left, more_dice=False)


def _corrected(sitting: Sitting, draft: Draft, correction: Correction) -> Draft:
    """The ruling in the place of what it amends, with what that changes."""
    placed = replace(draft, voids=correction.voids, reason=correction.reason)
    changes = foreseen(sitting, placed)
    told = Amended(correction.of, correction.stays, correction.changed, changes)
    return replace(placed, events=(draft.events[0], told, *draft.events[1:]))


def resolved(case: Case, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """What the rulebook says. Raises Asks; Refused in words that name pieces as players do."""
    try:
        return RULINGS[case.called.rule](case.given, dice, births)
    except Refused as refused:
        message = spoken.refusal(refused.message, spoken.labels(case.called))
        raise Refused(refused.code, message, refused.cite) from refused


def question(
    game: Game,
    case: Case,
    asks: Asks,
    drawn: tuple[Draw, ...] = (),
    born: tuple[str, ...] = (),
    *,
    waits_for: int | None = None,
) -> Draft:
    """The entry of a question, with what the dice have done so far; it waits for a seat by its number."""
    seat = _waits_for(asks.question, case) if waits_for is None else waits_for
    asked = QuestionAsked(
        asks.question.what,
        asks.question.of,
        tuple(option for option in asks.question.options if isinstance(option, bool | int | str)),
        asks.question.path,
        seat,
        _side(game, seat),
        born,
        of_rules(asks.events),
        asks.question.cite,
    )
    events: tuple[Event, ...] = (case.called, asked, *case.beside)
    return Draft(Kind.ASKED, events, case.inputs, drawn, case.read, case.answers)


def sans_thrown(game: Game, seat: int, given: Object, events: Iterable[Event]) -> Iterator[SanThrown]:
    """The DR of MC and TC that were the other side's SAN.

    The one DR of FPF, on which all firers check, counts once; thrown before (`dr`), it has counted then.
    """
    volley: DR | None = None
    for event in events:
        match event:
            case FpfFired(pieces, roll):
                volley = roll
                if "dr" not in given:
                    yield from san_thrown(game, seat, roll.original, pieces[0])
            case CheckPassed() | CheckFailed() if event.check is not CheckKind.RALLY and event.roll != volley:
                yield from san_thrown(game, seat, event.roll.original, event.piece)
            case _:
                pass


def san_thrown(game: Game, seat: int, original: int, piece: str = "") -> Iterator[SanThrown]:
    """An Original DR of `seat` on the other side's SAN, in a phase with snipers or where none is told."""
    other = game.other(seat).side
    if not other.san or original != other.san:
        return
    numbers = book(Module(game.module)).numbers
    snipers = {row.phase.value for row in numbers.phases if row.snipers}
    if not game.turn.running or game.turn.phase in snipers:
        yield SanThrown(piece, seat, other.name, other.san, "A14.1")


def require_cuts(game: Game) -> None:
    """Raise Refused `no_cut` unless every seat has cut."""
    missing = " and ".join(seat.side.name for seat in game.seats if not seat.cut)
    if missing:
        joined = all(seat.holder for seat in game.seats if not seat.cut)
        how = f"the button of epoch {game.epoch}" if joined else "/game join"
        raise Refused("no_cut", f"No die falls before every seat has cut; {how} is missing for {missing}.")


def answered(given: Object, path: tuple[str, ...], value: Json) -> Object:
    """The request with the answer put where the question said; keys that are stored have small letters."""
    if not path:
        return given
    key, *rest = path[0].lower(), *path[1:]
    if not rest:
        return {**given, key: value}
    inner = given.get(key)
    if isinstance(inner, Mapping):
        return {**given, key: answered(inner, tuple(rest), value)}
    if isinstance(inner, list):
        # A list of pieces: the next word of the path is the id of one.
        piece, *within = rest
        return {**given, key: [_answered_in(item, piece, tuple(within), value) for item in inner]}
    return {**given, key: answered({}, tuple(rest), value)}


def _answered_in(item: Json, piece: str, path: tuple[str, ...], value: Json) -> Json:
    mine = isinstance(item, Mapping) and item.get("id") == piece
    return answered(item, path, value) if mine and isinstance(item, Mapping) else item


class _Births:
    """Dense ids for pieces that a ruling brings into play; those kept by an earlier question come first."""

    def __init__(self, case: Case, sitting: Sitting) -> None:
        self._kept = list(case.born)
        self._again = [] if case.correction is None else list(case.correction.named)
        self._next = sitting.game.pieces + 1
        self._called = case.called
        self._sitting = sitting
        self._names = {one.piece: one.name for one in case.called.pieces}
        self.given: list[str] = []
        self.named: list[PieceNamed] = []

    def __call__(self, origin: str, part: str) -> str:
        wanted = f"{self._names[origin]}/{part}"
        again = next((one for one in self._again if one.name.startswith(wanted)), None)
        if again is not None:
            self._again.remove(again)
            return self._born(again.piece, again.name)
        if self._kept:
            born = self._kept.pop(0)
        else:
            born, self._next = str(self._next), self._next + 1
        return self._born(born, self._free(wanted))

    def _born(self, born: str, name: str) -> str:
        self._names[born] = name
        self.given.append(born)
        self.named.append(PieceNamed(born, self._called.seat, name, self._called.location))
        return born

    def _free(self, wanted: str) -> str:
        """The name, numbered where the side has it already; most rulings bring nothing into play."""
        rows = self._sitting.tx.pieces(self._sitting.game.id)
        taken = {row.name for row in rows if row.seat == self._called.seat} | set(self._names.values())
        name, again = wanted, 2
        while name in taken:
            name, again = f"{wanted} {again}", again + 1
        return name


def _source(sitting: Sitting, case: Case) -> Drawing:
    if case.typed is not None:
        used = sum(len(draw.faces) for draw in case.carried)
        return EnteredDice(case.typed[used:])
    return sitting.epoch_dice()


def _side(game: Game, seat: int) -> str:
    return "GoW" if seat == GOW else game.seat(seat).side.name if seat else ""


def _waits_for(question: Question, case: Case) -> int:
    match question.who:
        case Asked.OWNER:
            return case.called.seat
        case Asked.CALLER:
            return case.caller_seat
        case Asked.GOW:
            return GOW
