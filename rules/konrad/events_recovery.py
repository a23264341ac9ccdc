"""What happens in Recovery beside the checks: replacements, consolidations, DSUs that leave play."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from rules.konrad.formations import Pair, Platoons


class Withheld(StrEnum):
    """Why an RSU takes no replacements, in the order in which the reasons are looked for."""

    NOT_GOOD_ORDER = "not_good_order"
    NOT_IN_RES = "not_in_res"
    NOT_CAPTURED = "not_captured"
    NO_BATTLE = "no_battle"
    NO_ARMOUR_FOUGHT = "no_armour_fought"
    NO_HARD_TARGETS = "no_hard_targets"
    ISOLATED = "isolated"
    FORCED_RETREAT = "forced_retreat"
    GOW_REFUSED = "gow_refused"


class Replacements(StrEnum):
    INFANTRY = "infantry"
    ARMOUR = "armour"


class RsuReplaced(Struct, frozen=True):
    """Replacements came: `award` SP out of `percent` of `shortage`, `placed` of them found room.

    `award` is what the GoW left of it, `strength` what the RSU has after it.
    """

    tag: ClassVar[str] = "rsu_replaced"
    rsu: str
    replacements: Replacements
    percent: int
    shortage: int
    award: int
    placed: int
    lost: int
    strength: tuple[Platoons, ...]
    cite: str


class ReplacementsWithheld(Struct, frozen=True):
    tag: ClassVar[str] = "replacements_withheld"
    rsu: str
    replacements: Replacements
    reason: Withheld
    cite: str


class RsusConsolidated(Struct, frozen=True):
    """`disbanded` is gone for good, `survivor` has `strength`; `lost` SP found no room."""

    tag: ClassVar[str] = "rsus_consolidated"
    survivor: str
    disbanded: str
    strength: tuple[Platoons, ...]
    lost: int
    cite: str


class ConsolidationFellAway(Struct, frozen=True):
    """The two RSUs of the plan have parted since Orders."""

    tag: ClassVar[str] = "consolidation_fell_away"
    dsu: str
    pair: Pair
    cite: str


class DsuLeftPlay(Struct, frozen=True):
    """It has no RSU left."""

    tag: ClassVar[str] = "dsu_left_play"
    dsu: str
    cite: str
