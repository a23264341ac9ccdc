"""Every ruling of every rulebook, by name."""

from __future__ import annotations

from collections.abc import Mapping

from rules import asl, konrad
from rules.given import show
from rules.refusal import Refused
from rules.ruling import Rule

RULINGS: Mapping[str, Rule] = {**asl.RULINGS, **konrad.RULINGS}


def ruling_named(name: str) -> Rule:
    """Raises Refused `unknown_rule` with the names that there are."""
    rule = RULINGS.get(name)
    if rule is None:
        raise Refused("unknown_rule", f"{show(name)} is no ruling; there are {', '.join(sorted(RULINGS))}.")
    return rule
