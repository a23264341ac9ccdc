"""How each ruling on the units of a Location reads its request."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.asl.attack import Opening, open_attack
from rules.asl.heat_ruling import open_heat
from rules.asl.rally_ruling import open_rally
from rules.asl.single_rulings import (
    open_ammunition_shortage,
    open_fpf,
    open_voluntary_break,
    open_wound,
)
from rules.json import Json

OPENINGS: Mapping[str, Callable[[Json], Opening]] = {
    "asl.attack": open_attack,
    "asl.heat_of_battle": open_heat,
    "asl.rally": open_rally,
    "asl.wound": open_wound,
    "asl.break_voluntarily": open_voluntary_break,
    "asl.ammunition_shortage": open_ammunition_shortage,
    "asl.fpf": open_fpf,
}
