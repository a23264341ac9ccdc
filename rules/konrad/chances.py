"""Exact chances of REMO checks, before the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from rules.konrad.book import Book
from rules.konrad.events_remo import RemoNumber
from rules.konrad.formations import Dsu


def pass_chance(book: Book, remo: RemoNumber) -> Fraction:
    """The chance of a die at or under the number, 0 to 1."""
    return Fraction(min(max(remo.number, 0), book.die), book.die)


def retreat_chance(dsu: Dsu, passes: Mapping[str, Fraction]) -> Fraction:
    """The chance that a batch sends a DSU back: a failed check, and no usable RSU in good order left.

    `passes` gives the pass chance of every RSU that the batch checks.
    """
    holding = {rsu.id for rsu in dsu.rsus if rsu.holds_its_dsu}
    checked = [rsu.id for rsu in dsu.rsus if rsu.id in passes]
    if not holding.issubset(checked):
        return Fraction(0)
    if holding:
        return product(1 - passes[rsu] for rsu in holding)
    return 1 - product(passes[rsu] for rsu in checked)


def distribution(fails: Iterable[Fraction]) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 ... failures among independent checks with these chances to fail."""
    chances = [Fraction(1)]
    for fail in fails:
        longer = [chance * (1 - fail) for chance in chances] + [Fraction(0)]
        for count, chance in enumerate(chances):
            longer[count + 1] += chance * fail
        chances = longer
    return tuple(chances)


def product(chances: Iterable[Fraction]) -> Fraction:
    """The chance that independent events all happen."""
    together = Fraction(1)
    for chance in chances:
        together *= chance
    return together
