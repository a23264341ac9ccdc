"""A ruling made again with other inputs and the same dice, in the place of the one that was made.

Whatever changes the request of a ruling is a `Revise`: it is given the ruling as it was made and returns the
request as it should have been, with what changed in words. A campaign's desk amends a batch so:

    def stronger(sitting: Sitting, made: Made) -> Revised:
        given = ...made.given with another strength...
        return Revised(made.called, given, made.entry.read, (Changed("SP of SS-PzGR 5", "300", "360"),))

    await trail.enter(interaction, caller, amend(seq, "a typing error", Resting(), stronger))

Each die is carried by its name, every number computed anew, and what flips is shown before anyone consents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from bot.events.codecs import EVENTS, of_rules, read_events
from bot.events.correction import Amended, AmendmentProposed, Changed, FactAnswered, FollowedVoid
from bot.events.dice import SanThrown
from bot.events.roster import ActedFor
from bot.events.table import PieceNamed, RulingCalled
from bot.ledger.entry import Entry, Kind, thrown
from bot.operations.correcting import Plan, Resting, chain_of, first_of, planned, target
from bot.operations.foreseeing import foreseen
from bot.operations.proposing import (
    consents,
    decision,
    proposed,
    read_proposal,
    require_current,
)
from bot.operations.requiring import require_player_host_or_gow
from bot.operations.ruling import Case, Correction, Tried, answered, require_cuts, rule, tried
from bot.play.sitting import Draft, Operation, Sitting
from bot.play.terms import FACTS
from bot.words import names
from rules.event import Event
from rules.json import Object, object_in
from rules.refusal import DataError, Refused

GAME_INPUTS = ("module", "elr", "ssr_elr", "settings", "san")
GAME_FACTS = (*FACTS, "opponent", "romanian")
"""what a request has from the game, where both sides set it"""


class Made(Struct, frozen=True):
    """A ruling as it was made: `given` is its request, every answer in it."""

    entry: Entry
    called: RulingCalled
    given: Object


class Revised(Struct, frozen=True):
    """A request as it should have been, on the pieces `read`; `changed` says what differs."""

    called: RulingCalled
    given: Object
    read: tuple[str, ...]
    changed: tuple[Changed, ...]


Revise: TypeAlias = Callable[[Sitting, Made], Revised]


def amend(seq: int, reason: str, resting: Resting, revise: Revise) -> Operation:
    """The ruling of entry `seq` as `revise` has it, or that proposed to the other side.

    Who called it alone where no other answered or acted on it and both the names of its dice and the terms
    of the game stay the same; never alone in a campaign. Raises Refused `no_ruling`, `nothing_changed`,
    `fact_missing`, or as a void does.
    """

    def operation(sitting: Sitting) -> Draft:
        require_player_host_or_gow(sitting)
        require_cuts(sitting.game)
        why = names.kept(reason, "reason")
        made = _made(sitting, target(sitting, seq))
        revised = revise(sitting, made)
        if revised.given == made.given:
            raise Refused("nothing_changed", f"#{made.entry.seq} was ruled so; say what changes.")
        plan = _planned(sitting, made.entry, revised, resting)
        case = _case(sitting, made, revised, plan, why)
        outcome = tried(sitting, case)
        if _same_terms(made.given, revised.given) and _may_alone(sitting, made, plan, outcome):
            return rule(sitting, case)
        return _proposed(sitting, case, plan, outcome)

    return operation


def amendment_decided(sitting: Sitting, entry: Entry, value: str) -> Draft:
    """What an answer to the proposal of `entry` makes. Raises Refused `not_your_answer`, `outdated`."""
    waits = decision(sitting, entry, value)
    if waits is not None:
        return waits
    require_cuts(sitting.game)
    called, _, proposal = read_proposal(entry)
    if not isinstance(proposal, AmendmentProposed):
        raise DataError(f"#{entry.seq} proposes no amendment")
    made = _made(sitting, target(sitting, proposal.of))
    revised = Revised(called, _given(entry), proposal.read, proposal.changed)
    plan = _planned(sitting, made.entry, revised, Resting(frozenset(proposal.stays)))
    require_current(entry, proposal, plan)
    return rule(sitting, _case(sitting, made, revised, plan, entry.reason, entry.seq))


def correction_of(sitting: Sitting, entry: Entry) -> Correction | None:
    """What the ruling that stopped at the question of `entry` stands for; None where it amends nothing."""
    first = first_of(sitting.tx, entry)
    for event in read_events(first.events):
        if isinstance(event, AmendmentProposed):
            made = _made(sitting, sitting.tx.entry_named(entry.game, event.of))
            return Correction(event.voids, event.stays, event.changed, first.reason, _named(made.entry))
    return None


def _made(sitting: Sitting, entry: Entry) -> Made:
    """The ruling that an entry, or the question it asked, came to."""
    last = chain_of(sitting.tx, entry)[-1]
    called = EVENTS.read(last.events[0]) if last.events else None
    if last.kind is not Kind.RULING or not isinstance(called, RulingCalled):
        what = "waits for an answer" if last.kind is Kind.ASKED else "is no ruling; /undo makes it void"
        raise Refused("no_ruling", f"#{last.seq} {what}.")
    return Made(last, called, _given(last))


def _given(entry: Entry) -> Object:
    given = entry.inputs.get("given")
    if not isinstance(given, dict):
        raise DataError(f"#{entry.seq} holds no request")
    return given


def _planned(sitting: Sitting, entry: Entry, revised: Revised, resting: Resting) -> Plan:
    return planned(sitting, entry, {*entry.read, *entry.written, *revised.read}, resting)


def _case(sitting: Sitting, made: Made, revised: Revised, plan: Plan, reason: str, answers: int = 0) -> Case:
    tx, entry = sitting.tx, made.entry
    carried = thrown(entry, lambda seq: tx.entry_named(entry.game, seq))
    first = chain_of(tx, entry)[0]
    entered = tuple(face for draw in carried for face in draw.faces)
    return Case(
        revised.called,
        revised.given,
        revised.read,
        next((seat.number for seat in sitting.game.seats_of(first.actor)), 0),
        entered if "entered" in entry.inputs else None,
        carried,
        answers=answers,
        beside=tuple(_beside(entry, revised.given)),
        correction=Correction(plan.voids, plan.stays, revised.changed, reason, _named(entry)),
    )


def _beside(entry: Entry, given: Object) -> list[Event]:
    """What a ruling tells besides its own, which the one in its place tells again where it is still so."""
    events = read_events(entry.events[1:])
    own = (PieceNamed, SanThrown, ActedFor, Amended, FollowedVoid, *map(type, of_rules(events)))
    return [event for event in events if not isinstance(event, own) and _holds(event, given)]


def _holds(event: Event, given: Object) -> bool:
    return not isinstance(event, FactAnswered) or answered(given, event.path, event.value) == given


def _named(entry: Entry) -> tuple[PieceNamed, ...]:
    return tuple(event for event in read_events(entry.events) if isinstance(event, PieceNamed))


def _same_terms(made: Object, revised: Object) -> bool:
    """Whether only what the caller said differs, and nothing that the game said."""
    before, after = (object_in(given.get("facts")) for given in (made, revised))
    facts = all(before.get(term) == after.get(term) for term in GAME_FACTS)
    return facts and all(made.get(term) == revised.get(term) for term in GAME_INPUTS)


def _may_alone(sitting: Sitting, made: Made, plan: Plan, outcome: Tried) -> bool:
    if sitting.game.is_campaign or plan.rested_on or outcome.more_dice:
        return False
    if any(entry.actor != sitting.actor for entry in chain_of(sitting.tx, made.entry)):
        return False
    unchanged = Revised(made.called, made.given, made.entry.read, ())
    as_made = tried(sitting, _case(sitting, made, unchanged, plan, ""))
    return not as_made.more_dice and as_made.left == outcome.left


def _proposed(sitting: Sitting, case: Case, plan: Plan, outcome: Tried) -> Draft:
    correction = case.correction
    if correction is None:
        raise DataError("an amendment corrects nothing")
    events = (case.called, *case.beside, *outcome.events, *outcome.named)
    draft = Draft(
        Kind.RULING, events, case.inputs, read=case.read, voids=plan.voids, reason=correction.reason
    )
    asks = AmendmentProposed(
        plan.of,
        plan.voids,
        plan.stays,
        consents(sitting),
        foreseen(sitting, draft),
        correction.changed,
        case.read,
        outcome.more_dice,
    )
    return proposed(sitting, case.called, asks, correction.reason, case.inputs, outcome.events)
