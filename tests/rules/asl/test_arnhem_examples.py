"""The two worked examples of R6, each number derived."""

from __future__ import annotations

from typing import Any

from rules.asl import RULINGS
from rules.asl.events import CheckFailed, CheckPassed
from rules.asl.events_heat import HeatRolled
from rules.dice import RecordedDice


def unit(unit_id: str, nation: str, unit_type: str, counter: str) -> dict[str, Any]:
    return {"id": unit_id, "nation": nation, "type": unit_type, "counter": counter, "is": []}


def events(given: dict[str, Any], dice: dict[str, tuple[int, int]]) -> list[tuple[Any, ...]]:
    """Each check: unit, Original DR, DRM, Final DR, morale, margin; each Heat of Battle: its result."""
    told: list[tuple[Any, ...]] = []
    for event in RULINGS["asl.attack"](given, RecordedDice(dice)).events:
        if isinstance(event, CheckPassed | CheckFailed):
            drm = [modifier.value for modifier in event.modifiers]
            told.append(
                (event.piece, event.roll.original, drm, event.final, event.morale.value, event.margin)
            )
        if isinstance(event, HeatRolled):
            drm = [modifier.value for modifier in event.modifiers]
            told.append((event.piece, event.roll.original, drm, event.final, event.result.value))
    return told


def test_the_german_example_1mc_elr_2_with_a_9_1() -> None:
    given = {
        "module": "abtf",
        "result": "1MC",
        "units": [
            unit("l", "german", "leader", "9-1"),
            unit("a", "ss", "squad", "4-4-7"),
            unit("b", "german", "squad", "4-3-6"),
        ],
        "elr": {"german": 2, "ss": 2},
    }
    assert events(given, {"mc:l": (2, 3), "mc:a": (5, 6), "mc:b": (1, 1), "hob:b": (3, 4)}) == [
        ("l", 5, [1], 6, 9, -3),
        # 11 + 1 for the 1MC - 1 for the 9-1 is 11, 4 over a morale of 7 and so beyond an ELR of 2.
        ("a", 11, [1, -1], 11, 7, 4),
        ("b", 2, [1, -1], 2, 6, -4),
        # A Conscript is Inexperienced, +1; unbroken and German, nothing more: Battle Hardening.
        ("b", 7, [1], 8, "hardened"),
    ]


def test_the_british_example_3mc_elr_4() -> None:
    given = {
        "module": "abtf",
        "result": "3MC",
        "units": [unit("a", "british", "squad", "6-4-8"), unit("b", "british", "squad", "4-4-7")],
        "elr": {"british": 4},
    }
    assert events(given, {"mc:a": (5, 6), "mc:b": (1, 1), "hob:b": (4, 4)}) == [
        # 11 + 3 is 14, 6 over a morale of 8 and so beyond an ELR of 4.
        ("a", 11, [3], 14, 8, 6),
        ("b", 2, [3], 5, 7, -2),
        # British -1; a second-line squad is neither Elite nor Inexperienced.
        ("b", 8, [-1], 7, "hardened"),
    ]
