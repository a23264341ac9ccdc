"""Corrections as plain lines: what is proposed, what came of it, what an entry says of those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.events.correction import (
    Amended,
    AmendmentProposed,
    CalledOnceMore,
    Changed,
    FactAnswered,
    FollowedVoid,
    Foreseen,
    ProposalRefused,
    ProposalWithdrawn,
    RsuForeseen,
    UnitForeseen,
    Voided,
    VoidProposed,
)
from bot.events.table import RulingCalled
from bot.render.asl_summary import unit_line
from bot.render.campaign_roster import roster_line
from bot.render.pages import COLUMNS, fence
from bot.words import names, wording
from bot.words.spoken import Spoken, labels, subject
from rules.asl.unit import Unit
from rules.event import Event
from rules.konrad.formations import Rsu

NOT_IN_PLAY = "not in play"
REASON_MOST = 60
"""graphemes of a reason above a struck post"""


def proposal(events: Iterable[Event], reason: str, sides: str) -> tuple[str, ...]:
    """The paragraphs of a proposal, which `sides` answer; none where the events tell of none."""
    for event in events:
        if isinstance(event, VoidProposed | AmendmentProposed):
            return tuple(_proposal(event, reason, sides))
    return ()


def voided(events: Iterable[Event], voids: Sequence[int], reason: str) -> tuple[str, tuple[str, ...]]:
    """The line and the paragraphs of a void."""
    verb = "are" if len(voids) > 1 else "is"
    line = f"{_numbers(voids)} {verb} void: {names.plain(reason)}"
    told = (event for event in events if isinstance(event, Voided))
    return line, tuple(
        line for event in told for line in (*_struck(voids, event.stays), *_changes(event.foreseen))
    )


def strike(line: str, by: int, reason: str) -> str:
    """The line of a struck post."""
    return f"VOID by #{by} ({names.plain(names.cut(reason, REASON_MOST))})\n{line}"


def kept_posts(seqs: Sequence[int]) -> str:
    """What a correction says of posts that could not be struck."""
    return f"Too old to be edited, or gone, so that they do not say it themselves: {_numbers(seqs)}."


def declined(events: Iterable[Event], title: str) -> str:
    """The line of a proposal that came to nothing; "" where the events tell of none."""
    for event in events:
        match event:
            case ProposalRefused():
                return f"{title}: {names.plain(event.side)} does not agree; nothing changes"
            case ProposalWithdrawn():
                return f"{title} is withdrawn; nothing changes"
            case _:
                continue
    return ""


def before(events: Sequence[Event], reason: str) -> Iterator[str]:
    """What an entry says of the one in whose place it stands, of a void one, of who said a fact."""
    for event in events:
        match event:
            case Amended():
                yield "\n".join(
                    (f"In the place of #{event.of}: {names.plain(reason)}", *_inputs(event.changed))
                )
                yield from _struck((event.of,), event.stays)
                yield from _changes(event.foreseen)
            case FollowedVoid():
                yield f"_After void of #{event.of} by #{event.by}._"
            case CalledOnceMore():
                yield f"_The same as #{event.of}, called once more._"
            case FactAnswered():
                of = subject(event.of, _spoken(events))
                said = wording.option(event.value)
                yield f"_{wording.question(event.what, of)} {said}, says {names.plain(event.side)}._"
            case _:
                continue


def _spoken(events: Sequence[Event]) -> Spoken:
    called = next((event for event in events if isinstance(event, RulingCalled)), None)
    return labels(called, events) if called else {}


def _proposal(event: VoidProposed | AmendmentProposed, reason: str, sides: str) -> Iterator[str]:
    yield f"Reason: {names.plain(reason)}"
    if isinstance(event, AmendmentProposed):
        yield "\n".join(_inputs(event.changed))
    yield from _struck(event.voids, event.stays)
    yield from _changes(event.foreseen)
    if isinstance(event, AmendmentProposed) and event.more_dice:
        yield "More dice fall once it is agreed; what they do is not known yet."
    yield f"{wording.awaited(names.plain(sides))}; who asked may withdraw it."


def _inputs(changes: Iterable[Changed]) -> Iterator[str]:
    for one in changes:
        yield f"{names.plain(one.what)}: {names.plain(one.was)} → {names.plain(one.becomes)}"


def _struck(voids: Sequence[int], stays: Sequence[int]) -> Iterator[str]:
    first, *also = voids
    if also:
        yield f"With #{first} goes what belongs to it or rests on it: {_numbers(also)}."
    if stays:
        yield f"What rests on it and stands as entered: {_numbers(stays)}."


def _changes(foreseen: Sequence[Foreseen]) -> Iterator[str]:
    if not foreseen:
        yield "The roster stays as it is."
        return
    lines = (line for one in foreseen for line in _change(one))
    yield fence("\n".join(names.fenced(names.columns(line, COLUMNS)) for line in lines))


def _change(one: Foreseen) -> tuple[str, str]:
    match one:
        case UnitForeseen():
            return _unit(one.before, one.name), f" → {_unit(one.after, one.name)}"
        case RsuForeseen():
            before, after = (_rsu(rsu, one.piece, one.name) for rsu in (one.before, one.after))
            return before, f" → {after}"


def _unit(unit: Unit | None, name: str) -> str:
    shown = names.shown(name)
    return f"{shown} {NOT_IN_PLAY}" if unit is None else unit_line(unit, shown, COLUMNS - 3)


def _rsu(rsu: Rsu | None, piece: str, name: str) -> str:
    shown = names.shown(name)
    return f"{shown} {NOT_IN_PLAY}" if rsu is None else roster_line(rsu, {piece: shown}).strip()


def _numbers(seqs: Sequence[int]) -> str:
    return ", ".join(f"#{seq}" for seq in seqs)
