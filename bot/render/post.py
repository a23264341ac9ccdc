"""What an entry looks like in a channel: knows posts, knows no library of Discord's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.events.codecs import of_asl, read_events
from bot.events.correction import disputable
from bot.events.epochs import Epochs
from bot.events.game import TermChanged
from bot.events.table import (
    CampaignOpened,
    GameOpened,
    QuestionAsked,
    RulingCalled,
    SheetWithdrawn,
)
from bot.ledger.entry import Entry, Kind, Link
from bot.operations.follow_ups import FollowUp, of_phase, snipers
from bot.render import asl as asl_words
from bot.render import batch, corrections, ending, epochs, rolls, roster_changes, ruled, seats, terms, turns
from bot.render import desk as desk_words
from bot.render import sheet as sheet_words
from bot.render.attachment import Attachment
from bot.render.block import Block, People
from bot.render.pages import parted
from bot.render.sides import about
from bot.words import names, wording
from bot.words.spoken import labels, subject
from rules.event import Event

ANSWER, CUT, DISPUTE = "answer", "cut", "dispute"
"""what pressing a button does"""
EMPTY_MAP = "/campaign template gives a file to fill in, /campaign import puts everyone on the map."
LINE_MOST = 300
"""graphemes of the line for notices"""
LINE_UNITS_MOST = 1900
"""UTF-16 units of the line; Discord takes 2,000"""


class Button(Struct, frozen=True):
    """A button under a post; `choice` is its place among the answers, -1 where the answer is typed.

    One with the verb CUT names a seat by its number.
    """

    label: str
    choice: int
    verb: str = ANSWER


class Post(Struct, frozen=True):
    """One message: a line for notices and screen readers, then the detail."""

    line: str
    body: str
    footer: str
    buttons: tuple[Button, ...] = ()
    file: Attachment | None = None


class _Whole(Struct, frozen=True):
    """What an entry says, before it is parted into messages."""

    line: str
    paragraphs: tuple[str, ...]
    buttons: tuple[Button, ...] = ()
    first: str = ""
    """a whole line before all others: dice as VASL's chat tells them"""
    file: Attachment | None = None


def posts_of(link: Link, people: People, events: tuple[Event, ...] | None = None) -> tuple[Post, ...]:
    """The post of an entry, in numbered parts where one message cannot hold it.

    `events` are the entry's own where they are at hand; else they are read from it.
    """
    entry = link.entry
    if events is None:
        events = read_events(entry.events)
    whole = _corrected(_by_kind(entry, events, people), entry, events)
    whole = _with_absent(_with_cuts(whole, events), events)
    bodies = tuple(parted(whole.paragraphs)) or ("",)
    footer = link.footer
    last = len(bodies) - 1
    return tuple(
        Post(
            names.cut(
                f"{whole.first}#{entry.seq}{_part(place, len(bodies))} {whole.line}",
                LINE_MOST,
                LINE_UNITS_MOST,
            ),
            body,
            footer,
            whole.buttons if place == last else (),
            whole.file if place == last else None,
        )
        for place, body in enumerate(bodies)
    )


def mentions(people: Mapping[str, int]) -> People:
    """Pseudonyms as mentions of accounts; a person who was forgotten stays a pseudonym."""
    return lambda pseudonym: f"<@{people[pseudonym]}>" if pseudonym in people else pseudonym


def told(post: Post) -> str:
    """What a post says in one line with its number, without the dice as VASL tells them."""
    return post.line.rpartition("\n")[2]


def _by_kind(entry: Entry, events: tuple[Event, ...], people: People) -> _Whole:
    match entry.kind:
        case Kind.OPENED:
            return _opened(events, people)
        case Kind.JOINED:
            return _of(seats.joined(events, people))
        case Kind.SEATED | Kind.HOSTED | Kind.MOVED:
            return _Whole(seats.arranged(events[0], people), ())
        case Kind.SET:
            return _of(terms.block(events))
        case Kind.EPOCH:
            return _Whole(epochs.title(events), ())
        case Kind.CUT:
            return _of(seats.cut(events[0], people(entry.actor)))
        case Kind.TURN:
            return _Whole(*turns.told(events), _buttons(of_phase(events)))
        case Kind.ROSTER:
            return _Whole(*roster_changes.told(events, entry.reason))
        case Kind.ROLLED:
            return _rolled(entry, events)
        case Kind.RULING:
            return _ruled(entry, events, people)
        case Kind.ASKED:
            return _asked(entry, events, people)
        case Kind.DECLINED:
            return _declined(events)
        case Kind.VOIDED:
            return _Whole(*corrections.voided(events, entry.voids, entry.reason))
        case Kind.ENDED:
            return _of(ending.ended(events))
        case Kind.DESK:
            line, blocks = desk_words.entered(events, people)
            return _Whole(line, tuple(block.paragraph for block in blocks))


def _opened(events: Iterable[Event], people: People) -> _Whole:
    lines: list[str] = []
    title, join = "", "Take your side with /game join: that cuts the dice."
    for event in events:
        match event:
            case GameOpened():
                title = "Game opened: " + " against ".join(names.plain(side.name) for side in event.sides)
                lines += [f"{names.plain(side.name)}: {about(side)}" for side in event.sides]
                lines.append(f"Module {event.module}; dice rolled elsewhere: {event.entered}.")
                if event.epochs is Epochs.TURN:
                    lines.append("Each Game Turn has a seed of its own.")
            case CampaignOpened():
                title = f"Campaign opened: {names.plain(event.label)}"
                masters = ", ".join(people(gow) for gow in event.gow)
                sides = " and ".join(wording.side_name((side,)) for side in event.sides)
                lines.append(f"GoW: {masters}. OAC of {sides}: take your side with /game join.")
                join = "The join cuts the dice." if event.invented else f"The join cuts the dice. {EMPTY_MAP}"
                if event.epochs is Epochs.DAY:
                    lines.append("Each day of the campaign has a seed of its own.")
            case TermChanged():
                lines += terms.block((event,)).lines
            case _:
                lines += epochs.lines((event,))
    lines.append(join)
    return _Whole(title, ("\n".join(lines),))


def _of(block: Block) -> _Whole:
    return _Whole(block.heading, ("\n".join(block.lines),))


def _with_cuts(whole: _Whole, events: tuple[Event, ...]) -> _Whole:
    """What every entry that opens a later epoch shows besides its own: the commitment and who cuts."""
    sides = epochs.awaited(events)
    if not sides:
        return whole
    buttons = tuple(Button(f"Cut for {side}", seat, CUT) for seat, side in enumerate(sides, 1))
    told = "\n".join((*epochs.lines(events), "Each side cuts with its button; no die falls before."))
    return replace(whole, paragraphs=(*whole.paragraphs, told), buttons=(*whole.buttons, *buttons))


def _with_absent(whole: _Whole, events: tuple[Event, ...]) -> _Whole:
    return replace(whole, paragraphs=(*whole.paragraphs, *roster_changes.for_absent(events)))


def _corrected(whole: _Whole, entry: Entry, events: tuple[Event, ...]) -> _Whole:
    """What an entry says of those that it follows or stands for, before its own."""
    before = tuple(corrections.before(events, entry.reason))
    buttons = _disputes(events) if entry.kind is Kind.RULING else ()
    return replace(whole, paragraphs=(*before, *whole.paragraphs), buttons=(*whole.buttons, *buttons))


def _disputes(events: tuple[Event, ...]) -> tuple[Button, ...]:
    """A button for each answer that was not given to a question of fact."""
    found = list(disputable(events))
    return tuple(
        Button(f"Dispute: {wording.option(other)}", place, DISPUTE) for place, (_, other) in enumerate(found)
    )


def _rolled(entry: Entry, events: tuple[Event, ...]) -> _Whole:
    told = rolls.rolled(events)
    paragraphs = ("\n".join(told.detail), *((ruled.ENTERED,) if "entered" in entry.inputs else ()))
    return _Whole(told.line, paragraphs, _buttons(snipers(events)), first=f"{told.vasl}\n")


def _ruled(entry: Entry, events: tuple[Event, ...], people: People) -> _Whole:
    called = _called(events)
    if called.rule.startswith("konrad."):
        spoken = labels(called, events)
        line, blocks = desk_words.ruled(called, entry.inputs.get("given"), events, spoken, people)
        return _Whole(line, tuple(block.paragraph for block in blocks), file=batch.file_of(entry.seq, events))
    told = ruled.ruled(entry, called, events)
    buttons = _buttons(told.follow_ups)
    return _Whole(told.line, told.paragraphs, buttons, first=told.first)


def _asked(entry: Entry, events: tuple[Event, ...], people: People) -> _Whole:
    called = _called(events)
    asked = next(event for event in events if isinstance(event, QuestionAsked))
    spoken = labels(called, events)
    proposed = ending.proposal(events, asked.side) or corrections.proposal(events, entry.reason, asked.side)
    if proposed:
        return _proposed(called, asked, spoken, proposed)
    if called.rule.startswith("konrad."):
        spoken = {**spoken, **desk_words.pseudonyms(events, people)}
        line, blocks = sheet_words.told(called, asked, events[2:], entry.inputs.get("given"), spoken)
        return _Whole(line, tuple(block.paragraph for block in blocks), tuple(_answers(called, asked)))
    paragraphs = [block.paragraph for block in asl_words.blocks(of_asl(asked.so_far), spoken)]
    question = wording.question(asked.what, subject(asked.of, spoken))
    typed = entry.inputs.get("entered")
    if asked.what == "entered_dice" and isinstance(typed, list):
        paragraphs.append("\n".join(("Entered: " + " ".join(map(str, typed)), *rolls.entered(events))))
    buttons = tuple(_answers(called, asked))
    who = f"{wording.awaited(names.plain(asked.side) if asked.seat else 'Any player')}."
    cite = f" ({asked.cite})" if asked.cite else ""
    paragraphs.append(f"**{question}**{cite}\n{who}")
    return _Whole(
        f"{ruled.title(called)} waits: {question}", tuple(paragraphs), buttons or (Button("Enter dice", -1),)
    )


def _proposed(
    called: RulingCalled, asked: QuestionAsked, spoken: Mapping[str, str], proposed: tuple[str, ...]
) -> _Whole:
    so_far = (*asl_words.blocks(of_asl(asked.so_far), spoken), *desk_words.blocks(asked.so_far, spoken))
    buttons = tuple(Button(wording.option(option), place) for place, option in enumerate(asked.options))
    line = f"{wording.question(asked.what, asked.of)} {wording.awaited(names.plain(asked.side))}"
    return _Whole(line, (*(block.paragraph for block in so_far), *proposed), buttons)


def _answers(called: RulingCalled, asked: QuestionAsked) -> Iterator[Button]:
    """A button an answer; where pieces are the answers, each goes by its name."""
    chosen = {one.piece: f"{one.counter} {names.shown(one.name)}" for one in called.pieces}
    for place, option in enumerate(asked.options):
        piece = chosen.get(str(option)) if asked.what in wording.PIECES else None
        yield Button(wording.option(option) if piece is None else piece.strip(), place)


def _declined(events: tuple[Event, ...]) -> _Whole:
    called = _called(events)
    if came_to_nothing := ending.declined(events) or corrections.declined(events, ruled.title(called)):
        return _Whole(came_to_nothing, ())
    if any(isinstance(event, SheetWithdrawn) for event in events):
        return _Whole(f"{called.title}: the sheet is withdrawn; nothing was rolled", ())
    return _Whole(f"{ruled.title(called)}: the dice rolled elsewhere were refused; nothing is ruled", ())


def _buttons(follow_ups: Iterable[FollowUp]) -> tuple[Button, ...]:
    return tuple(Button(follow.label, follow.choice, follow.verb) for follow in follow_ups)


def _called(events: Iterable[Event]) -> RulingCalled:
    return next(event for event in events if isinstance(event, RulingCalled))


def _part(place: int, parts: int) -> str:
    return f" ({place + 1}/{parts})" if parts > 1 else ""
