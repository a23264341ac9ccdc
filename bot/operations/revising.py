"""What players change in a ruling that was made: the options of its command, only those that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from bot.events.correction import Changed
from bot.events.table import CalledPiece
from bot.operations.amending import Made, Revise, Revised
from bot.operations.calling import REFUSE, called_pieces, require_own
from bot.operations.morale import ACCEPT
from bot.operations.ruling import answered
from bot.operations.single import require_leader_chosen
from bot.operations.targets import one_unit
from bot.play.sitting import Sitting
from bot.store.rows import PieceRow
from bot.words import names, spoken, wording
from rules.asl.request import FACTS, HARDEN, STRUCK
from rules.json import Json, Object, object_in, objects_in
from rules.refusal import Refused

NOBODY = "none"
TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


class Amendment(Struct, frozen=True):
    """Inputs as they should have been; what is None or empty stays.

    `also` and `without` name units more and less; `others` are further inputs by name, such as `terrain`.
    """

    result: str | None = None
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    facts: Object = field(default_factory=dict)
    harden: str | None = None
    leader: str | None = None
    others: Mapping[str, str] = field(default_factory=dict)


def revised(amendment: Amendment) -> Revise:
    """Raises Refused `no_input` for an input that the ruling has no use for, or as `targets` does."""

    def revise(sitting: Sitting, made: Made) -> Revised:
        pieces, given = _with_units(sitting, made, amendment)
        title = made.called.title
        if amendment.result is not None:
            _require(made, "result")
            title = amendment.result if title == given["result"] else title
            given = {**given, "result": amendment.result}
        if amendment.facts:
            given = {**given, "facts": {**object_in(given.get("facts")), **amendment.facts}}
        if amendment.leader is not None:
            _require(made, "leader")
            given = {**given, "leader": _leader(amendment.leader, pieces)}
        if amendment.harden is not None:
            if amendment.harden == REFUSE:
                seat = sitting.game.seat(made.called.seat)
                require_own(sitting, seat, "may refuse Battle Hardening for its units", "A15.3")
            given = {**given, "choices": dict(_hardening(given, amendment.harden))}
        for key, text in amendment.others.items():
            given = _with_other(made, given, key, text)
        if given.get("leader") != made.given.get("leader"):
            require_leader_chosen(sitting, sitting.game.seat(made.called.seat))
        called = replace(made.called, title=title, pieces=pieces)
        read = tuple(str(unit["id"]) for unit in objects_in(given.get("units"))) or made.entry.read
        return Revised(called, given, read, tuple(differences(made, given, pieces)))

    return revise


def fact_revised(path: tuple[str, ...], value: Json) -> Revise:
    """Another answer to the question that put its answer at `path`."""

    def revise(sitting: Sitting, made: Made) -> Revised:
        given = answered(made.given, path, value)
        changes = tuple(differences(made, given, made.called.pieces))
        return Revised(made.called, given, made.entry.read, changes)

    return revise


def differences(made: Made, given: Object, pieces: Sequence[CalledPiece]) -> Iterator[Changed]:
    """What differs, in words; units by their names."""
    labels = {**_labels(made.called.pieces), **_labels(pieces)}
    for key in sorted({*made.given, *given}):
        was, becomes = made.given.get(key), given.get(key)
        # Of a moving stack those who are struck are the units that a player named.
        if was == becomes or (key == "units" and STRUCK in given):
            continue
        if isinstance(was, Mapping) and isinstance(becomes, Mapping):
            for inner in sorted({*was, *becomes}):
                if was.get(inner) != becomes.get(inner):
                    yield Changed(
                        _what(inner, labels), _said(was.get(inner), labels), _said(becomes.get(inner), labels)
                    )
        else:
            yield Changed(_what(key, labels), _said(was, labels), _said(becomes, labels))


def read_others(typed: str) -> Mapping[str, str]:
    """`terrain=building, first_mmc=yes` by name. Raises Refused `bad_input`."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", typed))):
        key, _, value = (word.strip() for word in part.partition("="))
        if not key or not value:
            raise Refused(
                "bad_input", f"{names.spoken(part)} is no input; write name=value, such as terrain=building."
            )
        found[key.casefold().replace(" ", "_")] = value
    return found


def _with_units(sitting: Sitting, made: Made, amendment: Amendment) -> tuple[tuple[CalledPiece, ...], Object]:
    given, pieces = made.given, made.called.pieces
    if not amendment.also and not amendment.without:
        return pieces, given
    _require(made, "units")
    gone = {_called(name, pieces).piece for name in amendment.without}
    rows = tuple(_addable(sitting, made, name) for name in amendment.also)
    kept = [unit for unit in objects_in(given.get("units")) if unit["id"] not in gone]
    units: list[Json] = sorted([*kept, *(row.state for row in rows)], key=_by_id)
    choices = {
        key: value
        for key, value in object_in(given.get("choices")).items()
        if key.removeprefix(HARDEN) not in gone
    }
    standing = (*(piece for piece in pieces if piece.piece not in gone), *called_pieces(rows))
    revised: Object = {**given, "units": units, "choices": choices}
    named = given.get(STRUCK)
    if isinstance(named, list):
        struck = [*(piece for piece in named if piece not in gone), *(row.id for row in rows)]
        revised = {**revised, STRUCK: struck}
    return standing, revised


def _addable(sitting: Sitting, made: Made, name: str) -> PieceRow:
    """A unit of the same side and location that stands as it did when the ruling was made."""
    side = sitting.game.seat(made.called.seat).side.name
    row = one_unit(sitting, name, made.called.location or None, side)
    if any(piece.piece == row.id for piece in made.called.pieces):
        raise Refused("twice", f"{names.spoken(name)} is in #{made.entry.seq} already.")
    if row.seq > made.entry.seq:
        raise Refused(
            "changed_since", f"{names.spoken(name)} was changed by #{row.seq} since; undo that, or let it be."
        )
    return row


def _called(name: str, pieces: Sequence[CalledPiece]) -> CalledPiece:
    folded = names.kept(name).casefold()
    for piece in pieces:
        whole = f"{piece.counter} {piece.name}".casefold()
        if folded in (piece.name.casefold(), whole, f"#{piece.piece}"):
            return piece
    there = ", ".join(names.plain(f"{piece.counter} {names.shown(piece.name)}".strip()) for piece in pieces)
    raise Refused("no_unit", f"{names.spoken(name)} is not among {there}.")


def _leader(name: str, pieces: Sequence[CalledPiece]) -> str:
    return "" if name.casefold().strip() == NOBODY else _called(name, pieces).piece


def _hardening(given: Object, harden: str) -> Iterator[tuple[str, Json]]:
    for key, value in object_in(given.get("choices")).items():
        if not key.startswith(HARDEN):
            yield key, value
    for unit in objects_in(given.get("units")) if harden != ACCEPT else ():
        yield f"{HARDEN}{unit['id']}", harden


def _with_other(made: Made, given: Object, key: str, text: str) -> Object:
    if key in FACTS:
        return {**given, "facts": {**object_in(given.get("facts")), key: _value(text)}}
    _require(made, key)
    was = given[key]
    return {**given, key: text.split() if isinstance(was, list) else _value(text)}


def _value(text: str) -> Json:
    folded = text.casefold()
    if folded in TRUTHS:
        return TRUTHS[folded]
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _require(made: Made, key: str) -> None:
    if key not in made.given:
        known = ", ".join(sorted((*made.given.keys(), *FACTS)))
        raise Refused("no_input", f"#{made.entry.seq} has no {names.spoken(key)}; it has {known}.")


def _what(key: str, labels: spoken.Spoken) -> str:
    if key.startswith(HARDEN):
        return f"Battle Hardening of {labels.get(key.removeprefix(HARDEN), key)}"
    return "units" if key == STRUCK else key.replace("_", " ")


def _said(value: Json, labels: spoken.Spoken) -> str:
    match value:
        case None | "" | []:
            return NOBODY
        case bool():
            return wording.option(value).casefold()
        case list():
            ids = (item.get("id") if isinstance(item, dict) else item for item in value)
            return ", ".join(labels.get(str(id_), str(id_)) for id_ in ids)
        case _:
            return labels.get(str(value), str(value))


def _labels(pieces: Sequence[CalledPiece]) -> dict[str, str]:
    return {piece.piece: f"{piece.counter} {names.shown(piece.name)}".strip() for piece in pieces}


def _by_id(unit: Json) -> tuple[int, str]:
    id_ = str(unit.get("id")) if isinstance(unit, dict) else ""
    return len(id_), id_
