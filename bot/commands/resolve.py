"""Single requests answered as the numbered cases write them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isinf
from typing import NoReturn

from msgspec import Struct

from bot.events.codecs import EVENTS, of_asl, of_konrad
from bot.render import asl, konrad
from bot.render.block import Block
from rules.answers import Asks, Question
from rules.dice import Dice, RecordedDice
from rules.event import Event
from rules.given import Given, show
from rules.json import Json, Object
from rules.odds import odds
from rules.refusal import Refused
from rules.ruling import Ruling
from rules.rulings import ruling_named

Below = Callable[[int], int]


@dataclass
class RolledDice:
    """Dice rolled on the spot for a request that has none; `thrown` lists them by name."""

    below: Below = secrets.randbelow
    thrown: dict[str, Json] = field(default_factory=dict)

    def roll(self, name: str, count: int, sides: int) -> tuple[int, ...]:
        faces = tuple(self.below(sides) + 1 for _ in range(count))
        self.thrown[name] = list(faces) if count > 1 else faces[0]
        return faces


class Request(Struct, frozen=True):
    """One request as it stands on its line; `dice` are as the line has them."""

    rule: str
    given: Json
    dice: Json
    rolls: bool


def answer_line(line: str, answer: Callable[[Request], Object]) -> Object:
    """The answer to one line of text, with the request's id; what is wrong or missing in it is said there.

    A line that is no JSON is refused like any other wrong request.
    """
    try:
        plain = read_line(line)
    except (ValueError, RecursionError) as error:
        return _refused(None, Refused("bad_json", f"The line is no JSON: {error}."))
    id_ = plain.get("id") if isinstance(plain, Mapping) else None
    try:
        return {"id": id_, **answer(_read(plain))}
    except Refused as refused:
        return _refused(id_, refused)
    except Asks as asks:
        return {"id": id_, "asks": _asked(asks.question)}


def read_line(line: str) -> Json:
    """Raises ValueError or RecursionError for what is no JSON, holds half a surrogate pair, or says a key of
    one object twice."""
    plain: Json = json.loads(
        line, object_pairs_hook=_each_key_once, parse_float=_finite, parse_constant=_no_number
    )
    _require_whole_pairs(plain)
    return plain


def resolve(request: Request) -> Object:
    """The result of a request with its events and text, and the dice where they were rolled for it: those
    that fell before a question too, so that they can stay."""
    dice = RolledDice() if request.rolls else recorded(request.dice)
    try:
        ruling = ruled(request.rule, request.given, dice)
    except Asks as asks:
        if isinstance(dice, RolledDice):
            return {"asks": _asked(asks.question), "dice": dice.thrown}
        raise
    answer: dict[str, Json] = {
        "result": ruling.result,
        "events": [EVENTS.write(event) for event in ruling.events],
        "text": channel_lines(ruling.events),
    }
    if isinstance(dice, RolledDice):
        answer["dice"] = dice.thrown
    return answer


def chances(request: Request) -> Object:
    """Every way a request can end, with exact chances; dice that it has are left unused."""
    return odds(request.rule, given_object(request.given))


def ruled(name: str, given: Json, dice: Dice) -> Ruling:
    """The ruling of a plain request; recorded dice must all be used.

    Raises Refused `unknown_rule` besides what the rule raises.
    """
    rule = ruling_named(name)
    ruling = rule(given_object(given), dice)
    if isinstance(dice, RecordedDice):
        dice.require_all_used()
    return ruling


def given_object(given: Json) -> Object:
    """Raises Refused `bad_value` for inputs that are no object."""
    if not isinstance(given, Mapping):
        raise Refused("bad_value", f"given: needs an object, not {show(given)}.")
    return given


def recorded(dice: Json) -> RecordedDice:
    """The dice of a request: `[coloured, white]` or one number by name. Raises Refused `bad_dice`."""
    if dice is None:
        return RecordedDice({})
    if not isinstance(dice, Mapping):
        raise Refused("bad_dice", f"dice: needs an object of dice by name, not {show(dice)}.")
    return RecordedDice({name: _faces(name, thrown) for name, thrown in dice.items()})


def channel_lines(events: tuple[Event, ...]) -> list[Json]:
    """The lines that a channel would show, each piece by its id."""
    lines: list[Json] = []
    for block in _blocks(events):
        lines += (block.heading, *block.lines)
    return lines


def _blocks(events: tuple[Event, ...]) -> tuple[Block, ...]:
    return (*asl.blocks(of_asl(events), {}), *konrad.blocks(of_konrad(events), {}))


def _read(plain: Json) -> Request:
    form = Given(plain, "request")
    for comment in ("id", "cite", "why"):
        form.raw(comment)
    rule, given = form.text("rule"), form.raw("given")
    dice = form.raw("dice")
    rolls = form.flag("roll", False) and dice in (None, {})
    form.done()
    return Request(rule, given, dice, rolls)


def _asked(question: Question) -> Object:
    return {"what": question.what, "of": question.of, "options": list(question.options)}


def _each_key_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {show(twice)} stands twice in one object")
    return found


def _require_whole_pairs(plain: Json) -> None:
    try:
        json.dumps(plain, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("half a surrogate pair is no character") from None


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise ValueError(f"{digits} is too large a number")
    return number


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _faces(name: str, thrown: Json) -> tuple[int, ...]:
    faces = thrown if isinstance(thrown, list) else [thrown]
    alone = isinstance(thrown, list) and len(thrown) < 2
    if alone or not all(type(face) is int for face in faces):
        wrong = f"needs a number, or [coloured, white], not {show(thrown)}"
        raise Refused("bad_dice", f"dice.{name}: {wrong}.")
    return tuple(face for face in faces if isinstance(face, int))


def _refused(id_: Json, refused: Refused) -> Object:
    return {
        "id": id_,
        "refused": {"code": refused.code, "message": refused.message, "cite": refused.cite},
    }
