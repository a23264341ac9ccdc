"""The counters that a side can field, proposed while a player types and found from what he typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from msgspec import Struct

from bot.words import names
from rules.asl.book import book
from rules.asl.words import MMC, Module, Nation, Trait, UnitClass, UnitType
from rules.json import Json, Object
from rules.naming import nation_name
from rules.refusal import Refused

SHORT = {"hs": "half_squad", "half-squad": "half_squad", "sq": "squad", "1": "first_line", "2": "second_line"}
"""what players write for a type or class"""
NEAR = 0.5
"""how like a counter must be to what was typed to be proposed, from 0 to 1"""


class Counter(Struct, frozen=True):
    """One counter that a side can field."""

    nation: Nation
    type: UnitType
    name: str
    unit_class: UnitClass | None
    kin: tuple[Nation, ...] = ()
    trait: Trait | None = None

    @property
    def words(self) -> tuple[str, ...]:
        quality = (self.unit_class.value,) if self.unit_class else ()
        trait = (self.trait.value,) if self.trait else ()
        return (self.name, self.type.value, self.nation, *quality, *trait)

    @property
    def spoken(self) -> str:
        """`2-3-7 half-squad German Second Line`."""
        quality = (self.unit_class.spoken,) if self.unit_class else ()
        trait = (self.trait.spoken,) if self.trait else ()
        return " ".join((self.name, self.type.spoken, nation_name(self.nation), *quality, *trait))

    def plain(self) -> Object:
        """The unit as a request holds it, without an id."""
        form: dict[str, Json] = {
            "nation": self.nation,
            "type": self.type.value,
            "counter": self.name,
        }
        if self.unit_class:
            form["class"] = self.unit_class.value
        if self.trait:
            form["trait"] = self.trait.value
        return form


def counters(module: str, nations: Sequence[str]) -> Iterator[Counter]:
    """Every counter of these nationalities, best first within each type, then as one with each trait."""
    rules = book(Module(module))
    for nation in map(Nation, nations):
        for unit_type in UnitType:
            for name in rules.counters_of(nation, unit_type):
                kin = rules.nations[nation].kin
                fits = rules.named(nation, unit_type, name)
                for fit in fits:
                    for trait in (None, *dict(fit.broken_of)):
                        yield Counter(nation, unit_type, name, fit.key.unit_class, kin, trait)
                if not fits:
                    yield Counter(nation, unit_type, name, None, kin)


def matching(typed: str, fielded: Sequence[Counter]) -> list[Counter]:
    """The counters that a text may mean: each of its words begins a word of theirs."""
    wanted = _words(typed)
    return [counter for counter in fielded if all(_meant(word, counter) for word in wanted)]


def counter(typed: str, fielded: Sequence[Counter]) -> Counter:
    """The one counter that a text means; of SMC that kin nationalities share, the side's first; one with a
    trait only where the text names it.

    Raises Refused `unknown_counter` or `which_counter`.
    """
    found = matching(typed, fielded)
    exact = [c for c in found if {c.name, _run_together(c)} & {*_words(typed)}]
    found = _of_kin(exact or found)
    found = [c for c in found if c.trait is None] or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise no_counter(typed, fielded)
    listed = "; ".join(c.spoken for c in found[:8])
    raise Refused("which_counter", f"{names.spoken(typed)} may be: {listed}. Write it out so.")


def no_counter(typed: str, fielded: Sequence[Counter]) -> Refused:
    """`unknown_counter`, with the counters nearest to what was typed, or all where none is near."""
    nations = ", ".join(dict.fromkeys(nation_name(c.nation) for c in fielded))
    known = list(dict.fromkeys(c.name for c in fielded))
    alike = sorted(name for name in known if name.count("-") == typed.count("-"))
    near = get_close_matches(typed, alike, 3, NEAR)
    right = f"nearest: {', '.join(near)}" if near else f"there are {', '.join(known)}"
    return Refused("unknown_counter", f"{names.spoken(typed)} is no counter of {nations}; {right}.")


def _of_kin(found: list[Counter]) -> list[Counter]:
    """One counter in place of the same SMC of nationalities that count as one (A10.7)."""
    if not found or found[0].type in MMC:
        return found
    first, *others = found
    alike = all((other.type, other.name) == (first.type, first.name) for other in others)
    return [first] if alike and all(other.nation in first.kin for other in others) else found


def _words(typed: str) -> list[str]:
    return [SHORT.get(word, word) for word in re.split(r"[\s,]+", typed.casefold()) if word]


def _meant(word: str, counter: Counter) -> bool:
    return word == _run_together(counter) or any(
        part.startswith(word) for part in (*counter.words, *_parts(counter))
    )


def _parts(counter: Counter) -> tuple[str, ...]:
    """The further words of what is written as several, as in `First Line`."""
    quality = counter.unit_class.value if counter.unit_class else ""
    return (*counter.nation.split("_")[1:], *quality.split("_")[1:])


def _run_together(counter: Counter) -> str:
    """`467`, as players write a counter in haste."""
    return counter.name.replace("-", "")
