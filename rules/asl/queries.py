"""What a roster shows of a unit besides its state: its morale as it stands and who helps it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.asl.book import book
from rules.asl.leadership import may_help
from rules.asl.morale import Morale, morale_now
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import ASL, Module, Nation, UnitType


class Standing(Struct, frozen=True):
    """`helpers` are the ids of the leaders whose DRM counts for the unit, in the order of the stack."""

    unit: Unit
    morale: Morale
    helpers: tuple[str, ...]


def standing(unit: Unit, others: Mapping[str, Unit], module: Module = ASL) -> Standing:
    """`others` are the units of its Location, the unit itself among them or not."""
    situation = Situation(book=book(module), elr={})
    stack = tuple(others.values())
    helpers = tuple(other.id for other in stack if may_help(other, unit, stack, situation))
    return Standing(unit, morale_now(unit, stack, situation), helpers)


def counters_of(nation: Nation, unit_type: UnitType, module: Module = ASL) -> tuple[str, ...]:
    """The counters that a nationality has, for a player to choose from."""
    return book(module).counters_of(nation, unit_type)
