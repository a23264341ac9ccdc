"""The vocabularies of the rules: types, classes, flags, traits closed, nationalities and modules open."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Nation = NewType("Nation", str)
"""A nationality, by the name of its file in rules/data/asl."""

Module = NewType("Module", str)
"""A module, by the name of its file in rules/data/asl/modules."""

ASL = Module("asl")
"""The module where nothing is said: the rulebook itself."""

_STATES = {
    "dm": "DM",
    "fanatic": "Fanatic",
    "disrupted": "Disrupted",
    "commando": "Commando",
    "gurkha": "Gurkha",
    "human_wave": "Human Wave",
    "banzai": "Banzai",
}
"""states that the rulebook writes in capitals"""


class People(StrEnum):
    """Whom the counters of a nationality stand for, where a rule tells them apart (A25.8)."""

    HUNGARIAN = "hungarian"
    ROMANIAN = "romanian"


class UnitType(StrEnum):
    SQUAD = "squad"
    HALF_SQUAD = "half_squad"
    CREW = "crew"
    LEADER = "leader"
    HERO = "hero"
    COMMISSAR = "commissar"

    @property
    def spoken(self) -> str:
        """As a sentence says it: half-squad."""
        return "Commissar" if self is UnitType.COMMISSAR else self.value.replace("_", "-")


MMC = (UnitType.SQUAD, UnitType.HALF_SQUAD, UnitType.CREW)

# Asked of every unit again and again; in Python 3.11 a member of an enum is slow to reach.
LEADER, COMMISSAR, HERO = UnitType.LEADER, UnitType.COMMISSAR, UnitType.HERO


class UnitClass(StrEnum):
    """Quality of a MMC, best first (A1.22)."""

    ELITE = "elite"
    FIRST_LINE = "first_line"
    SECOND_LINE = "second_line"
    GREEN = "green"
    CONSCRIPT = "conscript"

    @property
    def spoken(self) -> str:
        """As a sentence says it: First Line."""
        return self.value.replace("_", " ").title()


class Trait(StrEnum):
    """What one unit of a nationality has and another of the same counter has not."""

    POLISH = "polish"
    """a better broken side (A25.9)"""

    @property
    def spoken(self) -> str:
        """As a sentence says it: Polish."""
        return self.value.title()


class Flag(StrEnum):
    BROKEN = "broken"
    DM = "dm"
    PINNED = "pinned"
    WOUNDED = "wounded"
    FANATIC = "fanatic"
    BERSERK = "berserk"
    HEROIC = "heroic"
    DISRUPTED = "disrupted"
    ENCIRCLED = "encircled"
    SURRENDERED = "surrendered"
    ASSAULT_ENGINEER = "assault_engineer"
    COMMANDO = "commando"
    GURKHA = "gurkha"
    HUMAN_WAVE = "human_wave"
    BANZAI = "banzai"
    UNARMED = "unarmed"
    CLIMBING = "climbing"
    SWIMMING = "swimming"
    WADING = "wading"
    CAVALRY = "cavalry"
    PASSENGER = "passenger"
    RIDER = "rider"
    BOAT = "boat"
    PARACHUTE = "parachute"

    @property
    def spoken(self) -> str:
        """As a sentence says it: DM, Fanatic, assault engineer."""
        return _STATES.get(self.value, self.value.replace("_", " "))


class NationTrait(StrEnum):
    """What every unit of a nationality has; the data files say which nationality has which."""

    RUSSIAN = "russian"
    """those to whom the SS never give in (A25.11)"""
    GURKHAS = "gurkhas"
    """has Gurkhas among its units (A25.4)"""
    PARTISAN = "partisan"
    """neither Elite nor Inexperienced, leadership only among its own (A15.1, A10.7)"""
    NEVER_DISRUPTED = "never_disrupted"
    """only broken where others are Disrupted (A19.12)"""
    NEVER_SURRENDERS = "never_surrenders"
    """berserk where others surrender (A15.5)"""
    RESOLUTE_AGAINST_RUSSIANS = "resolute_against_russians"
    """never Disrupted and never surrendering to Russians (A25.11)"""
    SURRENDERS_EARLY = "surrenders_early"
    """surrenders, unless Elite, where others go berserk (A15.1)"""
    HUNGARIAN = "hungarian"
    """may be Hungarians against Romanians (A25.8)"""
    MILD_COMMISSARS = "mild_commissars"
    """a failed rally by a Commissar costs nothing (G18.31)"""
    LEADERS_INSPIRE = "leaders_inspire"
    """leaders have a Commissar's effect on the morale of others (G1.41)"""
    LEADERS_FIGHT_ON = "leaders_fight_on"
    """leaders are wounded instead of broken and never pin (G1.41)"""
    NEVER_ENCIRCLED = "never_encircled"
    """encirclement lowers no Morale Level (A7.7)"""
    NEVER_DESPERATE = "never_desperate"
    """DM does not count in rallies (G1)"""
    LEADER_LOSS_TASK_CHECKS = "leader_loss_task_checks"
    """unbroken units take a LLMC as a LLTC (G1)"""


class Circumstance(StrEnum):
    """When a ladder has another rung: a fact of the scenario or a setting of the game."""

    EARLY_YEARS = "early_years"
    """before 1941 (A25.211)"""
    MAJORITY_5_3_7 = "majority_5_3_7"
    """the 5-3-7 is the OB's Majority Squad Type (G18.2)"""
    ARNHEM_GERMAN_LADDER = "arnhem_german_ladder"
    """setting: a German 4-4-7 hardens within the army's own ladder (R6.21)"""
    EARLY_AMERICAN_FANATIC = "early_american_fanatic"
    """setting: an early American 4-4-7 is the best of its kind (A15.3)"""
    SS_STAYS_SS = "ss_stays_ss"
    """setting: a SS 4-4-7 has nothing lower outside Arnhem (A25.111)"""


class Terrain(StrEnum):
    """Where a rally is easier (A10.6)."""

    WOODS = "woods"
    BUILDING = "building"
    PILLBOX = "pillbox"
    TRENCH = "trench"
