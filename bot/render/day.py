"""What the day waits for, in pages for whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from bot import names
from bot.operations.day import Open
from bot.operations.view import CampaignView
from bot.render.pages import paged


def waiting(view: CampaignView, items: Sequence[Open]) -> tuple[str, ...]:
    """The phase, then what it waits for, a line each."""
    head = f"Day {view.campaign.day}, {view.campaign.phase}"
    what = [f"- {item.told}" for item in items] or ["Nothing is open: /campaign next"]
    return paged(names.fenced(line) for line in (head, *what))
