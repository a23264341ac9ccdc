"""Rulings on one unit of the roster, with the others of its side in its location."""

from __future__ import annotations

from msgspec import Struct, field

from bot.operations.attempts import is_first_mmc, require_attempt, require_self_rally
from bot.operations.calling import Build, Call, require_own
from bot.operations.circumstances import circumstances
from bot.operations.outlook import only_leader
from bot.operations.targets import Target, companions, is_broken, one_unit, targets
from bot.operations.thrown import require_thrown
from bot.play.game import Seat
from bot.play.sitting import Sitting
from bot.store.rows import PieceRow
from rules.json import Object


class One(Struct, frozen=True):
    """A unit as a player names it; `facts` and `typed` as an attack takes them."""

    unit: str
    location: str | None = None
    side: str | None = None
    facts: Object = field(default_factory=dict)
    typed: tuple[int, ...] | None = None


class Attempt(Struct, frozen=True):
    """How a rally is tried: by which leader (None: a Self-Rally, or he is asked for), in what terrain."""

    leader: str | None = None
    terrain: str | None = None
    first_mmc: bool = False


def rally(one: One, attempt: Attempt) -> Build:
    """An attempt to rally, led by a leader of its location or as a Self-Rally (A10.6); the only one who can
    need not be named.

    Raises Refused `wrong_phase`, `tried_already`, `not_first` or `no_self_rally` where the sequence of play
    forbids it,
    `not_yours` where the other side names the leader.
    """

    def build(sitting: Sitting) -> Call:
        row = one_unit(sitting, one.unit, one.location, one.side, is_broken)
        if attempt.leader is not None:
            require_leader_chosen(sitting, sitting.game.seat(row.seat))
        require_attempt(sitting, row)
        led = (
            only_leader(sitting.game, row, companions(sitting, row))
            if attempt.leader is None
            else _beside(sitting, row, attempt.leader).id
        )
        first = is_first_mmc(sitting, row, attempt.first_mmc)
        if not led:
            require_self_rally(sitting, row, first, companions(sitting, row))
        more: Object = {
            "leader": led,
            "terrain": [] if attempt.terrain is None else [attempt.terrain],
            "first_mmc": first,
        }
        return _call(sitting, one, row, "asl.rally", "Rally", more)

    return build


def require_leader_chosen(sitting: Sitting, seat: Seat) -> None:
    """Raise Refused `not_yours` unless the caller holds the seat, which chooses among its leaders."""
    require_own(sitting, seat, "chooses who leads its rally; leave leader out, and it is asked", "A10.6")


def heat_of_battle(one: One) -> Build:
    """Heat of Battle for a unit whose Original 2 fell elsewhere (A15.1)."""
    return lambda sitting: _call(sitting, one, _row(sitting, one), "asl.heat_of_battle", "HoB", {})


def wound(one: One, *, casualty: bool) -> Build:
    """A SMC is wounded; `casualty` where an Original 12 did it (A17.1)."""

    def build(sitting: Sitting) -> Call:
        return _call(sitting, one, _row(sitting, one), "asl.wound", "Wound", {"casualty": casualty})

    return build


def break_voluntarily(one: One) -> Build:
    """A unit breaks of its owner's will, which he alone may say (A10.41)."""

    def build(sitting: Sitting) -> Call:
        mine = {seat.number for seat in sitting.seats}
        row = one_unit(sitting, one.unit, one.location, one.side, lambda unit: unit.seat in mine)
        require_own(sitting, sitting.game.seat(row.seat), "may break its units of its own will", "A10.41")
        return _call(sitting, one, row, "asl.break_voluntarily", "Voluntary break", {})

    return build


def ammunition_shortage(one: One) -> Build:
    """A MMC that fired an Original 12 is Replaced after the attack (A19.131)."""

    def build(sitting: Sitting) -> Call:
        row = _row(sitting, one)
        return _call(sitting, one, row, "asl.ammunition_shortage", "Ammunition Shortage", {})

    return build


class Volley(Struct, frozen=True):
    """Who fires FPF; `thrown` is their IFT DR, coloured then white, where it has fallen already."""

    target: Target
    thrown: tuple[int, ...] | None = None
    facts: Object = field(default_factory=dict)
    typed: tuple[int, ...] | None = None


def fpf(volley: Volley) -> Build:
    """The firers of Final Protective Fire check morale on their own DR (A8.31)."""

    def build(sitting: Sitting) -> Call:
        firers = targets(sitting, volley.target)
        more: Object = {"firers": [row.id for row in firers]}
        if volley.thrown is not None:
            require_thrown(sitting, firers[0].seat, volley.thrown)
            more = {**more, "dr": list(volley.thrown)}
        one = One("", facts=volley.facts, typed=volley.typed)
        return _located(sitting, one, firers[0], "asl.fpf", "FPF", more)

    return build


def _row(sitting: Sitting, one: One) -> PieceRow:
    return one_unit(sitting, one.unit, one.location, one.side)


def _beside(sitting: Sitting, row: PieceRow, name: str) -> PieceRow:
    """The unit of that name on the same side and in the same location."""
    return one_unit(sitting, name, row.location, sitting.game.seat(row.seat).side.name)


def _call(sitting: Sitting, one: One, row: PieceRow, rule: str, title: str, more: Object) -> Call:
    return _located(sitting, one, row, rule, title, {"unit": row.id, **more})


def _located(sitting: Sitting, one: One, row: PieceRow, rule: str, title: str, more: Object) -> Call:
    seat = sitting.game.seat(row.seat)
    rows = companions(sitting, row)
    given = {
        **circumstances(sitting.game, seat, one.facts),
        "units": [other.state for other in rows],
        "choices": {},
        **more,
    }
    return Call(rule, title, seat, row.location, given, rows, typed=one.typed)
