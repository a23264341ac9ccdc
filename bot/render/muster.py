"""What a file would change, and what is wrong in it, in pages."""

from __future__ import annotations

from msgspec.structs import fields

from bot.muster.enlist import Enlisted
from bot.muster.rows import BadRows
from bot.render.pages import paged
from bot.words import names
from bot.words.wording import counted
from rules.konrad.settings import Settings


def differences(enlisted: Enlisted) -> tuple[str, ...]:
    """The differences that a dry run found."""
    campaign = enlisted.campaign
    rsus = sum(len(dsu.rsus) for dsu in campaign.dsus)
    size = f"{counted(len(campaign.dsus), 'DSU')}, {counted(rsus, 'RSU')}"
    first = f"Dry run, nothing is changed. The file has {size}."
    same = (
        "Nobody is on the map yet: it would all come." if enlisted.begins else "It says what stands already."
    )
    what = enlisted.changes or (same,)
    return paged(names.fenced(line) for line in (first, *what))


def faults(bad: BadRows) -> tuple[str, ...]:
    """Every fault of a file."""
    return paged(names.fenced(line) for line in (bad.message, *map(str, bad.faults)))


def readings(settings: Settings) -> str:
    """Each reading of a campaign and the words that it may take."""
    lines = []
    for setting in fields(settings):
        chosen = getattr(settings, setting.name)
        others = ", ".join(word for word in type(chosen) if word is not chosen)
        lines.append(f"{setting.name}: **{chosen}** (or {others})")
    return "\n".join(line.replace("_", "\\_") for line in lines)
