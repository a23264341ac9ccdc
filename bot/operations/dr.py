"""A DR or dr for a side, with its purpose, its DRM, and the sniper that it may draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from bot.boards.units import unit_of
from bot.events.codecs import of_asl
from bot.events.dice import Category, DieRolled, DrRolled
from bot.ledger.dice import Drawing, EnteredDice
from bot.operations.free_dice import dice_of, rolled, stream
from bot.operations.requiring import require_asl
from bot.operations.rolling import kept, rolling_side
from bot.operations.ruling import san_thrown
from bot.operations.sniping import SNIPER, san_against, sniper_request
from bot.play.catalogue import counter, counters
from bot.play.finding import find_one_or_none, is_called, label
from bot.play.game import Seat
from bot.play.sitting import Draft, Operation, Sitting
from bot.words import names, vasl
from rules.asl.book import book
from rules.asl.leadership import leadership_of_one
from rules.asl.modifier import Modifier
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.asl.words import Module, Nation, UnitType
from rules.event import Event
from rules.refusal import Refused
from rules.rulings import RULINGS

DRAWS_SNIPER = (Category.IFT, Category.TH, Category.MC, Category.TC)
HEROIC = (Category.IFT, Category.CC)
MOST_DRM, MOST_DRMS = 20, 12
MOST_HEROES = 5
_DRM = re.compile(r"([+-][0-9]{1,2})\s*([^+\-].*)?")
_APART = re.compile(r"\s*[,;]\s*|\s+(?=[+-][0-9])")


class Thrown(Struct, frozen=True):
    """What is thrown: `purpose` one of the categories or any text, `drm` as a player writes it.

    `leader` is one on the roster or a counter, such as 9-1; `heroes` (0 to 5) each add their DRM;
    `typed` are the faces of dice thrown elsewhere.
    """

    purpose: str | None = None
    dice: int = 2
    drm: str = ""
    leader: str | None = None
    heroes: int = 0
    side: str | None = None
    typed: tuple[int, ...] | None = None


def roll_dr(thrown: Thrown) -> Operation:
    """Two dice, coloured then white, or one. Raises Refused before any die falls."""

    def operation(sitting: Sitting) -> Draft:
        seat, side = rolling_side(sitting, thrown.side)
        category, purpose = _category(thrown.purpose)
        led, drms = _drms(sitting, thrown, seat, category)
        dice = dice_of(sitting, thrown.typed, thrown.dice, 6)
        if thrown.dice == 1:
            (face,) = dice.roll(stream(seat), 1, 6)
            die = DieRolled(seat, side, face, category, drms, purpose, led=led, heroes=thrown.heroes)
            return rolled(sitting, dice, die, f"{side} {category} dr", {"roll": "die"})
        coloured, white = dice.roll(stream(seat), 2, 6)
        total = coloured + white
        drawn = _sniper(sitting, seat, category, total, dice)
        san_of = sitting.game.other(seat).side.nations if drawn else ()
        san_as = vasl.SANS[sitting.game.other(seat).number - 1] if drawn and sitting.game.shared else ""
        event = DrRolled(
            seat,
            side,
            coloured,
            white,
            total,
            purpose,
            category=category,
            drms=drms,
            led=led,
            heroes=thrown.heroes,
            san_of=san_of,
            phase=sitting.game.turn.phase,
            san_as=san_as,
        )
        return rolled(sitting, dice, event, f"{side} {category} DR", {"roll": "dr"}, drawn)

    return operation


def read_drms(typed: str) -> tuple[Modifier, ...]:
    """`+2 stone building, -1 FFMO` as DRM with their names. Raises Refused `bad_drm`."""
    found = tuple(_read_drms(typed))
    if len(found) > MOST_DRMS:
        raise Refused("bad_drm", f"{MOST_DRMS} DRM are the most, not {len(found)}.")
    return found


def _read_drms(typed: str) -> Iterator[Modifier]:
    for part in filter(None, _APART.split(names.lines(typed).strip())):
        read = _DRM.fullmatch(part)
        if read is None or abs(int(read[1])) > MOST_DRM:
            wrong = f"{names.spoken(part)} is no DRM; write each with its sign: +2 stone building, -1 FFMO."
            raise Refused("bad_drm", wrong)
        yield Modifier(names.kept(read[2] or "DRM", "DRM"), int(read[1]), "")


def _category(purpose: str | None) -> tuple[Category, str]:
    """The category that a text names; any other text is told as it was typed."""
    typed = kept(purpose)
    for category in Category:
        if typed.casefold() == category.casefold():
            return category, ""
    return Category.OTHER, typed


def _drms(
    sitting: Sitting, thrown: Thrown, seat: int, category: Category
) -> tuple[str, tuple[Modifier, ...]]:
    """The leader by name, and all DRM: his first, then the heroes', then those named."""
    drms = list(read_drms(thrown.drm))
    led = ""
    if thrown.heroes or thrown.leader is not None:
        require_asl(sitting)
    if thrown.heroes:
        if category not in HEROIC:
            raise Refused("no_hero", f"The heroic DRM counts for {' and '.join(HEROIC)}.", "A15.24")
        numbers = book(Module(sitting.game.module)).numbers.hero_card
        many = f" x{thrown.heroes}" if thrown.heroes > 1 else ""
        heroic = Modifier(f"heroic{many}", numbers.drm.value * thrown.heroes, numbers.drm.cite)
        drms.insert(0, heroic)
    if thrown.leader is not None:
        leader, led = _leader(sitting, sitting.game.seat(seat), thrown.leader)
        situation = Situation(book=book(Module(sitting.game.module)), elr={})
        leadership = leadership_of_one(leader, leader, situation)
        if leadership is not None:
            drms.insert(0, leadership)
    return led, tuple(drms)


def _leader(sitting: Sitting, seat: Seat, typed: str) -> tuple[Unit, str]:
    """A leader of the side on the roster, or such a counter; with what he is called."""
    folded = names.kept(typed).casefold()
    module = sitting.game.module
    rows = sitting.tx.pieces(sitting.game.id)
    mine = [row for row in rows if row.seat == seat.number and row.state["type"] == UnitType.LEADER]
    found = [row for row in mine if is_called(row, folded)]
    if len(found) > 1:
        said = ", ".join(f"#{row.id} {names.plain(label(row))}" for row in found)
        raise Refused("which_unit", f"{names.spoken(typed)} may be {said}; write the number.")
    if not found:
        leaders = [one for one in counters(module, seat.side.nations) if one.type is UnitType.LEADER]
        meant = find_one_or_none(mine, typed) if all(one.name != folded for one in leaders) else None
        if meant is None:
            grade = counter(typed, leaders)
            return Unit("leader", Nation(grade.nation), UnitType.LEADER, grade.name), grade.name
        found = [meant]
    unit = unit_of(found[0], module)
    if not unit.good_order or unit.pinned:
        state = ", ".join(flag.spoken for flag in unit.flags)
        raise Refused(
            "leader_unable",
            f"{names.plain(label(found[0]))} directs nothing: he is {state}.",
            "A10.7",
        )
    return unit, f"{unit.counter} {found[0].name}"


def _sniper(
    sitting: Sitting, seat: int, category: Category, original: int, dice: Drawing
) -> tuple[Event, ...]:
    """The sniper check that an Original DR on the enemy's SAN draws (A14.1).

    Of a DR thrown elsewhere only that it may draw one: the dr of that check is entered, or thrown, with it.
    """
    game = sitting.game
    if category not in DRAWS_SNIPER or not seat or original != san_against(game, game.seat(seat)):
        return ()
    if isinstance(dice, EnteredDice):
        return tuple(san_thrown(game, seat, original))
    request = sniper_request(game, game.seat(seat), original)
    return of_asl(RULINGS[SNIPER](request, dice).events)
