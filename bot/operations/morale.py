"""Calling a morale check on units of the roster."""

from __future__ import annotations

from msgspec import Struct, field

from bot.operations.calling import REFUSE, Call, calling, require_own
from bot.operations.circumstances import circumstances
from bot.operations.targets import Target, companions, targets
from bot.play.finding import states
from bot.play.sitting import Operation, Sitting
from bot.store.rows import PieceRow
from rules.asl.request import STRUCK
from rules.asl.unit import LEADERS
from rules.asl.words import Flag
from rules.json import Object
from rules.refusal import Refused

ATTACK = "asl.attack"
ACCEPT = "accept"


class Attack(Struct, frozen=True):
    """A result of the IFT on everybody of a side in a location, or on the units named.

    `facts` and `choices` as the request takes them; `typed` are faces rolled elsewhere, in the order asked.
    """

    result: str
    location: str | None = None
    units: tuple[str, ...] = ()
    side: str | None = None
    facts: Object = field(default_factory=dict)
    harden: str = ACCEPT
    typed: tuple[int, ...] | None = None


def morale_check(attack: Attack) -> Operation:
    """Any player of the game may call it; what is the owner's choice must come from the owner."""
    return calling(lambda sitting: attack_on(sitting, attack))


def attack_on(sitting: Sitting, attack: Attack) -> Call:
    """The call of an attack, its units found on the roster. Raises Refused as `targets` does, and `no_target`
    where all in the location have surrendered: prisoners are struck only where they are named."""
    rows = targets(sitting, Target(attack.location, attack.units, attack.side))
    if not attack.units:
        rows = tuple(row for row in rows if Flag.SURRENDERED not in states(row))
    if not rows:
        raise Refused(
            "no_target", "All units there have surrendered; name those that are attacked.", "A20.21"
        )
    seat = sitting.game.seat(rows[0].seat)
    if attack.harden == REFUSE:
        require_own(sitting, seat, "may refuse Battle Hardening for its units", "A15.3")
    there = (*rows, *(_concerned(sitting, rows) if attack.units else ()))
    choices: Object = {} if attack.harden == ACCEPT else {f"harden:{row.id}": attack.harden for row in there}
    given: Object = {
        **circumstances(sitting.game, seat, attack.facts),
        "result": attack.result,
        "units": [row.state for row in there],
        "choices": choices,
    }
    if len(there) > len(rows):
        given = {**given, STRUCK: [row.id for row in rows]}
    return Call(ATTACK, attack.result, seat, rows[0].location, given, there, typed=attack.typed)


def _concerned(sitting: Sitting, struck: tuple[PieceRow, ...]) -> tuple[PieceRow, ...]:
    """Who else of the Location the attack concerns: leaders, and all where a leader is struck (A10.2)."""
    ids = {row.id for row in struck}
    others = tuple(
        row
        for row in companions(sitting, struck[0])
        if row.id not in ids and Flag.SURRENDERED not in states(row)
    )
    return others if any(map(_is_leader, struck)) else tuple(filter(_is_leader, others))


def _is_leader(row: PieceRow) -> bool:
    return row.state.get("type") in LEADERS
