"""A batch decided again on other strengths: the dice stay, the numbers are computed anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.events.correction import Changed
from bot.operations.amending import Made, Revise, Revised
from bot.operations.view import campaign_view, fitting
from bot.play.sitting import Sitting
from rules import konrad
from rules.given import Given
from rules.json import Json, Object, objects_in
from rules.konrad.read_rsu import read_rsu
from rules.konrad.rulings import COMBAT_CHECKS, RECOVERY, RETREAT
from rules.konrad.write_campaign import write_rsu
from rules.refusal import Refused

BATCHES = (COMBAT_CHECKS, RECOVERY, RETREAT)
BESIDE = ("category", "fatigue")


def corrected(wanted: str, strength: Mapping[str, int], changed: Mapping[str, str | int]) -> Revise:
    """The RSU of that name as it should have been; as it stands today where nothing is said of it.

    `strength` is present SP by kind. Raises Refused `not_gow`, `no_batch`, `no_unit`, `which_unit`, and as
    `read_rsu` does.
    """

    def revise(sitting: Sitting, made: Made) -> Revised:
        sitting.require_gow()
        if made.called.rule not in BATCHES:
            raise Refused("no_batch", f"#{made.entry.seq} is no batch of checks.")
        called = {one.piece: one.name for one in made.called.pieces}
        piece = fitting(called, wanted)
        before = _form(made.given, piece)
        after = _after(sitting, before, strength, changed)
        return Revised(
            made.called,
            _with(made.given, piece, after),
            made.entry.read,
            tuple(_changes(called[piece], before, after)),
        )

    return revise


def differing(made: Made, given: Object) -> Iterator[Changed]:
    """What another request of a batch says otherwise of each RSU, in words."""
    called = {one.piece: one.name for one in made.called.pieces}
    for dsu in objects_in(given.get("dsus")):
        for after in objects_in(dsu.get("rsus")):
            piece = str(after.get("id"))
            before = _form(made.given, piece)
            if before != after:
                yield from _changes(called[piece], before, after)


def _after(
    sitting: Sitting, before: Object, strength: Mapping[str, int], changed: Mapping[str, str | int]
) -> Object:
    if not strength and not changed:
        view = campaign_view(sitting)
        piece = before["id"]
        stands = [rsu for dsu in view.campaign.dsus for rsu in dsu.rsus if rsu.id == piece]
        if not stands:
            raise Refused("no_unit", "It is out of play; say what it had: leg, heavy, hard, fatigue.")
        form = write_rsu(stands[0])
        return {**before, **{key: form[key] for key in ("strength", *BESIDE)}}
    kinds = before["strength"]
    if not isinstance(kinds, Mapping):
        raise Refused("no_batch", "The batch tells no strength of it.")
    parts = {
        kind: {**part, "now": strength.get(kind, part["now"])} if isinstance(part, Mapping) else part
        for kind, part in kinds.items()
    }
    form = {**before, **changed, "strength": parts}
    return write_rsu(read_rsu(Given(form, "the RSU"), konrad.BOOK))


def _form(given: Object, piece: str) -> Object:
    for dsu in objects_in(given.get("dsus")):
        for rsu in objects_in(dsu.get("rsus")):
            if rsu.get("id") == piece:
                return rsu
    raise Refused("no_unit", "Name an RSU of the batch.")


def _with(given: Object, piece: str, after: Object) -> Object:
    """The request with this RSU in the place of what it was."""
    dsus: list[Json] = [
        {**dsu, "rsus": [after if rsu.get("id") == piece else rsu for rsu in objects_in(dsu.get("rsus"))]}
        for dsu in objects_in(given.get("dsus"))
    ]
    return {**given, "dsus": dsus}


def _changes(name: str, before: Object, after: Object) -> list[Changed]:
    was, then = read_rsu(Given(before), konrad.BOOK), read_rsu(Given(after), konrad.BOOK)
    changes = [
        Changed(f"{old.kind} SP of {name}", f"{old.now}/{old.full}", f"{new.now}/{new.full}")
        for old, new in zip(was.strength, then.strength, strict=True)
        if old != new
    ]
    return changes + [
        Changed(f"{key} of {name}", str(before.get(key)), str(after.get(key)))
        for key in BESIDE
        if before.get(key) != after.get(key)
    ]
