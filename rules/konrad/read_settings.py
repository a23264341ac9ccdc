"""Reads the settings of a request, each with the campaign's default."""

from __future__ import annotations

from rules.given import Given
from rules.konrad.settings import (
    Adjacency,
    ArmourBase,
    ConsolidateAcross,
    ConsolidateUpTo,
    OverstackChecks,
    Rounding,
    Settings,
)


def read_settings(given: Given, defaults: Settings) -> Settings:
    """The settings under `settings`, each with the campaign's default."""
    row = given.object("settings", {})
    settings = Settings(
        row.word("rounding", Rounding, defaults.rounding),
        row.word("armour_base", ArmourBase, defaults.armour_base),
        row.word("overstack_checks", OverstackChecks, defaults.overstack_checks),
        row.word("adjacency", Adjacency, defaults.adjacency),
        row.word("consolidate_across", ConsolidateAcross, defaults.consolidate_across),
        row.word("consolidate_up_to", ConsolidateUpTo, defaults.consolidate_up_to),
    )
    row.done()
    return settings
