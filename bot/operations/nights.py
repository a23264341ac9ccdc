"""The night attacks that take place tonight."""

from __future__ import annotations

from bot.operations.view import CampaignView
from rules.konrad import desk
from rules.konrad.campaign import NightAttackPlan


def nights(view: CampaignView) -> tuple[NightAttackPlan, ...]:
    """Those let through at nightfall, less those whose DSU was attacked since (p6)."""
    attacked = desk.attacked_today(view.campaign)
    return tuple(
        plan
        for plan in view.campaign.night_attacks
        if plan.dsu in view.desk.night and plan.dsu not in attacked
    )
