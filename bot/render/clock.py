"""Who is awaited in a campaign, and since when."""

from __future__ import annotations

from datetime import datetime

from bot.operations.awaited import DayClock
from bot.render.pages import joined


def clock_pages(clock: DayClock) -> tuple[str, ...]:
    """A line for everything owed, with the people who owe it; times in the reader's zone."""
    campaign = clock.sight.view.campaign
    head = f"Day {campaign.day}, {campaign.phase}"
    if clock.since:
        head += f", since <t:{datetime.fromisoformat(clock.since).timestamp():.0f}:R>"
    owed = [f"- {item.told}: {_who(clock, item.who)}" for item in clock.awaited]
    return joined((head, *(owed or ["Nobody is awaited but the GoW."])))


def _who(clock: DayClock, who: tuple[str, ...]) -> str:
    return ", ".join(clock.sight.person(person) for person in who) or "the GoW"
