"""The odds of a ruling before its dice, as its command would ask for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from bot.operations.calling import Build, Call
from bot.operations.morale import Attack, attack_on
from bot.operations.single import (
    Attempt,
    One,
    Volley,
    ammunition_shortage,
    break_voluntarily,
    fpf,
    heat_of_battle,
    rally,
    wound,
)
from bot.operations.targets import Target
from bot.operations.view import campaign_view
from bot.play.finding import label
from bot.play.sitting import Sitting
from bot.words import spoken
from rules import konrad
from rules.asl.attack import RESULTS
from rules.asl.odds import MOST_UNITS
from rules.asl.request import STRUCK
from rules.asl.unit import LEADERS
from rules.json import Object
from rules.konrad.rulings import COMBAT_CHECKS
from rules.konrad.write_campaign import write_table
from rules.odds import odds
from rules.refusal import Refused

REMO = "remo"
ON_ONE = ("rally", "hob", "wound", "break", "ammo")
ASKABLE = (*RESULTS, *ON_ONE, "fpf", REMO)


class OddsAsked(Struct, frozen=True):
    """`ruling` is one of ASKABLE; the other words mean what they mean to its command."""

    ruling: str
    target: Target
    attempt: Attempt = field(default_factory=Attempt)
    facts: Object | None = None


class Prepared(Struct, frozen=True):
    """A ruling as `rules.odds` takes it, and what its pieces are called."""

    rule: str
    given: Object
    names: Mapping[str, str]
    title: str


def prepared(asked: OddsAsked) -> Callable[[Sitting], Prepared]:
    """Raises Refused as the ruling's command does where units are not found."""

    def view(sitting: Sitting) -> Prepared:
        if asked.ruling == REMO:
            campaign = campaign_view(sitting)
            given = write_table(konrad.BOOK, campaign.campaign)
            return Prepared(COMBAT_CHECKS, given, campaign.names, "REMO checks")
        call = _build(asked)(sitting)
        called_so = {row.id: label(row) for row in call.rows}
        where = f"{call.title} at {call.location}"
        return Prepared(call.rule, call.given, called_so, where)

    return view


def chances(known: Prepared) -> Object:
    """The answer of `rules.odds`; what it refuses is told in the words of players."""
    try:
        return odds(known.rule, known.given)
    except Refused as refused:
        raise Refused(refused.code, spoken.refusal(refused.message, known.names), refused.cite) from refused


def _build(asked: OddsAsked) -> Build:
    facts = asked.facts or {}
    if asked.ruling in RESULTS:
        attack = Attack(asked.ruling, asked.target.location, asked.target.units, asked.target.side, facts)
        return lambda sitting: _of_stack(attack_on(sitting, attack))
    if asked.ruling == "fpf":
        return fpf(Volley(asked.target, facts=facts))
    if len(asked.target.units) != 1:
        raise Refused("no_target", f"{asked.ruling} is about one unit; name it in units.")
    one = One(asked.target.units[0], asked.target.location, asked.target.side, facts)
    return _of_one(asked, one)


def _of_stack(call: Call) -> Call:
    """Of a crowded Location those who are struck and the leaders: nobody else bears on how they end."""
    struck, units = call.given.get(STRUCK), call.given.get("units")
    if not isinstance(struck, list) or not isinstance(units, list) or len(units) <= MOST_UNITS:
        return call
    kept = {row.id for row in call.rows if row.id in struck or row.state.get("type") in LEADERS}
    few: Object = {**call.given, "units": [row.state for row in call.rows if row.id in kept]}
    return replace(call, given=few)


def _of_one(asked: OddsAsked, one: One) -> Build:
    match asked.ruling:
        case "rally":
            return rally(one, asked.attempt)
        case "hob":
            return heat_of_battle(one)
        case "wound":
            return wound(one, casualty=False)
        case "break":
            return break_voluntarily(one)
        case _:
            return ammunition_shortage(one)
