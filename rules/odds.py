"""The exact odds of every ruling that has dice, before they are thrown."""

from __future__ import annotations

from rules import konrad
from rules.asl import odds as asl_odds
from rules.asl.openings import OPENINGS
from rules.json import Object
from rules.konrad import odds as konrad_odds
from rules.refusal import Refused
from rules.rulings import ruling_named

WITH_ODDS = (*OPENINGS, *konrad_odds.READINGS)
"""The rulings that odds are worked out for, by name."""


def odds(rule: str, given: Object) -> Object:
    """`units`: every way each can end; `events`: what else may happen; chances as fractions such as "5/36".

    Raises Refused `unknown_rule`, `no_odds` for a ruling without dice, and what the ruling itself refuses;
    Asks as it would before its first die.
    """
    ruling_named(rule)
    if rule not in WITH_ODDS:
        raise Refused("no_odds", f"rule: odds are worked out for {', '.join(WITH_ODDS)}, not for {rule}.")
    if rule in OPENINGS:
        return asl_odds.odds(rule, given)
    return konrad_odds.odds(konrad.BOOK, rule, given)
