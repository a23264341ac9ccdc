"""What a hero may do, as facts that a channel can show (A15.2 to A15.24)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asl.book import Book
from rules.asl.events_turn import CardFact, HeroCardShown
from rules.asl.one_unit import named_unit
from rules.asl.request import read_book
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.asl.words import UnitType
from rules.dice import Dice
from rules.given import Given
from rules.json import Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin


def rule_hero_card(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`first_fire_wound` says that Defensive First Fire wounded him, after `mf_spent`; `gun` its mm."""
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    unit = named_unit(form, units)
    wounded_moving = form.flag("first_fire_wound", False)
    spent = form.integer("mf_spent", 0, 20, 0)
    gun = form.integer("gun", 0, 500, 0)
    form.done()
    if not unit.heroic:
        raise Refused(
            "no_hero",
            f"{unit.id}: a {unit.type.spoken} is no hero; needs a hero or a heroic leader.",
            "A15.2",
        )
    card = rules.numbers.hero_card
    moves = not (wounded_moving and spent >= card.wound_stops_from.value)
    facts = tuple(_facts(unit, moves, gun, rules))
    drm = 0 if 0 < gun < card.large_gun.value else card.drm.value
    result: Object = {
        "moves": moves,
        "pinned_there": not moves,
        "heroic_drm": drm,
        "facts": [{"subject": fact.subject, "says": fact.says, "cite": fact.cite} for fact in facts],
    }
    return Ruling.of((HeroCardShown(unit.id, facts, "A15.2"),), result)


def _facts(unit: Unit, moves: bool, gun: int, rules: Book) -> Iterator[CardFact]:
    card = rules.numbers.hero_card
    yield CardFact("Never", "breaks, goes berserk, cowers or pins", "A15.2")
    if not moves:
        yield CardFact(
            "Movement", "no farther this turn, counts as pinned in that hex", card.wound_stops_from.cite
        )
    yield CardFact(
        "Heroic DRM",
        f"{card.drm.value:+} on IFT and CC at Normal Range, for him or his FG, each hero counting",
        card.drm.cite,
    )
    if unit.type is UnitType.LEADER:
        yield CardFact("Leadership", "this or the heroic DRM, never both", card.drm.cite)
    yield CardFact("Others", "his presence does not stop them cowering", card.drm.cite)
    yield CardFact("SW", f"as a leader; one for two men at {card.two_man_sw.value:+}", card.two_man_sw.cite)
    yield CardFact("Own FP", "forfeited in a phase in which he uses a SW", card.two_man_sw.cite)
    if gun:
        yield _gun(gun, rules)
    yield CardFact("AAMG of an AFV", "as a Rider", card.large_gun.cite)
    yield CardFact("Also", "Stealthy; may use his DRM for Clearance", card.drm.cite)


def _gun(gun: int, rules: Book) -> CardFact:
    """A Gun of exactly 82mm counts with the larger ones."""
    card = rules.numbers.hero_card
    if gun < card.large_gun.value:
        return CardFact(
            f"Gun {gun}mm", "as one captured by an enemy crew, no heroic DRM", card.large_gun.cite
        )
    turning = f"no CA change of NT weapons unless M# {card.turning_m.value} or more"
    return CardFact(f"Gun {gun}mm", f"once a Game Turn, in MPh or DFPh; {turning}", card.large_gun.cite)
