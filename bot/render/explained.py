"""A ruling in full: each event, and below it every number with the rule that it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from bot.events.codecs import of_asl, of_konrad, read_events
from bot.events.table import QuestionAsked, RulingCalled
from bot.ledger.entry import Entry
from bot.render import asl as asl_words
from bot.render import konrad as konrad_words
from bot.render.pages import joined
from bot.words.spoken import labels
from rules.asl.modifier import Modifier
from rules.asl.morale import Morale
from rules.asl.unit import Unit
from rules.dice import DR, OneDie
from rules.event import Event
from rules.konrad.campaign import Campaign
from rules.konrad.events_remo import Modifier as Term
from rules.konrad.events_remo import RemoNumber
from rules.refusal import Refused

WORDS = {"need": "highest Original that passes", "final": "Final", "elr": "ELR"}
LEFT_OUT = (Unit, Campaign)
"""values that stand in an event as a whole: what of them counts stands beside them"""


def pages(entry: Entry) -> tuple[str, ...]:
    """The explanation of an entry. Raises Refused `no_ruling` where it holds none."""
    events = read_events(entry.events)
    called = next((event for event in events if isinstance(event, RulingCalled)), None)
    if called is None:
        raise Refused(
            "no_ruling", f"#{entry.seq} rules nothing; `/trail show entry:{entry.seq}` tells what it is."
        )
    return joined(_lines(entry, called, events))


def numbers(event: Event) -> Iterator[str]:
    """Every number of an event with its rule."""
    return _numbers(event, str(getattr(event, "cite", "")))


def _lines(entry: Entry, called: RulingCalled, events: tuple[Event, ...]) -> Iterator[str]:
    spoken = labels(called, events)
    yield f"**#{entry.seq}: {called.title}, rule `{called.rule}`**" + _cited(called.cite)
    asked = [event for event in events if isinstance(event, QuestionAsked)]
    told = tuple(event for question in asked for event in question.so_far) or events
    for event in told:
        for block in (
            *asl_words.blocks(of_asl((event,)), spoken),
            *konrad_words.blocks(of_konrad((event,)), spoken),
        ):
            yield f"{block.heading}: {'; '.join(block.lines)}"
            yield from (f"- {number}" for number in numbers(event))
    for question in asked:
        yield f"It stopped to ask: {question.what.replace('_', ' ')}{_cited(question.cite)}"


def _numbers(value: object, cite: str) -> Iterator[str]:
    """Every number in a value, the deepest with their own rules, the plain ones with that of the event."""
    match value:
        case DR(name, coloured, white):
            yield f"{coloured} coloured, {white} white: {value.original} (dice `{name}`)"
        case OneDie(name, face):
            yield f"{face} (die `{name}`)"
        case Modifier(what, number, rule) | Term(what, number, rule):
            yield f"{number:+d} {what}{_cited(rule)}"
        case Morale(level, (first, *changes)):
            yield f"Morale Level {level}: {first.value} {first.what}{_cited(first.cite)}"
            for change in changes:
                yield f"Morale Level: {change.value:+d} {change.what}{_cited(change.cite)}"
        case RemoNumber(start, terms, number, rule):
            yield f"REMO number {number}: {start} to start with{_cited(rule)}"
            for term in terms:
                yield from _numbers(term, rule)
        case tuple():
            for item in value:
                yield from _numbers(item, cite)
        case _ if isinstance(value, Struct) and not isinstance(value, LEFT_OUT):
            yield from _fields(value, cite)


def _fields(value: object, cite: str) -> Iterator[str]:
    rule = str(getattr(value, "cite", cite))
    plain = []
    for field in fields(value):  # type: ignore[arg-type]  # asked for by the only caller
        item = getattr(value, field.name)
        if isinstance(item, int) and not isinstance(item, bool):
            plain.append(f"{WORDS.get(field.name, field.name.replace('_', ' '))} {item}")
        else:
            yield from _numbers(item, rule)
    if plain:
        yield f"{', '.join(plain)}{_cited(rule)}"


def _cited(cite: str) -> str:
    return f" ({cite})" if cite else ""
