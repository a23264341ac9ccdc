"""Every ruling of a kind of campaign by its name in a request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.dice import Dice, Throws
from rules.given import Given
from rules.json import Object
from rules.konrad import rulings_rsu, rulings_table
from rules.konrad.book import Book
from rules.ruling import Births, Rule, Ruling, named_after_origin

Reading: TypeAlias = Callable[[Book, Given, Throws], Ruling]

CHECK_LIST = "konrad.check_list"
COMBAT_CHECKS = "konrad.combat_checks"
RECOVERY = "konrad.recovery"
RETREAT = "konrad.retreat"

READINGS: Mapping[str, Reading] = {
    "konrad.remo": rulings_rsu.remo,
    CHECK_LIST: rulings_table.listing,
    COMBAT_CHECKS: rulings_table.combat,
    RETREAT: rulings_table.retreat,
    "konrad.shattered_in_movement": rulings_table.movement,
    "konrad.infantry_replacements": rulings_rsu.infantry_replacements,
    "konrad.armour_replacements": rulings_rsu.armour_replacements,
    "konrad.consolidate": rulings_rsu.consolidation,
    RECOVERY: rulings_table.recovery,
    "konrad.night_battle_allowed": rulings_table.night_battle_allowed,
    "konrad.isolated": rulings_table.isolation_of_all,
}


def rulings(book: Book) -> Mapping[str, Rule]:
    """The rulings under the numbers of a book; each raises Refused and Asks as `rules.ruling.Rule` says."""
    return {name: _rule(book, reading) for name, reading in READINGS.items()}


def _rule(book: Book, reading: Reading) -> Rule:
    def rule(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
        return reading(book, Given(given), Throws(dice))

    return rule
