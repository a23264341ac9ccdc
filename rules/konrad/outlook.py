"""What a planned consolidation would change, before Recovery is rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.given import Given
from rules.json import Object
from rules.konrad.book import Book
from rules.konrad.chances import pass_chance
from rules.konrad.formations import Dsu, Pair, Rsu
from rules.konrad.isolation import isolated
from rules.konrad.recovery import Recovery
from rules.konrad.table import Table, read_table
from rules.konrad.walk import best_and_worst, checks


class Prospect(Struct, frozen=True):
    """What is left of two RSUs after Recovery, in SP: on the average, at worst and at best."""

    expected: Fraction
    least: int
    most: int


class Outlook(Struct, frozen=True):
    """The two RSUs of a plan, consolidated and left alone; everything else as planned."""

    pair: Pair
    consolidated: Prospect
    alone: Prospect


def outlooks(book: Book, given: Object) -> tuple[Outlook, ...]:
    """One for each consolidation that a `konrad.recovery` request plans; raises Refused as the ruling."""
    request = Given(given)
    table = read_table(request, book)
    request.done()
    return tuple(
        Outlook(
            pair,
            _prospect(book, table, table.dsus, pair),
            _prospect(book, table, [_without(known, pair) for known in table.dsus], pair),
        )
        for dsu in table.dsus
        for pair in dsu.consolidations
    )


def _without(dsu: Dsu, pair: Pair) -> Dsu:
    return replace(dsu, consolidations=tuple(other for other in dsu.consolidations if other != pair))


def _prospect(book: Book, table: Table, dsus: Sequence[Dsu], pair: Pair) -> Prospect:
    """The checks of two RSUs do not depend on one another: their averages add up."""
    cut_off = isolated(table.ground, dsus, table.settings.adjacency)
    phases: list[Recovery] = []

    def phase() -> Recovery:
        phases.append(Recovery(book, table.settings, dsus, cut_off))
        return phases[-1]

    best, _ = best_and_worst(book, lambda throws: phase().resolve(throws))
    passes = {check.rsu: pass_chance(book, check.remo) for check in checks(best)}
    passed, failed = phases[0].rsus, phases[1].rsus
    names = (pair.first, pair.second)
    expected = sum((_expected(rsu, passes, passed, failed) for rsu in names), Fraction(0))
    least, most = (sum(_sp(rsus, rsu) for rsu in names) for rsus in (failed, passed))
    return Prospect(expected, least, most)


def _expected(
    rsu: str, passes: Mapping[str, Fraction], passed: Mapping[str, Rsu], failed: Mapping[str, Rsu]
) -> Fraction:
    chance = passes.get(rsu, Fraction(1))
    return chance * _sp(passed, rsu) + (1 - chance) * _sp(failed, rsu)


def _sp(rsus: Mapping[str, Rsu], rsu: str) -> int:
    return rsus[rsu].now if rsu in rsus else 0
