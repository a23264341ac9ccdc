"""What the GoW enter: the set-up, days and phases, orders, plans, moves, battles, corrections, records."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from rules.konrad.campaign import Battle, Campaign, Phase, Topic
from rules.konrad.formations import Order, Pair, Rsu
from rules.konrad.settings import Settings


class CampaignSetUp(Struct, frozen=True):
    """The campaign as it stood at its start."""

    tag: ClassVar[str] = "campaign_set_up"
    campaign: Campaign
    cite: str


class DayBegan(Struct, frozen=True):
    """Orders, plans and the flags of the day before are gone; a shattered RSU stays in RES."""

    tag: ClassVar[str] = "day_began"
    day: int
    cite: str


class PhaseBegan(Struct, frozen=True):
    tag: ClassVar[str] = "phase_began"
    phase: Phase
    cite: str


class OrderGiven(Struct, frozen=True):
    tag: ClassVar[str] = "order_given"
    rsu: str
    order: Order
    cite: str


class ConsolidationPlanned(Struct, frozen=True):
    """Noted in Orders, to be carried out in Recovery."""

    tag: ClassVar[str] = "consolidation_planned"
    dsu: str
    pair: Pair
    cite: str


class NightAttackPlanned(Struct, frozen=True):
    """Noted in Orders, to be carried out unless it falls away."""

    tag: ClassVar[str] = "night_attack_planned"
    dsu: str
    sector: str
    cite: str


class DsuMoved(Struct, frozen=True):
    tag: ClassVar[str] = "dsu_moved"
    dsu: str
    origin: str
    sector: str
    cite: str


class BattleReported(Struct, frozen=True):
    """A scenario was played; `battle` says where, who fought and how it ended for each."""

    tag: ClassVar[str] = "battle_reported"
    battle: Battle
    cite: str


class RsuEntered(Struct, frozen=True):
    """The GoW set an RSU to what `rsu` says (losses, fatigue, category, state), for a reason.

    `before` is how it stood until then, None where the entry does not tell.
    """

    tag: ClassVar[str] = "rsu_entered"
    rsu: Rsu
    author: str
    reason: str
    cite: str
    before: Rsu | None = None


class SectorEntered(Struct, frozen=True):
    """The GoW gave a sector to a side, for a reason."""

    tag: ClassVar[str] = "sector_entered"
    sector: str
    side: str
    author: str
    reason: str
    cite: str


class ArmourRuled(Struct, frozen=True):
    """The GoW refused a DSU's armour replacements, or allowed them, for a reason."""

    tag: ClassVar[str] = "armour_ruled"
    dsu: str
    refused: bool
    author: str
    reason: str
    cite: str


class ArmourCut(Struct, frozen=True):
    """The GoW let an RSU have at most `sp` SP of armour replacements today, for a reason."""

    tag: ClassVar[str] = "armour_cut"
    dsu: str
    rsu: str
    sp: int
    author: str
    reason: str
    cite: str


class SettingsChosen(Struct, frozen=True):
    """The readings that count from here on, for a reason."""

    tag: ClassVar[str] = "settings_chosen"
    settings: Settings
    author: str
    reason: str
    cite: str


class Recorded(Struct, frozen=True):
    """The GoW entered what the referee does not compute."""

    tag: ClassVar[str] = "recorded"
    topic: Topic
    of: str
    text: str
    author: str
    reason: str
    cite: str
