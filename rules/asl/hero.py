"""Heroes: made out of MMC, or leaders who become heroic (A15.2, A15.21)."""

from __future__ import annotations

from rules.asl.breaking import as_unbroken
from rules.asl.course import Course
from rules.asl.events_heat import BecameHeroic, HeroCreated
from rules.asl.unit import Unit
from rules.asl.words import Flag, UnitType


def create_hero(unit: Unit, course: Course) -> Unit:
    """A MMC stays as it is beside its hero; a leader is heroic, unbroken and unpinned at once."""
    if unit.leader:
        heroic = as_unbroken(unit, course).rid(Flag.PINNED).put(Flag.HEROIC)
        course.tell(BecameHeroic(heroic, "A15.21"))
        return heroic
    hero = Unit(
        id=course.born(unit.id, "hero"),
        nation=unit.nation,
        type=UnitType.HERO,
        counter=course.situation.book.numbers.hero.counter,
        flags=(Flag.FANATIC,) if unit.fanatic else (),
        origin=unit.id,
    )
    course.tell(HeroCreated(hero, "A15.21"))
    return unit
