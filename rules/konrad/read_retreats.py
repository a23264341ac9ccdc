"""Reads a batch of retreats, and resolves it as often as asked, each time with other dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from rules.dice import Throws
from rules.given import Given, refuse
from rules.konrad.book import Book
from rules.konrad.choices import Choice, Choices
from rules.konrad.events import Event
from rules.konrad.field import Field
from rules.konrad.read_choices import read_choices
from rules.konrad.read_map import known_sector
from rules.konrad.retreat import Retreats
from rules.konrad.table import Table, read_dsu_ids, read_table


class After(StrEnum):
    """What a batch of retreats follows; those after Combat count as forced by it."""

    COMBAT = "combat"
    MOVEMENT = "movement"


class RetreatRequest(Struct, frozen=True):
    """Who retreats in which order, what the GoW chose, and the sectors they open in spite of an enemy."""

    book: Book
    table: Table
    retreating: tuple[str, ...]
    choices: Mapping[str, Choice]
    allowed: tuple[str, ...]
    forced: bool
    first_alone: bool

    def resolve(self, throws: Throws) -> tuple[tuple[Event, ...], Field]:
        """The events, and the field as they leave it; raises Asks and Refused as `Retreats` does."""
        table = self.table
        field = Field(self.book, table.settings, table.ground, table.dsus, self.allowed)
        choices = Choices(self.book, self.choices)
        return Retreats(field, choices, throws, self.forced, self.first_alone).resolve(self.retreating), field


def read_retreats(book: Book, given: Given) -> RetreatRequest:
    """`after` is combat or movement; `allowed_sectors` are open in spite of an enemy in them.

    With `first_alone` the first of `retreating` retreats, the others wait; whom it sends back waits behind.
    """
    table = read_table(given, book)
    retreating = read_dsu_ids(given, "retreating", table)
    choices = read_choices(given, table, book.cites.retreat)
    after = given.word("after", After, After.COMBAT)
    allowed = given.texts("allowed_sectors", ())
    first_alone = given.flag("first_alone", False)
    given.done()
    for place, sector in enumerate(allowed):
        _require_friendly(sector, f"{given.where}.allowed_sectors[{place}]", table, retreating)
    return RetreatRequest(book, table, retreating, choices, allowed, after is After.COMBAT, first_alone)


def _require_friendly(sector: str, where: str, table: Table, retreating: Sequence[str]) -> None:
    """The GoW open a friendly sector in spite of an enemy in it, never a hostile one (p6)."""
    owner = table.ground.owners()[known_sector(sector, where, table.ground)]
    if retreating and all(dsu.side != owner for dsu in table.dsus if dsu.id in retreating):
        wrong = f"needs a friendly sector; {sector} is hostile to {', '.join(retreating)}"
        raise refuse("hostile_sector", where, wrong)
