"""The numbers of a kind of campaign, as its data file gives them."""

from __future__ import annotations

from msgspec import Struct

from rules.konrad.formations import Scenario
from rules.konrad.settings import Settings


class Side(Struct, frozen=True):
    """`recovery` is added to every Recovery check of the side."""

    id: str
    label: str
    recovery: int
    cite: str


class Category(Struct, frozen=True):
    id: str
    label: str
    modifier: int
    cite: str


class ScenarioTerms(Struct, frozen=True):
    """What the end of a scenario adds to the REMO number."""

    won: int
    lost: int
    drawn: int
    none: int
    cite: str

    def of(self, scenario: Scenario) -> int:
        if scenario is Scenario.WON:
            return self.won
        if scenario is Scenario.LOST:
            return self.lost
        return self.drawn if scenario is Scenario.DRAWN else self.none


class Term(Struct, frozen=True):
    """A modifier that counts once a level."""

    modifier: int
    cite: str


class StrengthStep(Struct, frozen=True):
    """Applies to a present strength strictly below so many percent of full strength."""

    below: int
    modifier: int
    cite: str


class Share(Struct, frozen=True):
    """So many percent of a shortage, for platoons of one kind."""

    percent: int
    kind: str
    cite: str


class Threshold(Struct, frozen=True):
    percent: int
    cite: str


class Stacking(Struct, frozen=True):
    """How many DSUs of one side have room in a sector."""

    limit: int
    cite: str


class Citations(Struct, frozen=True):
    """Where in the campaign rules each procedure stands."""

    check_list: str
    must_retreat: str
    movement: str
    retreat: str
    overstack: str
    capture: str
    consolidation: str
    recovery: str
    leaves_play: str
    isolation: str
    night: str
    day: str


class Book(Struct, frozen=True):
    """A kind of campaign: two sides, the terms of the REMO number, shares and limits.

    `kinds` are the kinds of platoons in the order in which strengths are written.
    """

    name: str
    label: str
    die: int
    start: int
    cite: str
    sides: tuple[Side, Side]
    categories: tuple[Category, ...]
    scenario: ScenarioTerms
    fatigue: Term
    steps: tuple[StrengthStep, ...]
    kinds: tuple[str, ...]
    infantry: Share
    armour: Share
    disbanding: Threshold
    stacking: Stacking
    settings: Settings
    cites: Citations

    def side(self, side: str) -> Side:
        for known in self.sides:
            if known.id == side:
                return known
        raise KeyError(side)

    def category(self, category: str) -> Category:
        for known in self.categories:
            if known.id == category:
                return known
        raise KeyError(category)

    def enemy(self, side: str) -> str:
        first, second = self.sides
        return second.id if side == first.id else first.id
