"""What the day waits for, in pages for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.operations.day import OpenItem, done_by
from bot.operations.view import CampaignView
from bot.render.pages import paged
from bot.words import names
from rules.konrad.campaign import Campaign, Phase


def waiting(view: CampaignView, items: Sequence[OpenItem]) -> tuple[str, ...]:
    """The phase, then what it waits for, a line each."""
    head = f"Day {view.campaign.day}, {view.campaign.phase}"
    what = [*(f"- {item.told}" for item in items), *done_by(items)] or ["Nothing is open: /campaign next"]
    further = (*_without_losses(view), *_contested(view.campaign))
    return paged(names.fenced(line) for line in (head, *what, *further))


def _without_losses(view: CampaignView) -> Iterator[str]:
    """Until the checks are rolled, the battles in which nobody has lost anything since the day began."""
    if view.campaign.phase not in (Phase.COMBAT, Phase.CHECKS):
        return
    dawn = {strength.dsu: strength.now for strength in view.desk.dawn}
    lost = {dsu.id for dsu in view.campaign.dsus if sum(rsu.now for rsu in dsu.rsus) != dawn.get(dsu.id)}
    whole = [
        battle.sector
        for battle in view.campaign.battles
        if not battle.night and not any(one.dsu in lost for one in (*battle.attackers, *battle.defenders))
    ]
    if whole:
        yield f"No losses are entered of {', '.join(whole)}: /campaign losses"


def _contested(campaign: Campaign) -> Iterator[str]:
    """After Combat, the sectors where both sides still stand: nothing of it is owed."""
    sides: dict[str, set[str]] = {}
    for dsu in campaign.dsus:
        sides.setdefault(dsu.sector, set()).add(dsu.side)
    both = sorted(sector for sector, there in sides.items() if len(there) > 1)
    if both and campaign.phase in (Phase.CHECKS, Phase.NIGHT, Phase.RECOVERY):
        yield f"Both sides stand in {', '.join(both)}."
        yield "/campaign retreat orders a DSU back, with dsu: and reason:"
