"""What can happen in a campaign: one closed union of facts in the past tense, with absolute results."""

from __future__ import annotations

from typing import TypeAlias

from rules.konrad.events_desk import (
    ArmourCut,
    ArmourRuled,
    BattleReported,
    CampaignSetUp,
    ConsolidationPlanned,
    DayBegan,
    DsuMoved,
    NightAttackPlanned,
    OrderGiven,
    PhaseBegan,
    Recorded,
    RsuEntered,
    SectorEntered,
    SettingsChosen,
)
from rules.konrad.events_recovery import (
    ConsolidationFellAway,
    DsuLeftPlay,
    ReplacementsWithheld,
    RsuReplaced,
    RsusConsolidated,
)
from rules.konrad.events_remo import (
    ChecksListed,
    RsuDisbanded,
    RsuHeld,
    RsuRecovered,
    RsuShattered,
    RsuStayedShattered,
)
from rules.konrad.events_retreat import (
    BattleFellAway,
    DsuConnected,
    DsuDestroyed,
    DsuEliminated,
    DsuIsolated,
    DsuObligedToRetreat,
    DsuOverstacked,
    DsuRetreated,
    NightAttackAllowed,
    NightAttackFellAway,
    RetreatsOrdered,
    SectorTaken,
)

Event: TypeAlias = (
    ChecksListed
    | RsuHeld
    | RsuShattered
    | RsuRecovered
    | RsuStayedShattered
    | RsuDisbanded
    | DsuObligedToRetreat
    | DsuRetreated
    | DsuOverstacked
    | RetreatsOrdered
    | DsuDestroyed
    | DsuEliminated
    | SectorTaken
    | BattleFellAway
    | RsuReplaced
    | ReplacementsWithheld
    | RsusConsolidated
    | ConsolidationFellAway
    | DsuLeftPlay
    | DsuIsolated
    | DsuConnected
    | NightAttackAllowed
    | NightAttackFellAway
    | CampaignSetUp
    | DayBegan
    | PhaseBegan
    | OrderGiven
    | ConsolidationPlanned
    | NightAttackPlanned
    | DsuMoved
    | BattleReported
    | RsuEntered
    | SectorEntered
    | ArmourRuled
    | ArmourCut
    | SettingsChosen
    | Recorded
)
