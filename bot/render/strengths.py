"""The strength of a campaign by side and formation: now, today, and since the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.boards.desk import Strength
from bot.operations.view import CampaignView
from bot.render.campaign_roster import spread
from bot.render.pages import paged
from bot.words import names
from rules import konrad

HEAD = f"{'SP':>5} {'today':>6} {'start':>6}"


def strength_pages(view: CampaignView) -> tuple[str, ...]:
    """A line a side and a line a DSU, gone ones too; changes of today and since the start."""
    return paged(_lines(view))


def _lines(view: CampaignView) -> Iterator[str]:
    now = {dsu.id: sum(rsu.now for rsu in dsu.rsus) for dsu in view.campaign.dsus}
    dawn, start = _by_dsu(view.desk.dawn), _by_dsu(view.desk.start)
    sides = {known.dsu: known.side for known in (*view.desk.start, *view.desk.dawn)}
    sides |= {dsu.id: dsu.side for dsu in view.campaign.dsus}
    yield spread(f"Day {view.campaign.day}", HEAD)
    for side in konrad.BOOK.sides:
        own = [dsu for dsu, of in sides.items() if of == side.id]
        yield _line(side.label, *(sum(known.get(dsu, 0) for dsu in own) for known in (now, dawn, start)))
        for dsu in own:
            gone = "" if dsu in now else " (gone)"
            name = f" {view.names.get(dsu, dsu)}{gone}"
            yield _line(name, now.get(dsu, 0), dawn.get(dsu, 0), start.get(dsu, 0))


def _by_dsu(strengths: Sequence[Strength]) -> Mapping[str, int]:
    return {known.dsu: known.now for known in strengths}


def _line(name: str, now: int, dawn: int, start: int) -> str:
    return spread(names.fenced(name), f"{now:>5} {now - dawn:>+6} {now - start:>+6}")
