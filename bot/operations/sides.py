"""The sides of a game as a player writes them: nationalities or peoples, and a name where those are alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.events.table import SideOffered
from bot.operations.rolling import GOW
from bot.words import names
from bot.words.wording import side_name
from rules.asl.book import nations, peoples
from rules.asl.words import People
from rules.refusal import Refused

LONGEST_NAME = 32
_NAME = re.compile(r"[^\W_]+(?:[ .'/-]+[^\W_]+)*")


def known() -> tuple[str, ...]:
    """Every word for whom a side fields: nationalities, then peoples whose counters are a nationality's."""
    return (*nations(), *map(str, peoples()))


def side_of(words: Sequence[str], elr: int, san: int, name: str | None = None) -> SideOffered:
    """`words` are among the known ones; without a name they give it. Raises Refused `bad_side_name`.

    A people that the name says, where its counters are among them, counts as if `words` did.
    """
    called = side_name(words) if name is None else _named(name)
    counters = {people.value: nation for people, nation in peoples().items()}
    fielded = tuple(dict.fromkeys(counters.get(word, word) for word in words))
    said = {*words, *re.findall(r"[^\W_]+", names.folded(called))}
    told = tuple(str(people) for people in People if people in said and counters[people] in fielded)
    return SideOffered(called, fielded, elr, san, peoples=told)


def require_playable(sides: Sequence[SideOffered]) -> None:
    """Raise Refused `unknown_people` where a side has no counters of a people that it is said to be, and
    `same_sides` where a command could not tell which side is meant."""
    counters = {people.value: nation for people, nation in peoples().items()}
    for side in sides:
        for people in side.peoples:
            if counters.get(people) not in side.nations:
                raise Refused(
                    "unknown_people", f"{names.spoken(side.name)} fields no {names.spoken(people)}."
                )
    first, second = sides
    if names.folded(first.name) == names.folded(second.name):
        raise Refused(
            "same_sides",
            f"Both sides would be called {names.spoken(first.name)}. Give them names: name_a and name_b"
            f"{_instead(first, second)}.",
        )
    for side, other in ((first, second), (second, first)):
        if names.folded(side.name) in (*other.nations, *other.peoples):
            raise Refused(
                "same_sides",
                f"{names.spoken(side.name)} says whom the other side fields; take another name.",
            )


def _named(name: str) -> str:
    kept = names.kept(name)
    if len(kept) > LONGEST_NAME or not _NAME.fullmatch(kept) or kept.casefold() == GOW.casefold():
        raise Refused(
            "bad_side_name",
            f"A side's name is letters and digits, with . ' / - or a space between, up to {LONGEST_NAME} in "
            f"all, and not {GOW}; not {names.spoken(name)}.",
        )
    return kept


def _instead(first: SideOffered, second: SideOffered) -> str:
    """What else sets them apart: peoples, where both field a nationality that has several."""
    shared = set(first.nations) & set(second.nations)
    told = [people for people, nation in peoples().items() if nation in shared]
    return f", or side_a:{told[0]} side_b:{told[1]}" if len(told) > 1 else ""
