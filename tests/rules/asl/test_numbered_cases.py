"""Every numbered case comes out as it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_numbered_case_comes_out_as_expected(
    numbered_case: dict[str, Any], compare: Callable[[dict[str, Any]], list[str]]
) -> None:
    assert compare(numbered_case) == [], numbered_case["why"]
