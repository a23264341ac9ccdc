"""A changed number of the data is noticed: the numbers that all share; the script beside tries every file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def script() -> Any:
    spec = importlib.util.spec_from_file_location("changed_data", Path(__file__).with_name("changed_data.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["changed_data"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("kind", "file", "least"), [("asl", "common.toml", 100), ("konrad", "campaign.toml", 50)]
)
def test_every_change_of_a_number_is_caught(script: Any, kind: str, file: str, least: int) -> None:
    made, left = script.survivors(kind, only=file)
    assert made >= least
    assert left == []


def test_a_change_that_nothing_looks_at_is_listed(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its cases a campaign's numbers go unnoticed, unless they cannot be loaded at all."""
    monkeypatch.setitem(script.KINDS, "konrad", (script.konrad_with, list))
    _, left = script.survivors("konrad")
    assert "campaign.toml fatigue.modifier: -1 -> -2" in map(str, left)
