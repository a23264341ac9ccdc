"""Writes campaigns and their pieces as plain JSON objects in the forms of the numbered cases."""

from __future__ import annotations

from collections.abc import Sequence

from rules.json import Json, Object
from rules.konrad.book import Book
from rules.konrad.campaign import Battle, Campaign, Combatant, Record
from rules.konrad.campaign_map import CampaignMap
from rules.konrad.formations import Dsu, Platoons, Rsu
from rules.konrad.plans import with_plans_that_stand
from rules.konrad.settings import Settings


def write_campaign(book: Book, campaign: Campaign) -> Object:
    """Everything; `read_campaign` gives the equal value again."""
    return {
        **write_table(book, campaign),
        "dsus": [write_dsu(dsu) for dsu in campaign.dsus],
        "day": campaign.day,
        "phase": campaign.phase.value,
        "night_attacks": [{"dsu": plan.dsu, "sector": plan.sector} for plan in campaign.night_attacks],
        "battles": [write_battle(battle) for battle in campaign.battles],
        "records": [_record(record) for record in campaign.records],
    }


def write_table(book: Book, campaign: Campaign) -> Object:
    """What the rulings about everyone on the map are given: `map`, `settings`, `dsus`.

    Plans of RSUs that have parted since Orders are left out.
    """
    return {
        "map": write_map(book, campaign.ground),
        "settings": write_settings(campaign.settings),
        "dsus": [write_dsu(dsu) for dsu in with_plans_that_stand(campaign.dsus, campaign.settings)],
    }


def write_map(book: Book, ground: CampaignMap) -> Object:
    """The first side's sectors are listed, the other side owns the rest."""
    listed = book.sides[0].id
    return {
        "columns": ground.columns,
        "rows": ground.rows,
        "edges": {friendly.side: [edge.value for edge in friendly.edges] for friendly in ground.edges},
        listed: [held.sector for held in ground.held if held.side == listed],
    }


def write_settings(settings: Settings) -> Object:
    return {
        "rounding": settings.rounding.value,
        "armour_base": settings.armour_base.value,
        "overstack_checks": settings.overstack_checks.value,
        "adjacency": settings.adjacency.value,
        "consolidate_across": settings.consolidate_across.value,
        "consolidate_up_to": settings.consolidate_up_to.value,
    }


def write_dsu(dsu: Dsu) -> Object:
    return {
        "id": dsu.id,
        "side": dsu.side,
        "sector": dsu.sector,
        "rsus": [write_rsu(rsu) for rsu in dsu.rsus],
        "moved": dsu.moved,
        "fought": dsu.fought,
        "scenario": dsu.scenario.value,
        "captured": dsu.captured,
        "armour_fought": dsu.armour_fought,
        "forced_retreat": dsu.forced_retreat,
        "gow_refuses": dsu.gow_refuses,
        "gow_allows": {allowance.rsu: allowance.sp for allowance in dsu.gow_allows},
        "consolidations": [[pair.first, pair.second] for pair in dsu.consolidations],
    }


def write_rsu(rsu: Rsu) -> Object:
    order: dict[str, Json] = {} if rsu.order is None else {"order": rsu.order.value}
    return {
        "id": rsu.id,
        "side": rsu.side,
        "category": rsu.category,
        "fatigue": rsu.fatigue,
        "state": rsu.state.value,
        **order,
        "usable": rsu.usable,
        "strength": write_strength(rsu.strength),
    }


def write_strength(strength: Sequence[Platoons]) -> Object:
    return {platoons.kind: {"now": platoons.now, "full": platoons.full} for platoons in strength}


def write_battle(battle: Battle) -> Object:
    return {
        "sector": battle.sector,
        "night": battle.night,
        "attackers": [_combatant(dsu) for dsu in battle.attackers],
        "defenders": [_combatant(dsu) for dsu in battle.defenders],
    }


def _combatant(dsu: Combatant) -> Object:
    return {"dsu": dsu.dsu, "scenario": dsu.scenario.value, "armour_fought": dsu.armour_fought}


def _record(record: Record) -> Object:
    return {
        "day": record.day,
        "topic": record.topic.value,
        "of": record.of,
        "text": record.text,
        "author": record.author,
        "reason": record.reason,
    }
