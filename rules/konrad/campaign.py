"""A campaign as a value: the day, the map, everyone on it and what the GoW entered."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from rules.konrad.campaign_map import CampaignMap
from rules.konrad.formations import Dsu, Scenario
from rules.konrad.settings import Settings


class Phase(StrEnum):
    """The phases of a day in their order; checks and night attacks have one each (p5)."""

    WEATHER = "weather"
    ORDERS = "orders"
    MOVEMENT = "movement"
    COMBAT = "combat"
    CHECKS = "checks"
    NIGHT = "night"
    RECOVERY = "recovery"


class Topic(StrEnum):
    """What the GoW enter and the referee computes nothing of."""

    WEATHER = "weather"
    INITIATIVE = "initiative"
    SUPPLY = "supply"
    FATIGUE = "fatigue"
    VICTORY_POINTS = "victory_points"
    FORTIFICATION = "fortification"
    OTHER = "other"


class NightAttackPlan(Struct, frozen=True):
    """A DSU that will attack a sector by night."""

    dsu: str
    sector: str


class Combatant(Struct, frozen=True):
    """A DSU in a battle, with the end of the scenario for its side and whether armour of it fought."""

    dsu: str
    scenario: Scenario
    armour_fought: bool


class Battle(Struct, frozen=True):
    """A battle of today: its sector, who attacked and who defended."""

    sector: str
    night: bool
    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]


class Record(Struct, frozen=True):
    """What the GoW entered by hand, by whom and why; `of` names a piece, a sector, or a side."""

    day: int
    topic: Topic
    of: str
    text: str
    author: str
    reason: str


class Campaign(Struct, frozen=True):
    """`day` counts from 1; `battles` and `night_attacks` are today's."""

    day: int
    phase: Phase
    ground: CampaignMap
    settings: Settings
    dsus: tuple[Dsu, ...]
    night_attacks: tuple[NightAttackPlan, ...] = ()
    battles: tuple[Battle, ...] = ()
    records: tuple[Record, ...] = ()

    def dsu(self, dsu: str) -> Dsu:
        for known in self.dsus:
            if known.id == dsu:
                return known
        raise KeyError(dsu)
