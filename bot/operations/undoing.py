"""Making an entry void; a void is an entry too, so that it is redone by making it void."""

from __future__ import annotations

from collections.abc import Collection

from bot.events.correction import Foreseen, Voided, VoidProposed
from bot.events.table import RulingCalled
from bot.ledger.entry import Entry, Kind
from bot.operations.correcting import Plan, Resting, chain_of, planned, require_no_batch, target
from bot.operations.foreseeing import foreseen
from bot.operations.proposing import (
    consents,
    decision,
    proposed,
    read_proposal,
    require_current,
)
from bot.operations.requiring import require_player_host_or_gow
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names


def undo(seq: int, reason: str, resting: Resting) -> Operation:
    """Entry `seq` void, or that proposed to the other side.

    Its author alone where no die fell in it and nothing rests on it. Raises Refused `no_player`, `bad_name`,
    `proposed`, or as `target`, `planned` and `foreseen` do.
    """

    def operation(sitting: Sitting) -> Draft:
        require_player_host_or_gow(sitting)
        why = names.kept(reason, "reason")
        entry = target(sitting, seq)
        require_no_batch(sitting, chain_of(sitting.tx, entry))
        plan = planned(sitting, entry, _written(sitting, entry), resting)
        changes = _foreseen(sitting, plan, why)
        if not plan.dice_fell and not plan.rested_on and entry.actor == sitting.actor:
            return _void(plan, changes, why)
        called = RulingCalled("", f"Void of #{seq}", 0, "", ())
        asks = VoidProposed(seq, plan.voids, plan.stays, consents(sitting), changes)
        return proposed(sitting, called, asks, why, {})

    return operation


def void_decided(sitting: Sitting, entry: Entry, value: str) -> Draft:
    """What an answer to the proposal of entry `entry` makes. Raises Refused `not_your_answer`, `outdated`."""
    waits = decision(sitting, entry, value)
    if waits is not None:
        return waits
    _, _, proposal = read_proposal(entry)
    again = target(sitting, proposal.of)
    pieces = _written(sitting, again)
    plan = planned(sitting, again, pieces, Resting(frozenset(proposal.stays)))
    require_current(entry, proposal, plan)
    return _void(plan, _foreseen(sitting, plan, entry.reason), entry.reason, entry.seq)


def _void(plan: Plan, changes: tuple[Foreseen, ...], reason: str, answers: int = 0) -> Draft:
    told = Voided(plan.of, plan.stays, changes)
    return Draft(Kind.VOIDED, (told,), answers=answers, voids=plan.voids, reason=reason)


def _foreseen(sitting: Sitting, plan: Plan, reason: str) -> tuple[Foreseen, ...]:
    return foreseen(sitting, Draft(Kind.VOIDED, (), voids=plan.voids, reason=reason))


def _written(sitting: Sitting, entry: Entry) -> Collection[str]:
    return {piece for one in chain_of(sitting.tx, entry) for piece in one.written}
