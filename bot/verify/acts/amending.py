"""Corrections told again: what was struck, and the request in whose place another one stands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.events.correction import Amended, AmendmentProposed, Changed, Voided, VoidProposed
from bot.events.table import RulingCalled
from bot.operations.amending import Made, Revised, amend
from bot.operations.amending_batch import BATCHES, differing
from bot.operations.calling import REFUSE, called_pieces, require_own
from bot.operations.correcting import Resting
from bot.operations.pressing import hardening_refused
from bot.operations.revising import differences
from bot.operations.single import require_leader_chosen
from bot.operations.undoing import undo
from bot.play.sitting import Operation, Sitting
from bot.verify.acts.entry import Retold, items_of, no_act
from rules.asl.request import HARDEN
from rules.json import Json, Object, object_in


def undone(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    strikes: list[Voided | VoidProposed] = [*told.all(Voided), *told.all(VoidProposed)]
    if len(strikes) != 1:
        raise no_act("it strikes nothing")
    strike = strikes[0]
    return undo(strike.of, told.entry.reason, Resting(frozenset(strike.stays)))


def amended(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    strikes: list[Amended | AmendmentProposed] = [*told.all(Amended), *told.all(AmendmentProposed)]
    if len(strikes) != 1:
        raise no_act("it stands in the place of nothing")
    strike = strikes[0]

    def revise(sitting: Sitting, made: Made) -> Revised:
        given = told.given
        _require_as_they_stood(sitting, made, given)
        _require_own_choices(sitting, made, given)
        called = _called(sitting, made, given, told.one(RulingCalled))
        read = tuple(_ids(given)) if made.called.rule not in BATCHES else made.entry.read
        return Revised(called, given, read or made.entry.read, _changed(made, called, given, strike.changed))

    return amend(strike.of, told.entry.reason, Resting(frozenset(strike.stays)), revise)


def _called(sitting: Sitting, made: Made, given: Object, recorded: RulingCalled) -> RulingCalled:
    """The call as it was, with another title or other units where the request has them."""
    was, units = set(_ids(made.given)), set(_ids(given))
    if made.called.rule in BATCHES or was == units == set():
        return made.called
    kept = tuple(piece for piece in made.called.pieces if piece.piece in units or piece.piece not in was)
    rows = {row.id: row for row in sitting.tx.pieces(sitting.game.id)}
    more = [piece.piece for piece in recorded.pieces if piece.piece in units - was and piece.piece in rows]
    result, title = given.get("result"), made.called.title
    if isinstance(result, str) and title == made.given.get("result"):
        title = result
    return replace(made.called, title=title, pieces=(*kept, *called_pieces([rows[piece] for piece in more])))


def _changed(
    made: Made, called: RulingCalled, given: Object, recorded: tuple[Changed, ...]
) -> tuple[Changed, ...]:
    """What differs, in the words of whatever asked for it."""
    if made.called.rule in BATCHES:
        return tuple(differing(made, given))
    words = tuple(differences(made, given, called.pieces))
    before, after = _choices(made.given), _choices(given)
    refused = [key.removeprefix(HARDEN) for key in after if after[key] != before.get(key)]
    pressed = (hardening_refused(made, refused[0]),) if len(refused) == 1 else ()
    return pressed if pressed and recorded == pressed else words


def _choices(given: Object) -> Object:
    return object_in(given.get("choices"))


def _require_as_they_stood(sitting: Sitting, made: Made, given: Object) -> None:
    """Units keep the state in which the ruling found them; one that comes to it has that of the roster."""
    if made.called.rule in BATCHES:
        return
    was = {str(unit.get("id")): unit for unit in _units(made.given)}
    stands = {row.id: row.state for row in sitting.tx.pieces(sitting.game.id)}
    for unit in _units(given):
        piece = str(unit.get("id"))
        if unit != was.get(piece, stands.get(piece)):
            raise no_act(f"it finds #{piece} in a state in which it did not stand")


def _require_own_choices(sitting: Sitting, made: Made, given: Object) -> None:
    """What only the owner of the units may choose comes from him, when it is proposed."""
    if made.called.seat and given.get("leader") != made.given.get("leader"):
        require_leader_chosen(sitting, sitting.game.seat(made.called.seat))
    before, after = _choices(made.given), _choices(given)
    if any(before.get(key) != REFUSE == after[key] for key in after):
        seat = sitting.game.seat(made.called.seat)
        require_own(sitting, seat, "may refuse Battle Hardening for its units", "A15.3")


def _units(given: Object) -> Iterator[Object]:
    units: Json = given.get("units")
    for unit in items_of(units) if units is not None else ():
        if isinstance(unit, dict):
            yield unit


def _ids(given: Object) -> Iterator[str]:
    return (str(unit.get("id")) for unit in _units(given))
