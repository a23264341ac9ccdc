"""Corrections that wait for consent: whose it is, who may refuse, and what is still true when it comes."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.events.codecs import of_rules, read_events
from bot.events.correction import (
    AmendmentProposed,
    ProposalRefused,
    ProposalWithdrawn,
    VoidProposed,
)
from bot.events.table import QuestionAsked, RulingCalled
from bot.ledger.entry import Entry, Kind
from bot.operations.calling import AGREE, REFUSE
from bot.operations.consenting import require_same_hands
from bot.operations.correcting import Plan, first_of, is_proposal
from bot.play.sitting import Draft, Sitting
from rules.event import Event
from rules.json import Object
from rules.refusal import DataError, Refused

WITHDRAW = "withdraw"
VOID, AMEND = "void", "amend"
Proposal = VoidProposed | AmendmentProposed


def consents(sitting: Sitting) -> tuple[int, ...]:
    """The seats whose consent a correction needs: those across from the asker, both where he holds none.

    In a campaign both OAC consent to what a GoW asks. Who holds every seat agrees with himself.
    """
    game = sitting.game
    every = tuple(seat.number for seat in game.seats)
    if sitting.is_gow:
        return every
    held = {seat.number for seat in game.seats_of(sitting.actor)}
    return tuple(number for number in every if number not in held) or every[-1:]


def proposed(
    sitting: Sitting,
    called: RulingCalled,
    proposal: Proposal,
    reason: str,
    inputs: Object,
    so_far: tuple[Event, ...] = (),
    answers: int = 0,
) -> Draft:
    """The entry that asks the seats of `proposal.consents`, and shows what would change.

    Raises Refused `proposed` where another proposal for one of its entries is open.
    """
    if not answers:
        _require_only_one(sitting, proposal.voids)
    what = VOID if isinstance(proposal, VoidProposed) else AMEND
    asked = QuestionAsked(
        what,
        f"#{proposal.of}",
        (AGREE, REFUSE, WITHDRAW),
        (),
        proposal.consents[0],
        sides(sitting, proposal.consents),
        (),
        of_rules(so_far),
    )
    return Draft(Kind.ASKED, (called, asked, proposal), inputs, answers=answers, reason=reason)


def decision(sitting: Sitting, entry: Entry, value: str) -> Draft | None:
    """The entry of a refusal, a withdrawal, or a consent that waits for another; None once all agree.

    Raises Refused `not_your_answer`, `changed_hands`.
    """
    called, _, proposal = read_proposal(entry)
    if value == WITHDRAW:
        require_proposer(sitting, entry)
        return Draft(Kind.DECLINED, (called, ProposalWithdrawn(proposal.of)), answers=entry.seq)
    awaited = awaited_of(sitting, proposal.consents)
    if not awaited and not (value == REFUSE and sitting.is_host):
        raise Refused("not_your_answer", f"This answer is {sides(sitting, proposal.consents)}'s.")
    if value == REFUSE:
        refusing = sides(sitting, awaited) or "the host"
        return Draft(Kind.DECLINED, (called, ProposalRefused(proposal.of, refusing)), answers=entry.seq)
    require_same_hands(sitting, first_of(sitting.tx, entry), awaited)
    left = tuple(number for number in proposal.consents if number not in awaited)
    if left:
        asked = replace(proposal, consents=left)
        so_far = read_proposal(entry)[1].so_far
        return proposed(sitting, called, asked, entry.reason, entry.inputs, so_far, entry.seq)
    return None


def require_current(entry: Entry, proposal: Proposal, plan: Plan) -> None:
    """Raise Refused `outdated` where other entries rest on it than when it was proposed."""
    since = sorted({*plan.voids, *plan.stays} - {*proposal.voids, *proposal.stays})
    if since or (plan.voids, plan.stays) != (proposal.voids, proposal.stays):
        what = f"{', '.join(f'#{seq}' for seq in since)} rests on it since" if since else "what rests on it"
        told = what if since else f"{what} changed since"
        raise Refused("outdated", f"#{entry.seq} is outdated: {told}. Refuse it; it can be proposed anew.")


def awaited_of(sitting: Sitting, consents: Iterable[int]) -> tuple[int, ...]:
    """Those of the seats whose consent is awaited that the caller holds."""
    held = {seat.number for seat in sitting.game.seats_of(sitting.actor)}
    return tuple(number for number in consents if number in held)


def sides(sitting: Sitting, seats: Iterable[int]) -> str:
    """The names of the sides of these seats."""
    return " and ".join(sitting.game.seat(number).side.name for number in seats)


def require_proposer(sitting: Sitting, entry: Entry) -> None:
    """Raise Refused `not_your_answer` unless the caller made the proposal that waits with `entry`."""
    if sitting.actor != first_of(sitting.tx, entry).actor:
        raise Refused("not_your_answer", "Only who proposed it may withdraw it.")


def read_proposal(entry: Entry) -> tuple[RulingCalled, QuestionAsked, Proposal]:
    """What an entry proposes. Raises DataError where it proposes nothing."""
    called, asked, proposal = read_events(entry.events[:3])
    if (
        isinstance(called, RulingCalled)
        and isinstance(asked, QuestionAsked)
        and isinstance(proposal, VoidProposed | AmendmentProposed)
    ):
        return called, asked, proposal
    raise DataError(f"#{entry.seq} proposes nothing")


def _require_only_one(sitting: Sitting, voids: Iterable[int]) -> None:
    for link in sitting.tx.open_questions(sitting.game.id):
        if is_proposal(link.entry):
            both = set(voids) & set(read_proposal(link.entry)[2].voids)
            if both:
                raise Refused(
                    "proposed",
                    f"#{link.entry.seq} proposes a correction of #{min(both)} already; it is answered first.",
                )
