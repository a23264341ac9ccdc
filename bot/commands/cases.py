"""Numbered cases: what the rules give, held against what the case expects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from bot.commands.resolve import read_line, recorded, ruled
from rules.answers import Asks
from rules.dice import LeftOverDice, MissingDie
from rules.given import Given, refuse
from rules.json import Json, Object
from rules.refusal import Refused

SETS = ("gone", "shattered", "destroyed", "recovered", "disbanded", "left_play")
NAMED_ONLY = ("now", "lost", "lost_in_consolidation", "numbers")
NONE_IS_0 = ("lost", "lost_in_consolidation")
WHERE_NAMED = ("class", "trait")
"""what a unit says besides, compared only where the expected one says it"""


class Verdict(Struct, frozen=True):
    """How a case came out; `wrong` says what differs, "" where nothing does."""

    id: str
    wrong: str


def read_cases(path: Path) -> Iterator[Object]:
    """The cases of a file. Raises Refused with the line where one cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise Refused("bad_json", f"{path} is no UTF-8: {error}.") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = read_line(line)
        except (ValueError, RecursionError) as error:
            raise Refused("bad_json", f"{path}:{number} is no JSON: {error}.") from error
        if not isinstance(case, dict):
            raise Refused("bad_json", f"{path}:{number} needs an object.")
        yield case


def judge(case: Object) -> Verdict:
    """Apply the rule to a case's inputs and dice, and compare what it expects."""
    form = Given(case, "case")
    id_ = _id(form)
    expect = form.raw("expect")
    if not isinstance(expect, Mapping):
        return Verdict(id_, "expect: needs an object")
    try:
        result = _result(form.text("rule"), form.raw("given"), form.raw("dice"))
    except (MissingDie, LeftOverDice) as refused:
        return Verdict(id_, refused.message)
    except Refused as refused:
        wanted = expect.get("refused") is True
        return Verdict(id_, "" if wanted else f"refused: {refused.message}")
    return Verdict(id_, "; ".join(_differences(expect, result)))


def _id(form: Given) -> str:
    """A number or whatever else stands there as it is written. Raises Refused where nothing does."""
    id_ = form.raw("id")
    if id_ is None:
        raise refuse("missing_key", form.where, "id is missing")
    return id_ if isinstance(id_, str) else json.dumps(id_)


def _result(rule: str, given: Json, dice: Json) -> Object:
    thrown = recorded(dice)
    try:
        return ruled(rule, given, thrown).result
    except Asks as asks:
        thrown.require_all_used()
        question = asks.question
        return {"asks": question.what, "of": question.of, "options": list(question.options)}


def _differences(expect: Object, result: Object) -> Iterator[str]:
    for key, wanted in expect.items():
        found = result.get(key, _nothing(key))
        if not _same(key, wanted, found):
            yield f"{key}: expected {json.dumps(wanted)}, got {json.dumps(found)}"


def _nothing(key: str) -> Json:
    return [] if key in SETS else None


def _same(key: str, wanted: Json, found: Json) -> bool:
    if key == "units" and isinstance(wanted, Sequence) and isinstance(found, Sequence):
        return _units(wanted) == _units(_as_named(wanted, found))
    if key in SETS and isinstance(wanted, Sequence) and isinstance(found, Sequence):
        return sorted(map(str, wanted)) == sorted(map(str, found))
    if key in NAMED_ONLY and isinstance(found, Mapping):
        if isinstance(wanted, Mapping):
            missing = 0 if key in NONE_IS_0 else None
            return all(found.get(id_, missing) == value for id_, value in wanted.items())
        # One number for several RSUs is what they lost together.
        return key in NONE_IS_0 and wanted == sum(sp for sp in found.values() if isinstance(sp, int))
    return wanted == found


def _as_named(wanted: Sequence[Json], found: Sequence[Json]) -> list[Json]:
    """The units found, with class and trait only where the expected one of their id names them."""
    named = {(_key(unit), key) for unit in wanted if isinstance(unit, Mapping) for key in unit}
    return [
        {key: value for key, value in unit.items() if key not in WHERE_NAMED or (_key(unit), key) in named}
        if isinstance(unit, Mapping)
        else unit
        for unit in found
    ]


def _key(unit: Mapping[str, Json]) -> str:
    return f"from {unit['from']}" if "from" in unit else str(unit.get("id"))


def _units(units: Iterable[Json]) -> list[str]:
    """Each unit as one text, its states sorted; one that came from another has no id of its own."""
    forms = []
    for unit in units:
        if isinstance(unit, Mapping):
            states = unit.get("is")
            form = {key: value for key, value in unit.items() if not (key == "id" and "from" in unit)}
            form["is"] = sorted(map(str, states)) if isinstance(states, list | tuple) else []
            forms.append(json.dumps(form, sort_keys=True))
    return sorted(forms)
