"""Reads an RSU of a request; every wrong value is refused with its row."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from rules.given import Given, refuse, show
from rules.konrad.book import Book
from rules.konrad.formations import Order, Platoons, Rsu, Scenario, State

MOST_SP = 1_000_000
MOST_LEVELS = 1_000

Word = TypeVar("Word", bound=StrEnum)


def read_rsu(given: Given, book: Book, side: str | None = None) -> Rsu:
    """An RSU in the form of the numbered cases; `side` is that of its DSU, None where it stands alone.

    Raises Refused: bad_value, missing_key, unknown_key, unknown_side, other_side, unknown_category,
    unknown_state, unknown_order, more_than_full, no_full_strength.
    """
    name = given.name("id", "no_id")
    if side is None or given.has("side"):
        own = read_side(given, book)
        if side is not None and own != side:
            wrong = f"needs {side}, the side of its DSU, not {own}"
            raise refuse("other_side", f"{given.where}.side", wrong)
        side = own
    else:
        given.raw("side")
    category = given.text("category")
    categories = [known.id for known in book.categories]
    if category not in categories:
        wrong = f"needs one of {', '.join(categories)}, not {show(category)}"
        raise refuse("unknown_category", f"{given.where}.category", wrong)
    rsu = Rsu(
        name,
        side,
        category,
        _strength(given, book),
        given.integer("fatigue", 0, MOST_LEVELS, 0),
        _word(given, "state", State, "unknown_state", State.GOOD_ORDER),
        _order(given),
        given.flag("usable", True),
    )
    given.done()
    return rsu


def _order(given: Given) -> Order | None:
    if given.has("order"):
        return read_order(given)
    given.raw("order")
    return None


def read_order(given: Given) -> Order:
    return _word(given, "order", Order, "unknown_order", None)


def read_scenario(given: Given) -> Scenario:
    return _word(given, "scenario", Scenario, "unknown_scenario", Scenario.NONE)


def read_side(given: Given, book: Book, key: str = "side") -> str:
    side = given.text(key)
    sides = [known.id for known in book.sides]
    if side not in sides:
        wrong = f"needs one of {', '.join(sides)}, not {show(side)}"
        raise refuse("unknown_side", f"{given.where}.{key}", wrong)
    return side


def _word(given: Given, key: str, words: type[Word], code: str, default: Word | None) -> Word:
    word = given.text(key, default)
    try:
        return words(word)
    except ValueError:
        wrong = f"needs one of {', '.join(words)}, not {show(word)}"
        raise refuse(code, f"{given.where}.{key}", wrong) from None


def _strength(given: Given, book: Book) -> tuple[Platoons, ...]:
    kinds = given.object("strength")
    strength = tuple([_platoons(kinds, kind) for kind in book.kinds])
    kinds.done()
    if not any(platoons.full for platoons in strength):
        raise refuse("no_full_strength", kinds.where, "needs a full strength of 1 SP at least, not 0")
    return strength


def _platoons(kinds: Given, kind: str) -> Platoons:
    """The platoons of one kind; none where the kind is missing."""
    row = kinds.raw(kind)
    if row is None:
        return Platoons(kind, 0, 0)
    if isinstance(row, dict) and len(row) == 2:
        # A row without a mistake, which nearly every one is, needs no reader that can speak of mistakes.
        now, full = row.get("now"), row.get("full")
        if type(now) is int and type(full) is int and 0 <= now <= full <= MOST_SP:
            return Platoons(kind, now, full)
    return _careful(Given(row, f"{kinds.where}.{kind}"), kind)


def _careful(row: Given, kind: str) -> Platoons:
    platoons = Platoons(kind, row.integer("now", 0, MOST_SP), row.integer("full", 0, MOST_SP))
    row.done()
    if platoons.now > platoons.full:
        wrong = f"needs at most the full strength of {platoons.full}, not {platoons.now}"
        raise refuse("more_than_full", f"{row.where}.now", wrong)
    return platoons
