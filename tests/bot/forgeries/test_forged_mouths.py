"""What only one person may say, put into another's mouth with the chain made anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.verify import NotTrue


def _consent_of_the_asker(entries: list[Any]) -> None:
    """Who asked for a void agrees to it for the other side."""
    agreed = next(entry for entry in entries if entry["kind"] == "voided" and entry["answers"])
    agreed["actor"] = entries[agreed["answers"] - 1]["actor"]


def _no_consent(entries: list[Any]) -> None:
    """A void of dice that nobody was asked about."""
    agreed = next(entry for entry in entries if entry["kind"] == "voided" and entry["answers"])
    agreed["answers"] = 0


def _units_of_the_other(entries: list[Any]) -> None:
    """A player moves what is not his."""
    moved = next(entry for entry in entries if entry["events"][0]["event"] == "unit_moved")
    moved["actor"] = entries[2]["actor"]


def _dice_agreed_to_by_whoever_typed_them(entries: list[Any]) -> None:
    asked = next(entry for entry in entries if entry["inputs"].get("entered") and entry["kind"] == "asked")
    answered = next(entry for entry in entries if entry["answers"] == asked["seq"])
    answered["actor"] = asked["actor"]


@pytest.mark.parametrize(
    "change",
    [_consent_of_the_asker, _no_consent, _units_of_the_other, _dice_agreed_to_by_whoever_typed_them],
)
def test_what_only_one_may_say_is_put_into_no_other_mouth(
    game: bytes, check: Any, forged: Any, change: Callable[[list[Any]], None]
) -> None:
    with pytest.raises(NotTrue, match=r"#\d+ (is entered, where it is refused: |has kind )"):
        check(forged(game, change))
