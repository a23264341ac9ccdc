"""Writes a campaign as a muster that imports again unchanged."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from bot.muster.columns import COLUMNS, FULL, Row
from rules.konrad.campaign import Campaign
from rules.konrad.formations import Dsu, Rsu

FILE = "campaign.csv"
TEMPLATE = "template.csv"


def write_muster(campaign: Campaign, names: Mapping[str, str]) -> bytes:
    """CSV in UTF-8 with a mark by which spreadsheets know it."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(_rows(campaign, names))
    return text.getvalue().encode("utf-8-sig")


def _rows(campaign: Campaign, names: Mapping[str, str]) -> Iterator[dict[str, str | int]]:
    for friendly in campaign.ground.edges:
        for edge in friendly.edges:
            yield {"row": Row.EDGE, "name": edge.value, "side": friendly.side}
    for held in campaign.ground.held:
        yield {"row": Row.SECTOR, "name": held.sector, "side": held.side}
    for dsu in campaign.dsus:
        yield {"row": Row.DSU, "name": names[dsu.id], "side": dsu.side, "sector": dsu.sector}
    for dsu in campaign.dsus:
        for rsu in dsu.rsus:
            yield _rsu(dsu, rsu, names)


def _rsu(dsu: Dsu, rsu: Rsu, names: Mapping[str, str]) -> dict[str, str | int]:
    return {
        "row": Row.RSU,
        "name": names[rsu.id],
        "dsu": names[dsu.id],
        "category": rsu.category,
        "usable": "yes" if rsu.usable else "no",
        "fatigue": rsu.fatigue,
        "state": rsu.state.value,
        "order": "" if rsu.order is None else rsu.order.value,
        **{platoons.kind: platoons.now for platoons in rsu.strength},
        **{f"{platoons.kind}{FULL}": platoons.full for platoons in rsu.strength},
    }
