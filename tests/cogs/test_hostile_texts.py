"""Texts with signs that no ledger keeps, and commands given where another kind of game is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

CAMPAIGN = ("@greta /campaign sample", "@axel /game join side:Axis", "@sam /game join side:Soviet")
APART = "Pa\u0301ncelos\x00 \u202ewest\u200b"
"""a letter and its mark apart, NUL, and signs that are not seen"""


def told(outcome: Any) -> tuple[str | None, str]:
    post, *_ = outcome["posts"]
    return post["only"], post["content"]


async def test_orders_with_signs_that_no_entry_keeps_are_opened_at_movement_all_the_same(
    table: Any, say: Any, public: Any, tmp_path: Path
) -> None:
    (tmp_path / "orders.csv").write_bytes("GR\x00283\u200b DEF\nGR 284 MOB\n".encode())
    await say(table, *CAMPAIGN, "@greta /campaign next", f"@axel uploads {tmp_path / 'orders.csv'}")
    assert told(await say(table, "@axel /campaign orders file:orders.csv"))[1].startswith("Sealed.")
    rest = "@greta /campaign hand waive item:all reason:they stand"
    assert told(await say(table, rest, "@greta /campaign next"))[0] is None
    await table.client.trail.drain()
    last = "\n".join(embed["description"] for embed in (await public())[-1]["embeds"])
    assert "GR 283 DEF" in last


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("campaign hand record", {"topic": "weather", "text": APART, "reason": APART, "of": APART}),
        ("campaign hand sector", {"sector": "D4", "side": "axis", "reason": APART}),
        ("campaign hand armour", {"of": "96. Infanterie", "reason": APART}),
        ("campaign hand rsu", {"rsu": "GR 283", "leg": 1, "reason": APART}),
        ("campaign settings", {"reason": APART, "rounding": "up"}),
        ("campaign hand waive", {"item": "all", "reason": APART}),
    ],
)
async def test_what_a_gow_writes_is_kept_as_it_is_seen(
    table: Any, say: Any, keys: Any, entered: Any, command: str, options: Any
) -> None:
    await say(table, *CAMPAIGN, "@greta /campaign next")
    before = len(entered())
    (post,) = (await keys(table, "slash", "greta", command=command, options=options))["posts"]
    assert len(entered()) == before + 1, post["content"]
    assert "Páncelos west" in str(post)


@pytest.mark.parametrize(
    "line",
    [
        "/roster add counter:4-6-7 location:G5",
        "/roster show unit:#1",
        "/rally unit:#1",
        "/unit hob unit:A",
        "/unit wound unit:A",
        "/unit hero unit:#1",
        "/unit ammo unit:A",
        "/mc result:NMC units:A",
        "/select location:G5 number:1",
        "/odds ruling:NMC units:#1",
    ],
)
async def test_a_command_for_units_is_refused_in_a_campaign(
    table: Any, say: Any, entered: Any, line: str
) -> None:
    await say(table, *CAMPAIGN)
    refused = told(await say(table, f"@axel {line}"))
    assert refused == ("axel", "Refused: This is for ASL games; a campaign is in this channel.")
    assert len(entered()) == 3


async def test_no_counter_is_proposed_in_a_campaign(table: Any, say: Any, keys: Any) -> None:
    await say(table, *CAMPAIGN)
    body = {"command": "roster add", "options": {"counter": "4"}, "focused": "counter"}
    assert (await keys(table, "autocomplete", "axel", **body))["choices"] == []
