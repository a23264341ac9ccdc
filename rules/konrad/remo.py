"""The REMO number of an RSU, and its check (p5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice import Throws
from rules.konrad.book import Book
from rules.konrad.events_remo import (
    Modifier,
    RemoNumber,
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
    When,
)
from rules.konrad.formations import Rsu, Scenario
from rules.refusal import Refused

DIE = "remo"


def remo_number(book: Book, rsu: Rsu, when: When, scenario: Scenario) -> RemoNumber:
    """The number with every term that is not 0; it may be 0, negative, or more than the die has faces.

    The scenario counts in every check but Recovery's, the bonus of a side in Recovery alone.
    """
    modifiers = tuple(term for term in _terms(book, rsu, when, scenario) if term.drm)
    return RemoNumber(book.start, modifiers, book.start + sum([term.drm for term in modifiers]), book.cite)


def _terms(book: Book, rsu: Rsu, when: When, scenario: Scenario) -> Iterator[Modifier]:
    category = book.category(rsu.category)
    yield Modifier(category.label, category.modifier, category.cite)
    if when is not When.RECOVERY:
        yield Modifier(scenario.value, book.scenario.of(scenario), book.scenario.cite)
    yield Modifier(f"fatigue {rsu.fatigue}", book.fatigue.modifier * rsu.fatigue, book.fatigue.cite)
    now, full = rsu.now, rsu.full
    below = [step for step in book.steps if 100 * now < step.below * full]
    if below:
        step = below[-1]
        yield Modifier(f"below {step.below} % ({percent(now, full)} %)", step.modifier, step.cite)
    if when is When.RECOVERY:
        side = book.side(rsu.side)
        yield Modifier(side.label, side.recovery, side.cite)


def percent(now: int, full: int) -> str:
    """A share with one decimal, cut off rather than rounded: what is below 75 % never reads 75.0."""
    tenths = 1000 * now // full
    return f"{tenths // 10}.{tenths % 10}"


def require_state(rsu: Rsu, when: When, cite: str) -> None:
    """Refuse a check that the state of the RSU does not allow: Recovery is for shattered ones alone."""
    if when is When.RECOVERY and not rsu.shattered:
        raise Refused("not_shattered", f"{rsu.id} is in good order; Recovery checks shattered RSUs.", cite)
    if when is not When.RECOVERY and rsu.shattered:
        raise Refused(
            "already_shattered", f"{rsu.id} is shattered already; only good order is checked.", cite
        )


def check(
    book: Book, rsu: Rsu, dsu: str | None, when: When, scenario: Scenario, throws: Throws
) -> RsuHeld | RsuShattered:
    """A check after Combat or in an overstack: at or under the number holds."""
    remo = remo_number(book, rsu, when, scenario)
    roll = throws.one(DIE, rsu.id, book.die)
    if roll.face <= remo.number:
        return RsuHeld(rsu.id, dsu, when, remo, roll, remo.cite)
    return RsuShattered(rsu.id, dsu, when, remo, roll, rsu.order, book.cites.must_retreat)


def recovery_check(
    book: Book, rsu: Rsu, dsu: str | None, throws: Throws
) -> RsuRecovered | RsuStayedShattered | RsuDisbanded:
    """A Recovery check; a failure disbands an RSU that is too far below full strength."""
    remo = remo_number(book, rsu, When.RECOVERY, Scenario.NONE)
    roll = throws.one(DIE, rsu.id, book.die)
    if roll.face <= remo.number:
        return RsuRecovered(rsu.id, dsu, remo, roll, book.cites.recovery)
    if disbands(book, rsu):
        return RsuDisbanded(rsu.id, dsu, remo, roll, rsu.now, book.disbanding.cite)
    return RsuStayedShattered(rsu.id, dsu, remo, roll, book.cites.recovery)


def disbands(book: Book, rsu: Rsu) -> bool:
    """Whether a failed Recovery check would disband it: so much or more below full strength."""
    return 100 * (rsu.full - rsu.now) >= book.disbanding.percent * rsu.full
