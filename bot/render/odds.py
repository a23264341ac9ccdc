"""Odds as a small table: each end of each piece with its percentage and its exact chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from bot.render.pages import COLUMNS
from bot.words import names
from rules.asl.words import Flag, UnitType
from rules.json import Json, Object
from rules.naming import nation_name

WIDTH = 48
PHONE = COLUMNS
SHORT = 11
"""signs of an exact chance that a phone shows"""
RARE = "<0.1%"
EVENTS = {"leader_lost": "a leader is lost", "anyone_broken": "anyone breaks", "hero_made": "a hero is made"}
"""What happens to a Location as a whole; other happenings are said as they are named."""
SPOKEN: Mapping[str, Callable[[str], str]] = {
    "nation": nation_name,
    "type": lambda word: UnitType(word).spoken,
    "counter": str,
    "sector": str,
    "state": lambda word: word.replace("_", " "),
    "order": str,
}
"""What is said of an end, in this order, and how."""


def table(answer: Object) -> Iterator[str]:
    """A heading and its ends for each of `units`, then `events`, as `rules.odds.odds` gives them."""
    for unit, ends in _object(answer["units"]).items():
        yield names.columns(unit, WIDTH)
        for end in map(_object, _list(ends)):
            yield _line(_end(end), end["chance"])
    events = _object(answer["events"])
    if events:
        yield "events"
    for name, chance in events.items():
        yield _line(EVENTS.get(name, name.replace("_", " ")), chance)


def narrow(answer: Object, called: Mapping[str, str]) -> Iterator[str]:
    """The same for a phone: what happens in all, then the ends of each unit, units that end alike together.

    Exact chances stand where they are short; ends below 0.05 % are one line. `called` names the pieces.
    """
    for heads, ends in _sections(answer, called):
        for place, head in enumerate(heads):
            yield names.columns(head if place == len(heads) - 1 else f"{head},", PHONE)
        rare = [chance for what, chance in ends if percent(chance) == RARE]
        for what, chance in ends:
            if len(rare) < 2 or percent(chance) != RARE:
                line = f"{percent(chance):>6} {what}"
                exact = f"{line} {chance}"
                short = len(str(chance)) <= SHORT and len(exact) <= PHONE
                yield exact if short else names.columns(line, PHONE)
        if len(rare) > 1:
            yield f"{percent(sum(rare, Fraction())):>6} one of {len(rare)} rare ends"


def exactly(answer: Object, called: Mapping[str, str]) -> Iterator[str]:
    """The same for a file: every end with its percentage and its exact chance."""
    for heads, ends in _sections(answer, called):
        yield ", ".join(heads)
        yield from (f"{percent(chance):>6} {what} {chance}" for what, chance in ends)


def _sections(
    answer: Object, called: Mapping[str, str]
) -> Iterator[tuple[list[str], list[tuple[str, Fraction]]]]:
    """Headings with ends in words and their chances.

    What a unit stays (its nationality and type) is not said, nor are those to whom nothing can happen.
    """
    events = [*_happenings(_object(answer["events"]), called)]
    if events:
        yield ["in all"], events
    ways = {unit: [*map(_object, _list(ends))] for unit, ends in _object(answer["units"]).items()}
    uncertain = any(len(listed) > 1 for listed in ways.values())
    alike: dict[tuple[tuple[str, Fraction], ...], list[str]] = {}
    for unit, listed in ways.items():
        if not uncertain or len(listed) > 1:
            alike.setdefault(tuple(_ways(unit, listed, called)), []).append(called.get(unit, unit))
    for ends, heads in alike.items():
        yield heads, [*ends]


def _happenings(events: Object, called: Mapping[str, str]) -> Iterator[tuple[str, Fraction]]:
    for name, chance in events.items():
        what, _, piece = name.partition(":")
        said = EVENTS.get(what, what.replace("_", " "))
        yield f"{said} {called.get(piece, piece)}".strip(), Fraction(str(chance))


def _ways(unit: str, listed: Sequence[Object], called: Mapping[str, str]) -> Iterator[tuple[str, Fraction]]:
    known = next((end for end in listed if "nation" in end), {})
    for end in listed:
        told = {key: end[key] for key in end if key not in ("nation", "type") or end[key] != known.get(key)}
        if told.get("of") == unit:
            del told["of"]
        elif "of" in told:
            told["of"] = called.get(str(told["of"]), told["of"])
        yield _end(told), Fraction(str(end["chance"]))


def percent(chance: Fraction) -> str:
    """One decimal, rounded half up; never 0.0 or 100.0 of what is not certain."""
    tenths = (chance * 1000 + Fraction(1, 2)) // 1
    if chance > 0 and tenths == 0:
        return RARE
    if chance < 1 and tenths == 1000:
        return ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def _line(what: str, chance: Json) -> str:
    return f"  {names.columns(what, WIDTH):{WIDTH}} {percent(Fraction(str(chance))):>6}  {chance}"


def _end(end: Object) -> str:
    """One way a piece can end; what came out of it stands behind it."""
    if "asks" in end:
        of = f" of {end['of']}" if "of" in end else ""
        return f"asks {end['asks']}{of}".replace("_", " ")
    born = (_standing(_object(other)) for other in _list(end.get("from", ())))
    return " + ".join((_standing(end), *born))


def _standing(end: Object) -> str:
    if end.get("gone"):
        return "gone"
    told = [SPOKEN[key](str(end[key])) for key in SPOKEN if end.get(key)]
    shown = " ".join((*told, *(Flag(str(flag)).spoken for flag in _list(end.get("is", ())))))
    return f"{shown} {end['total']} SP" if "total" in end else shown


def _object(value: Json) -> Object:
    assert isinstance(value, Mapping), "odds are objects of objects"
    return value


def _list(value: Json) -> Sequence[Json]:
    assert isinstance(value, Sequence), "the ends of a piece are a list"
    return value
