"""What the day waits for, in pages for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot import names
from bot.operations.day import Open
from bot.operations.view import CampaignView
from bot.render.pages import paged
from rules.konrad.campaign import Campaign, Phase


def waiting(view: CampaignView, items: Sequence[Open]) -> tuple[str, ...]:
    """The phase, then what it waits for, a line each."""
    head = f"Day {view.campaign.day}, {view.campaign.phase}"
    what = [f"- {item.told}" for item in items] or ["Nothing is open: /campaign next"]
    return paged(names.fenced(line) for line in (head, *what, *_contested(view.campaign)))


def _contested(campaign: Campaign) -> Iterator[str]:
    """After Combat, the sectors where both sides still stand: nothing of it is owed."""
    sides: dict[str, set[str]] = {}
    for dsu in campaign.dsus:
        sides.setdefault(dsu.sector, set()).add(dsu.side)
    both = sorted(sector for sector, there in sides.items() if len(there) > 1)
    if both and campaign.phase in (Phase.CHECKS, Phase.NIGHT, Phase.RECOVERY):
        yield f"Both sides stand in {', '.join(both)}."
        yield "/campaign retreat orders a DSU back, with dsu: and reason:"
