"""What a batch will decide, before its button is pressed, and what a retreat asks the GoW."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from bot.events.codecs import of_konrad
from bot.events.desk import SHEET, LeftOut, SheetDrawn
from bot.events.table import QuestionAsked, RulingCalled
from bot.operations.checks import IDLE
from bot.render import consolidation, desk, retreats
from bot.render import konrad as words
from bot.render.block import Block
from bot.words import wording
from bot.words.spoken import subject
from rules import konrad
from rules.event import Event
from rules.given import Given
from rules.json import Json, Object
from rules.konrad.chances import pass_chance
from rules.konrad.choices import SECTOR
from rules.konrad.events_remo import ChecksListed
from rules.konrad.rulings import RECOVERY, RETREAT


def told(
    called: RulingCalled,
    asked: QuestionAsked,
    beside: Sequence[Event],
    given: Json,
    spoken: Mapping[str, str],
) -> tuple[str, tuple[Block, ...]]:
    """The line and the blocks of a question to the GoW on the request `given`.

    `beside` is what else its entry tells.
    """
    further = tuple(desk.blocks([_in_whole(event, given) for event in beside], spoken))
    if asked.what != SHEET:
        question = wording.question(asked.what, subject(asked.of, spoken))
        blocks = words.blocks(of_konrad(asked.so_far), spoken)
        ways: tuple[Block, ...] = ()
        if called.rule == RETREAT:
            undecided = asked.of if asked.what == SECTOR else ""
            ways = tuple(retreats.ranked(given, asked.so_far, spoken, undecided))
        answers = Block(question, ("The GoW answer.",))
        return f"{called.title} waits: {question}", (*further, *blocks, *ways, answers)
    lines = [line for event in asked.so_far if isinstance(event, ChecksListed) for line in event.lines]
    count = wording.counted(len(lines), "RSU")
    line = f"{called.title} sheet: {count} to check; the GoW roll the whole batch"
    recovers = called.rule == RECOVERY
    plans = consolidation.left_after(given, spoken) if recovers else ()
    checks = _checks(asked, spoken, "recovers" if recovers else "holds")
    return line, (*_blocks(asked, spoken), *plans, *checks, *further)


def _in_whole(event: Event, given: Json) -> Event:
    """A sheet that names a DSU in the place of its RSUs where all are left out because it was idle."""
    if not isinstance(event, SheetDrawn) or not isinstance(given, Mapping):
        return event
    idle = {left.rsu for left in event.left_out if left.why == IDLE}
    whole = [(dsu, rsus) for dsu, rsus in _members(given) if idle >= set(rsus)]
    named = {rsu for _, rsus in whole for rsu in rsus}
    rest = (left for left in event.left_out if left.rsu not in named)
    return replace(event, left_out=(*rest, *(LeftOut(dsu, IDLE) for dsu, _ in whole)))


def _members(given: Object) -> Iterator[tuple[str, list[str]]]:
    """The id of each DSU of a request, and those of its RSUs."""
    for dsu in Given(given).objects("dsus"):
        yield dsu.text("id"), [rsu.text("id") for rsu in dsu.objects("rsus")]


def _blocks(asked: QuestionAsked, spoken: Mapping[str, str]) -> Iterator[Block]:
    """What no die decides."""
    settled = tuple(event for event in of_konrad(asked.so_far) if not isinstance(event, ChecksListed))
    yield from words.blocks(settled, spoken)


def _checks(asked: QuestionAsked, spoken: Mapping[str, str], passed: str) -> Iterator[Block]:
    """Each line of the sheet; `passed` is what an RSU does whose check is passed."""
    for event in asked.so_far:
        for line in event.lines if isinstance(event, ChecksListed) else ():
            chance = 100 * pass_chance(konrad.BOOK, line.remo)
            told = f"{words.number_line(line.remo)}, {passed} {chance} %"
            yield Block(spoken.get(line.rsu, line.rsu), (f"{told} ({event.cite})",))
