"""Heat of Battle: who is subject to it, its DR, and what its result does (A15.1, A15.5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.asl.berserk import go_berserk
from rules.asl.breaking import as_broken
from rules.asl.course import Course
from rules.asl.events import Broke
from rules.asl.events_heat import HeatResult, HeatRolled, HeatTurned, Surrendered
from rules.asl.hardening import harden
from rules.asl.hero import create_hero
from rules.asl.modifier import Modifier, total
from rules.asl.replacement import disrupted, resolute
from rules.asl.situation import Situation, SurrenderEdition
from rules.asl.unit import Unit
from rules.asl.words import Flag, NationTrait, UnitClass, UnitType

NEVER = (
    Flag.UNARMED,
    Flag.CAVALRY,
    Flag.PASSENGER,
    Flag.RIDER,
    Flag.HUMAN_WAVE,
    Flag.BANZAI,
    Flag.BERSERK,
    Flag.CLIMBING,
    Flag.SWIMMING,
    Flag.WADING,
    Flag.BOAT,
    Flag.PARACHUTE,
    Flag.SURRENDERED,
)


class Heat(Struct, frozen=True):
    """`broken` before the 2 or by it; `led`: an unbroken leader stands with the unit (A19.3)."""

    unit: Unit
    broken: bool
    led: bool


def subject_to_heat(unit: Unit) -> bool:
    """Crews, heroes and heroic leaders never are, nor units in the states of NEVER (A15.1)."""
    return not unit.heroic and unit.type is not UnitType.CREW and not any(unit.has(flag) for flag in NEVER)


def heat_of_battle(heat: Heat, course: Course) -> Unit | None:
    """Throws the DR and does what it says. Raises Asks for a fact or choice that is missing."""
    unit = heat.unit
    modifiers = tuple(_modifiers(heat, course.situation))
    roll = course.dr("hob", unit.id)
    final = roll.original + total(modifiers)
    result = _result(unit, final, course.situation)
    course.tell(HeatRolled(unit.id, roll, modifiers, final, result, "A15.1"))
    match _allowed(unit, result, course):
        case HeatResult.HERO:
            return create_hero(unit, course)
        case HeatResult.HERO_HARDENED:
            return harden(create_hero(unit, course), course)
        case HeatResult.HARDENED:
            return harden(unit, course)
        case HeatResult.BERSERK:
            return go_berserk(unit, course, "A15.4")
        case HeatResult.SURRENDER:
            return _surrender(unit, course)


def is_elite(unit: Unit, situation: Situation) -> bool:
    """Every SMC is; a Partisan never is (A1.11, A15.1)."""
    if situation.book.nation(unit).has(NationTrait.PARTISAN):
        return False
    return not unit.mmc or unit.unit_class is UnitClass.ELITE


def is_inexperienced(unit: Unit, led: bool, situation: Situation) -> bool:
    """Conscripts, and Green MMC without an unbroken leader (A19.3)."""
    if situation.book.nation(unit).has(NationTrait.PARTISAN):
        return False
    return unit.unit_class is UnitClass.CONSCRIPT or (unit.unit_class is UnitClass.GREEN and not led)


def _modifiers(heat: Heat, situation: Situation) -> Iterator[Modifier]:
    numbers = situation.book.numbers.heat
    if is_elite(heat.unit, situation):
        yield numbers.elite
    if is_inexperienced(heat.unit, heat.led, situation):
        yield numbers.inexperienced
    yield from situation.book.nation(heat.unit).heat
    if heat.broken:
        yield numbers.broken


def _result(unit: Unit, final: int, situation: Situation) -> HeatResult:
    numbers = situation.book.numbers.heat
    early = situation.book.nation(unit).has(NationTrait.SURRENDERS_EARLY)
    early = early and not situation.is_hungarian(unit)
    if early and not is_elite(unit, situation) and final >= numbers.early_surrender.value:
        return HeatResult.SURRENDER
    for highest, result in (
        (numbers.hero, HeatResult.HERO),
        (numbers.hero_hardened, HeatResult.HERO_HARDENED),
        (numbers.hardened, HeatResult.HARDENED),
        (numbers.berserk, HeatResult.BERSERK),
    ):
        if final <= highest.value:
            return result
    return HeatResult.SURRENDER


def _allowed(unit: Unit, result: HeatResult, course: Course) -> HeatResult:
    """Some never surrender but go berserk, and nobody goes berserk without an enemy to charge."""
    if result is HeatResult.SURRENDER and (reason := _never_surrenders(unit, course)):
        course.tell(HeatTurned(unit.id, result, HeatResult.BERSERK, reason, "A15.5"))
        result = HeatResult.BERSERK
    if result is HeatResult.BERSERK and not _enemy_in_sight(unit, course):
        reason = "no Known enemy to charge"
        course.tell(HeatTurned(unit.id, result, HeatResult.HARDENED, reason, "A15.44 A15.45"))
        result = HeatResult.HARDENED
    return result


def _never_surrenders(unit: Unit, course: Course) -> str:
    """Why the unit goes berserk instead, "" if it does surrender (A15.5)."""
    facts = course.situation.facts
    nation = course.situation.book.nation(unit)
    # Where Hungarians face Romanians neither side gives Quarter (A25.8).
    if facts.no_quarter or facts.hungarian_vs_romanian:
        return "No Quarter"
    if unit.fanatic:
        return "Fanatic"
    if unit.type is UnitType.COMMISSAR:
        return "Commissar"
    if unit.has(Flag.GURKHA):
        return "Gurkha"
    if nation.has(NationTrait.NEVER_SURRENDERS):
        return "never surrenders"
    return "SS against Russians" if resolute(unit, course, "A15.5 A25.11") else ""


def _enemy_in_sight(unit: Unit, course: Course) -> bool:
    seen = course.situation.facts.known_enemy_in_los
    if seen is None:
        course.ask_fact("known_enemy_in_los", unit.id, (True, False), "A15.44")
    return seen


def _surrender(unit: Unit, course: Course) -> Unit:
    """To an ADJACENT Known enemy; with none, broken and Disrupted instead (A15.5, A20.21)."""
    fallen = as_broken(unit, course)
    if course.situation.settings.surrender_edition is SurrenderEdition.DISRUPTED_FIRST and not unit.has(
        Flag.DISRUPTED
    ):
        return _give_way(fallen, course)
    adjacent = course.situation.facts.adjacent_enemy
    if adjacent is None:
        course.ask_fact("adjacent_enemy", unit.id, (True, False), "A15.5")
    if not adjacent:
        return _give_way(fallen, course)
    surrendered = fallen.put(Flag.SURRENDERED)
    course.tell(Surrendered(surrendered, "A15.5 A20.21"))
    return surrendered


def _give_way(fallen: Unit, course: Course) -> Unit:
    course.tell(Broke(fallen, "A15.5"))
    return disrupted(fallen, course)
