"""A check sheet or a batch as CSV: every line of it, in its order."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.events.table import QuestionAsked, RulingCalled
from bot.render.attachment import Attachment
from bot.render.konrad import OUTCOMES
from rules import konrad
from rules.event import Event
from rules.konrad.chances import pass_chance
from rules.konrad.events_remo import ChecksListed, RemoNumber
from rules.konrad.rulings import COMBAT_CHECKS, RECOVERY
from rules.konrad.walk import checks
from rules.refusal import Refused

WITH_FILE = (COMBAT_CHECKS, RECOVERY)
"""the rulings whose posts carry their lines as a file; a retreat has but a few checks"""
COLUMNS = ("rsu", "dsu", "start", "terms", "number", "percent", "die", "outcome")


def batch_csv(seq: int, events: Sequence[Event]) -> Attachment:
    """In UTF-8 with a mark by which spreadsheets know it. Raises Refused `no_batch` where nobody checks."""
    rows = list(_rows(events, _names(events)))
    if not rows:
        raise Refused("no_batch", f"#{seq} is neither a check sheet nor a batch.")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return Attachment(f"batch-{seq}.csv", text.getvalue().encode("utf-8-sig"))


def file_of(seq: int, events: Sequence[Event]) -> Attachment | None:
    """What the post of entry `seq`, a ruling, carries: the lines of a batch; of any other nothing."""
    called = [event for event in events if isinstance(event, RulingCalled) and event.rule in WITH_FILE]
    return batch_csv(seq, events) if called and checks(events) else None


def _names(events: Iterable[Event]) -> Mapping[str, str]:
    """DSUs and RSUs as they were called when the ruling was."""
    return {
        one.piece: one.name for event in events if isinstance(event, RulingCalled) for one in event.pieces
    }


def _rows(events: Iterable[Event], names: Mapping[str, str]) -> Iterator[tuple[str | int, ...]]:
    for event in events:
        listed = event.so_far if isinstance(event, QuestionAsked) else ()
        for sheet in listed:
            for line in sheet.lines if isinstance(sheet, ChecksListed) else ():
                yield (*_line(names, line.rsu, line.dsu, line.remo), "", "")
    for check in checks(events):
        dsu = check.dsu or ""
        yield (*_line(names, check.rsu, dsu, check.remo), check.roll.face, OUTCOMES[type(check)][0])


def _line(names: Mapping[str, str], rsu: str, dsu: str, remo: RemoNumber) -> tuple[str | int, ...]:
    terms = " ".join(f"{term.drm:+d} {term.what}" for term in remo.modifiers)
    percent = int(100 * pass_chance(konrad.BOOK, remo))
    return names.get(rsu, rsu), names.get(dsu, dsu), remo.start, terms, remo.number, percent
