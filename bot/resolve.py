"""Single requests answered as the numbered cases write them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.codecs import EVENTS, of_asl, of_konrad
from bot.render import asl, konrad
from bot.render.block import Block
from rules.answers import Asks
from rules.dice import Dice, RecordedDice
from rules.event import Event
from rules.given import Given, show
from rules.json import Json, Object
from rules.refusal import Refused
from rules.ruling import Ruling
from rules.rulings import RULINGS

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


def resolve_line(line: str) -> Object:
    """The answer to one line of text; one that is no JSON is refused like any other wrong request."""
    try:
        request: Json = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _refused(None, Refused("bad_json", f"The line is no JSON: {error}."))
    return resolve(request)


def resolve(request: Json) -> Object:
    """The answer to one request: a result with events and text, a refusal, or a question."""
    id_ = request.get("id") if isinstance(request, Mapping) else None
    try:
        form = Given(request, "request")
        form.raw("id")
        for comment in ("cite", "why"):
            form.raw(comment)
        name = form.text("rule")
        given = form.raw("given")
        rolls = form.flag("roll", False) and not form.has("dice")
        given_dice = form.raw("dice")
        form.done()
        dice = RolledDice() if rolls else recorded(given_dice)
        ruling = ruled(name, given, dice)
    except Refused as refused:
        return _refused(id_, refused)
    except Asks as asks:
        question = asks.question
        asked: dict[str, Json] = {"what": question.what, "of": question.of, "options": list(question.options)}
        return {"id": id_, "asks": asked}
    answer: dict[str, Json] = {
        "id": id_,
        "result": ruling.result,
        "events": [EVENTS.write(event) for event in ruling.events],
        "text": told(ruling.events),
    }
    if isinstance(dice, RolledDice):
        answer["dice"] = dice.thrown
    return answer


def ruled(name: str, given: Json, dice: Dice) -> Ruling:
    """The ruling of a plain request; recorded dice must all be used.

    Raises Refused `unknown_rule` besides what the rule raises.
    """
    rule = RULINGS.get(name)
    if rule is None:
        raise Refused("unknown_rule", f"{show(name)} is no ruling; there are {', '.join(sorted(RULINGS))}.")
    if not isinstance(given, Mapping):
        raise Refused("bad_value", f"given: needs an object, not {show(given)}.")
    ruling = rule(given, dice)
    if isinstance(dice, RecordedDice):
        dice.require_all_used()
    return ruling


def recorded(dice: Json) -> RecordedDice:
    """The dice of a request: `[coloured, white]` or one number by name. Raises Refused `bad_dice`."""
    if dice is None:
        return RecordedDice({})
    if not isinstance(dice, Mapping):
        raise Refused("bad_dice", f"dice: needs an object of dice by name, not {show(dice)}.")
    return RecordedDice({name: _faces(name, thrown) for name, thrown in dice.items()})


def told(events: tuple[Event, ...]) -> list[Json]:
    """The lines that a channel would show, each piece by its id."""
    lines: list[Json] = []
    for block in _blocks(events):
        lines += (block.heading, *block.lines)
    return lines


def _blocks(events: tuple[Event, ...]) -> tuple[Block, ...]:
    return (*asl.blocks(of_asl(events), {}), *konrad.blocks(of_konrad(events), {}))


def _faces(name: str, thrown: Json) -> tuple[int, ...]:
    faces = thrown if isinstance(thrown, list) else [thrown]
    if not all(type(face) is int for face in faces):
        raise Refused("bad_dice", f"dice.{name}: needs a number or a list of numbers, not {show(thrown)}.")
    return tuple(face for face in faces if isinstance(face, int))


def _refused(id_: Json, refused: Refused) -> Object:
    return {
        "id": id_,
        "refused": {"code": refused.code, "message": refused.message, "cite": refused.cite},
    }
