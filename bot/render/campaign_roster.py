"""The roster of a campaign in pages that a phone shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import names
from bot.render.konrad_roster import roster
from bot.render.pages import paged
from rules.konrad.formations import Dsu


def pages(dsus: Sequence[Dsu], called: Mapping[str, str]) -> tuple[str, ...]:
    """A line a DSU, a line an RSU, in code blocks that one message each can hold."""
    shown = {piece: names.fenced(names.shown(name)) for piece, name in called.items()}
    return paged(roster(dsus, shown))
