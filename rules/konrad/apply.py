"""Rebuilds a campaign from its events, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from rules.konrad import changes
from rules.konrad.campaign import Campaign, NightAttackPlan, Record
from rules.konrad.events import Event
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
from rules.konrad.formations import Allowance, Order, State


def rebuild(campaign: Campaign, events: Iterable[Event]) -> Campaign:
    """The campaign after all the events in order; an event of its set-up replaces it whole."""
    for event in events:
        campaign = apply(campaign, event)
    return campaign


def apply(campaign: Campaign, event: Event) -> Campaign:
    """The campaign after the event; raises KeyError for a DSU or RSU that is not in play."""
    match event:
        case RsuShattered():
            return changes.rsu(
                campaign, event.rsu, lambda rsu: replace(rsu, state=State.SHATTERED, order=Order.RES)
            )
        case RsuRecovered():
            return changes.rsu(campaign, event.rsu, lambda rsu: replace(rsu, state=State.GOOD_ORDER))
        case RsuDisbanded():
            return changes.without_rsu(campaign, event.rsu)
        case DsuRetreated() | DsuOverstacked():
            return changes.dsu(
                campaign,
                event.dsu,
                lambda dsu: replace(
                    dsu, sector=event.sector, forced_retreat=dsu.forced_retreat or event.forced
                ),
            )
        case DsuDestroyed() | DsuEliminated() | DsuLeftPlay():
            return changes.without_dsu(campaign, event.dsu)
        case SectorTaken():
            return changes.taken(campaign, event.sector, event.side, event.dsus)
        case RsuReplaced():
            return changes.rsu(campaign, event.rsu, lambda rsu: replace(rsu, strength=event.strength))
        case RsusConsolidated():
            campaign = changes.without_rsu(campaign, event.disbanded)
            return changes.rsu(campaign, event.survivor, lambda rsu: replace(rsu, strength=event.strength))
        case ConsolidationFellAway():
            return changes.without_plan(campaign, event.dsu, event.pair)
        case (
            CampaignSetUp()
            | DayBegan()
            | PhaseBegan()
            | OrderGiven()
            | ConsolidationPlanned()
            | NightAttackPlanned()
            | DsuMoved()
            | BattleReported()
            | RsuEntered()
            | SectorEntered()
            | ArmourRuled()
            | ArmourCut()
            | SettingsChosen()
            | Recorded()
        ):
            return _apply_entry(campaign, event)
        case (
            ChecksListed()
            | RsuHeld()
            | RsuStayedShattered()
            | DsuObligedToRetreat()
            | RetreatsOrdered()
            | BattleFellAway()
            | ReplacementsWithheld()
            | DsuIsolated()
            | DsuConnected()
            | NightAttackAllowed()
            | NightAttackFellAway()
        ):
            return campaign
        case _:
            assert_never(event)


def _apply_entry(
    campaign: Campaign,
    event: CampaignSetUp
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
    | Recorded,
) -> Campaign:
    match event:
        case CampaignSetUp():
            return event.campaign
        case DayBegan():
            return changes.day(campaign, event.day)
        case PhaseBegan():
            return replace(campaign, phase=event.phase)
        case OrderGiven():
            return changes.rsu(campaign, event.rsu, lambda rsu: replace(rsu, order=event.order))
        case ConsolidationPlanned():
            return changes.dsu(
                campaign,
                event.dsu,
                lambda dsu: replace(dsu, consolidations=(*dsu.consolidations, event.pair)),
            )
        case NightAttackPlanned():
            plan = NightAttackPlan(event.dsu, event.sector)
            return replace(campaign, night_attacks=(*campaign.night_attacks, plan))
        case DsuMoved():
            return changes.dsu(campaign, event.dsu, lambda dsu: replace(dsu, sector=event.sector, moved=True))
        case BattleReported():
            return changes.battle(campaign, event.battle)
        case RsuEntered():
            return changes.rsu(campaign, event.rsu.id, lambda _: event.rsu)
        case SectorEntered():
            return changes.owner(campaign, event.sector, event.side)
        case ArmourRuled():
            return changes.dsu(campaign, event.dsu, lambda dsu: replace(dsu, gow_refuses=event.refused))
        case ArmourCut():
            return changes.allowance(campaign, event.dsu, Allowance(event.rsu, event.sp))
        case SettingsChosen():
            return replace(campaign, settings=event.settings)
        case Recorded():
            record = Record(campaign.day, event.topic, event.of, event.text, event.author, event.reason)
            return replace(campaign, records=(*campaign.records, record))
        case _:
            assert_never(event)
