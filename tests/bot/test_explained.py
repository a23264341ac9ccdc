"""Every event that an entry may hold has numbers that can be told, each with its rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.events.codecs import EVENTS
from bot.render.explained import numbers

SAMPLES = [
    json.loads(line) for line in (Path(__file__).parent / "samples" / "events.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("stored", SAMPLES, ids=lambda stored: str(stored["event"]))
def test_no_number_of_an_event_is_left_out(stored: dict[str, object]) -> None:
    told = "\n".join(numbers(EVENTS.read(stored)))
    for modifier in stored.get("modifiers", []):  # type: ignore[attr-defined]
        value = modifier.get("value", modifier.get("drm"))
        assert f"{value:+d} {modifier['what']} ({modifier['cite']})" in told
    for key in ("final", "san", "total"):
        if key in stored:
            assert f" {stored[key]}" in told
