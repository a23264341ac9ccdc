"""Finds units of a roster by what a player types: name, counter, location, state, number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.store.rows import PieceRow
from bot.words import names
from rules.refusal import Refused

MOST_LISTED = 8
"""units that a refusal names"""
EXACT, BEGINS, STATE, WITHIN = range(4)
"""how well a word fits a unit, best first"""
SUREST = 3
"""letters from which on the beginning of a word is enough to name a unit"""


def label(row: PieceRow) -> str:
    """A piece as posts speak of it: its counter and its name."""
    return f"{row.state['counter']} {names.shown(row.name)}"


def described(row: PieceRow) -> str:
    """A piece as proposals show it: what it is called, where it stands, in what state."""
    return " ".join((label(row), f"@{names.shown(row.location)}", *states(row)))


def states(row: PieceRow) -> tuple[str, ...]:
    """The flags of a unit, as its state holds them."""
    flags = row.state.get("is")
    return tuple(map(str, flags)) if isinstance(flags, list) else ()


def search(rows: Iterable[PieceRow], typed: str) -> list[PieceRow]:
    """The units that every word typed fits, best first, then as they stand on the roster."""
    wanted = _words(typed)
    scored = [(score, row) for row in rows if (score := _score(row, wanted)) is not None]
    # Sorting is stable: among equals the roster's order stays.
    return [row for _, row in sorted(scored, key=lambda found: found[0])]


def find_one(
    rows: Sequence[PieceRow], typed: str, where: str = "", told: Callable[[], Iterable[str]] = tuple
) -> PieceRow:
    """The one unit that a text means: by its name or number, or because its words fit no other.

    `where` says in a refusal where was looked, `told` in sentences what else is known of the name. Raises
    Refused `no_unit` or `which_unit`.
    """
    folded = names.kept(typed).casefold()
    numbered = [row for row in rows if folded == f"#{row.id}"]
    if numbered:
        return numbered[0]  # also where another unit is named so
    words = _words(typed)
    called = [row for row in rows if is_called(row, folded)]
    fits = called or [row for row in search(rows, typed) if _is_sure(row, words)]
    exact = [row for row in fits if _score(row, words) == EXACT]
    found = exact if len(exact) == 1 and not called else fits
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(_numbered(row) for row in found[:MOST_LISTED])
        more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
        raise Refused(
            "which_unit",
            f"{names.spoken(typed)} may be {listed}{more}; write the number, such as #{found[0].id}.",
        )
    close = [row for row in rows if any(word[:1] == folded[:1] for word in label(row).casefold().split())]
    alike = len({label(row) for row in close}) < len(close)
    near = [_numbered(row) if alike else names.plain(label(row)) for row in close]
    verb = "is" if len(near) == 1 else "are"
    there = [f"There {verb} {', '.join(near[:MOST_LISTED])}."] if near else []
    none = f"No unit is called {names.spoken(typed)}{where}."
    raise Refused("no_unit", " ".join((none, *told(), *there)))


def is_called(row: PieceRow, folded: str) -> bool:
    """Whether a text without case is the unit's name, its counter and name, or its number."""
    whole = f"{row.state['counter']} {row.name}"
    return folded in (row.name.casefold(), whole.casefold(), label(row).casefold(), f"#{row.id}")


def proposals(rows: Sequence[PieceRow], typed: str) -> list[tuple[str, str]]:
    """What may be meant by the last of the names typed with commas between, best first: shown, and typed."""
    *before, last = (part.strip() for part in typed.split(","))
    known = [find_one_or_none(rows, name) for name in before]
    given = [f"#{row.id}" if row else name for row, name in zip(known, before, strict=True)]
    fits = [row for row in search(rows, last) if row not in known]
    return [(", ".join((*before, described(row))), ", ".join((*given, f"#{row.id}"))) for row in fits]


def find_one_or_none(rows: Sequence[PieceRow], typed: str) -> PieceRow | None:
    """The one unit that a text means; None where it means none or several."""
    try:
        return find_one(rows, typed)
    except Refused:
        return None


def _numbered(row: PieceRow) -> str:
    return f"#{row.id} {names.plain(label(row))} at {names.spoken(row.location)}"


def _words(typed: str) -> list[str]:
    return [word for word in typed.casefold().replace("@", " ").replace(",", " ").split() if word]


def _is_sure(row: PieceRow, words: Sequence[str]) -> bool:
    """Whether no word is so short that it may be meant for a unit that is gone: `A` is not `AB`."""
    return all(len(word) >= SUREST or _score(row, (word,)) == EXACT for word in words)


def _score(row: PieceRow, wanted: Sequence[str]) -> int | None:
    """How well all the words fit, 0 best; None where one does not."""
    called = [f"#{row.id}", *row.name.casefold().split(), str(row.state["counter"]).casefold()]
    stands = row.location.casefold().split()
    kind = [*states(row), str(row.state.get("type")), str(row.state.get("nation"))]
    total = 0
    for word in wanted:
        if word in called or word in stands or word in states(row):
            fit = EXACT
        elif any(part.startswith(word) for part in (*called, *stands)):
            fit = BEGINS
        elif any(part.startswith(word) for part in kind):
            fit = STATE
        elif word in row.name.casefold():
            fit = WITHIN
        else:
            return None
        total += fit
    return total
