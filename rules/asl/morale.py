"""The Morale Level of a unit as it stands, with everything that changes it (A10, section by section)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from rules.asl.modifier import Modifier, total
from rules.asl.numbers import morale_of
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Flag, NationTrait, UnitType


class Morale(Struct, frozen=True):
    """A Morale Level, 0 to 10: `parts` are the printed one, each change and what the cap takes off (A.18)."""

    value: int
    parts: tuple[Modifier, ...]


def morale_now(unit: Unit, others: Iterable[Unit], situation: Situation) -> Morale:
    """`others` are the friendly units in its Location; the unit itself among them is passed over."""
    numbers = situation.book.numbers.morale
    if unit.berserk:
        return Morale(numbers.berserk.value, (numbers.berserk,))
    parts = (_printed(unit, situation), *_changes(unit, others, situation))
    value, cap = total(parts), numbers.highest
    if value > cap.value:
        return Morale(cap.value, (*parts, replace(cap, value=cap.value - value)))
    return Morale(value, parts)


def inspires(unit: Unit, situation: Situation) -> bool:
    """Whether a Commissar, or a leader with his effect, raises the morale of the others (A25.221, G1.41)."""
    if not unit.leader or unit.broken or unit.pinned:
        return False
    return unit.type is UnitType.COMMISSAR or situation.book.nation(unit).has(NationTrait.LEADERS_INSPIRE)


def can_be_encircled(unit: Unit, situation: Situation) -> bool:
    """Whether encirclement lowers its morale (A7.7)."""
    return not unit.heroic and not situation.book.nation(unit).has(NationTrait.NEVER_ENCIRCLED)


def _printed(unit: Unit, situation: Situation) -> Modifier:
    broken = unit.broken
    side = "broken side" if broken else "printed"
    if unit.mmc:
        counter = situation.book.counter(unit)
        if not broken:
            return counter.printed
        value = counter.morale if counter.broken is None else counter.broken
        if unit.trait:
            value = dict(counter.broken_of).get(unit.trait, value)
        return Modifier(side, value, counter.cite)
    if unit.type is UnitType.HERO:
        return Modifier(side, int(unit.counter.rpartition("-")[2]), situation.book.numbers.hero.cite)
    value = morale_of(unit.counter)
    heroic = situation.book.numbers.morale.heroic
    if unit.has(Flag.HEROIC) and value < heroic.value:
        return heroic
    return Modifier(side, value, "A10.1")


def _changes(unit: Unit, others: Iterable[Unit], situation: Situation) -> Iterator[Modifier]:
    numbers = situation.book.numbers.morale
    for flag in unit.flags:
        match flag:
            case Flag.FANATIC:
                yield numbers.fanatic
            case Flag.ENCIRCLED if can_be_encircled(unit, situation):
                yield numbers.encircled
            # A hero's wounded side has its own printed morale.
            case Flag.WOUNDED if unit.leader:
                yield numbers.wounded
            case Flag.HUMAN_WAVE if not unit.broken:
                yield numbers.human_wave
            case Flag.BANZAI if not unit.broken:
                yield numbers.banzai
            case _:
                pass
    for other in others:
        if other.id != unit.id and inspires(other, situation):
            yield numbers.inspired if other.type is UnitType.COMMISSAR else numbers.inspired_by_leader
            break  # several give +1 once
    if unit.broken and unit.mmc and situation.is_hungarian(unit):
        yield numbers.hungarian
