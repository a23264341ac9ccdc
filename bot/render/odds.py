"""Odds as a small table: each end of each piece with its percentage and its exact chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from bot import names
from bot.render.pages import COLUMNS
from rules.json import Json, Object

WIDTH = 48
PHONE = COLUMNS
EVENTS = {"leader_lost": "a leader is lost", "anyone_broken": "anyone breaks", "hero_made": "a hero is made"}
"""What happens to a Location as a whole; other happenings are said as they are named."""


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
    """The same for a phone: the percentage before each end, its exact chance below where there is no room.

    `called` names the pieces; what a unit stays (its nationality and type) is not said again, nor are those
    to whom nothing can happen. Units with the same ends stand above them together.
    """
    ways = {unit: [*map(_object, _list(ends))] for unit, ends in _object(answer["units"]).items()}
    uncertain = any(len(listed) > 1 for listed in ways.values())
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit, listed in ways.items():
        if len(listed) > 1 or not uncertain:
            alike.setdefault(tuple(_ends(unit, listed, called)), []).append(called.get(unit, unit))
    for ends, units in alike.items():
        for place, unit in enumerate(units):
            yield names.columns(unit if place == len(units) - 1 else f"{unit},", PHONE)
        yield from ends
    events = _object(answer["events"])
    if events:
        yield "in all"
    for name, chance in events.items():
        what, _, piece = name.partition(":")
        said = EVENTS.get(what, what.replace("_", " "))
        yield from _pair(f"{said} {called.get(piece, piece)}".strip(), chance)


def _ends(unit: str, listed: Sequence[Object], called: Mapping[str, str]) -> Iterator[str]:
    known = next((end for end in listed if "nation" in end), {})
    for end in listed:
        told = {key: end[key] for key in end if key not in ("nation", "type") or end[key] != known.get(key)}
        if told.get("of") == unit:
            del told["of"]
        elif "of" in told:
            told["of"] = called.get(str(told["of"]), told["of"])
        yield from _pair(_end(told), end["chance"])


def _pair(what: str, chance: Json) -> Iterator[str]:
    line = f"{percent(Fraction(str(chance))):>6} {what}"
    if len(line) + len(str(chance)) + 1 <= PHONE:
        yield f"{line} {chance}"
    else:
        yield names.columns(line, PHONE)
        yield f"       {chance}"


def percent(chance: Fraction) -> str:
    """One decimal, rounded half up; never 0.0 or 100.0 of what is not certain."""
    tenths = (chance * 1000 + Fraction(1, 2)) // 1
    if chance > 0 and tenths == 0:
        return "<0.1%"
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
    words = [end[key] for key in ("nation", "type", "counter", "sector", "state", "order") if end.get(key)]
    shown = " ".join(map(str, (*words, *_list(end.get("is", ()))))).replace("_", " ")
    return f"{shown} {end['total']} SP" if "total" in end else shown


def _object(value: Json) -> Object:
    assert isinstance(value, Mapping), "odds are objects of objects"
    return value


def _list(value: Json) -> Sequence[Json]:
    assert isinstance(value, Sequence), "the ends of a piece are a list"
    return value
