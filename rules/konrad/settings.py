"""The readings that a campaign may choose between."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Rounding(StrEnum):
    """What becomes of the fraction of a share."""

    NEAREST = "nearest"
    """halves go up"""
    DOWN = "down"
    UP = "up"


class ArmourBase(StrEnum):
    """The shortage that armour replacements are a share of."""

    WHOLE = "whole"
    HARD_TARGETS = "hard_targets"


class OverstackChecks(StrEnum):
    """Whose RSUs check in an overstack."""

    ALL = "all"
    RESIDENTS = "residents"


class Adjacency(StrEnum):
    """Whether sectors touch at their sides alone or at their corners too."""

    FOUR = "four"
    EIGHT = "eight"


class ConsolidateAcross(StrEnum):
    """Which RSUs can be consolidated."""

    ONE_DSU = "one_dsu"
    ONE_SECTOR = "one_sector"
    """of two DSUs of a side that stand in one sector"""


class ConsolidateUpTo(StrEnum):
    """Where the survivor of a consolidation is full."""

    EACH_KIND = "each_kind"
    TOTAL = "total"
    """SP that find no room among platoons of their kind fill the others, in the campaign's order"""


class Settings(Struct, frozen=True):
    rounding: Rounding
    armour_base: ArmourBase
    overstack_checks: OverstackChecks
    adjacency: Adjacency
    consolidate_across: ConsolidateAcross
    consolidate_up_to: ConsolidateUpTo
