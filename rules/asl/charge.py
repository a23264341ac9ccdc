"""The berserk charge: whom it is after, its MF, what it drops, and when it ends (A15.43 to A15.46)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.answers import Asked, Asks, Question
from rules.asl.book import Book
from rules.asl.breaking import as_normal
from rules.asl.events import Event
from rules.asl.events_turn import CardFact, ChargeHadNoTarget, ChargeOrdered, Normal, ReturnedToNormal
from rules.asl.one_unit import named_unit
from rules.asl.request import read_book
from rules.asl.result import result_of
from rules.asl.scene import Scene
from rules.asl.unit import Unit
from rules.asl.unit_form import read_units
from rules.dice import Dice
from rules.given import Given, refuse, show
from rules.json import Object
from rules.refusal import Refused
from rules.ruling import Births, Ruling, named_after_origin

FARTHEST = 1000
CHARGE = "charge:"
RULES = (
    CardFact("Way", "the shortest in MF, Bypass included; only the road bonus adds MF", "A15.43"),
    CardFact("Not allowed", "Assault Movement, a move in the APh", "A15.43"),
    CardFact("Goes through", "mines, FFE and wire; not water without a bridge, cliff or Blaze", "A15.431"),
    CardFact(
        "On the way", "a nearer Known enemy takes over; a concealed one that is entered stops it", "A15.43"
    ),
    CardFact("DC", "only thrown", "A15.431"),
    CardFact("Stack", "one stack with the others of its Location unless the MF to leave differ", "A15.43"),
)
LOST_SIGHT = CardFact("Lost sight", "on to the hex last seen, from there the nearest Known enemy", "A15.43")
NOBODY = CardFact("Nobody seen", "it ends berserk at the end of the phase", "A15.46")


class Enemy(Struct, frozen=True):
    """A Known enemy in LOS: `distance` in hexes by the way that is open, another one where it is `barred`;
    a `strongpoint` is not entered.

    Not `charged` is one that is concealed, or barred with no other way.
    """

    id: str
    distance: int
    barred: bool
    strongpoint: bool
    charged: bool


class Sw(Struct, frozen=True):
    id: str
    pp: int


def rule_charge(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """Raises Asks where two enemies are equally near: the ATTACKER, its owner, chooses (A15.43)."""
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    unit = named_unit(form, units)
    known = tuple(_read_enemy(entry) for entry in form.objects("enemies", ()))
    carried = tuple(_read_sw(entry) for entry in form.objects("sw", ()))
    _require_own_ids("enemies", [enemy.id for enemy in known])
    _require_own_ids("sw", [sw.id for sw in carried])
    enemies = tuple(enemy for enemy in known if enemy.charged)
    ipc = form.integer("ipc", 0, 10, _usual_ipc(unit, rules))
    mf = _mf(unit, form, rules)
    lost_sight = form.flag("lost_sight", False)
    choices = form.object("choices", {})
    chosen = choices.text(CHARGE + unit.id, "")
    choices.done()
    form.done()
    _require_berserk(unit, "charges")
    facts = (*RULES, *((LOST_SIGHT,) if lost_sight else ()))
    if not enemies:
        onward = (LOST_SIGHT,) if lost_sight else (NOBODY,)
        return Ruling.of((ChargeHadNoTarget(unit.id, onward, "A15.44 A15.45"),), {"target": "", "mf": mf})
    target = _target(unit, enemies, chosen)
    kept = _kept(carried, ipc, rules)
    dropped = tuple(sw.id for sw in carried if sw.id not in kept)
    enters = not target.strongpoint
    event = ChargeOrdered(
        unit.id, target.id, target.distance, mf, enters, dropped, kept, facts, "A15.43 A15.431"
    )
    result: Object = {
        "target": target.id,
        "mf": mf,
        "enters": enters,
        "dropped": list(dropped),
        "kept": list(kept),
    }
    return Ruling.of((event,), result)


def rule_return_to_normal(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`reason` eliminated_all: with `eliminated` at least 1, by halved TPBF in the AFPh or in CC;
    none_in_los: the charge ended with no Known enemy in LOS (A15.46)."""
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    unit = named_unit(form, units)
    reason = form.word("reason", Normal)
    eliminated = form.integer("eliminated", 0, FARTHEST, 0)
    form.done()
    _require_berserk(unit, "returns to normal")
    if reason is Normal.ELIMINATED_ALL and not eliminated:
        raise Refused(
            "still_berserk", f"{unit.id}: it must have eliminated at least one Known enemy.", "A15.46"
        )
    event: Event = ReturnedToNormal(as_normal(unit), reason, "A15.46")
    before = Scene(units, ())
    return Ruling.of((event,), result_of((event,), before, before.happened(event)))


def _require_own_ids(what: str, ids: Sequence[str]) -> None:
    for place, name in enumerate(ids):
        if name in ids[:place]:
            wrong = f"needs an id of its own; {show(name)} stands there twice"
            raise refuse("duplicate_id", f"given.{what}[{place}].id", wrong)


def _read_enemy(form: Given) -> Enemy:
    name = form.name("id")
    distance = form.integer("distance", 0, FARTHEST)
    concealed = form.flag("concealed", False)
    barred = form.flag("barred", False)
    way_round = form.integer("way_round", 0, FARTHEST, 0)
    strongpoint = form.flag("strongpoint", False)
    form.done()
    charged = not concealed and (not barred or way_round > 0)
    return Enemy(name, way_round if barred else distance, barred, strongpoint, charged)


def _read_sw(form: Given) -> Sw:
    found = Sw(form.name("id"), form.integer("pp", 0, 20))
    form.done()
    return found


def _mf(unit: Unit, form: Given, rules: Book) -> int:
    """8, wounded 3; one still moving has what is left of 8, one stopped by a pin or wound nothing."""
    charge = rules.numbers.charge
    if not form.has("moving"):
        return charge.wounded_mf.value if unit.wounded else charge.mf.value
    moving = form.object("moving")
    spent = moving.integer("spent", 0, FARTHEST)
    stopped = moving.flag("stopped", False)
    moving.done()
    return 0 if stopped or unit.wounded else max(charge.mf.value - spent, 0)


def _usual_ipc(unit: Unit, rules: Book) -> int:
    return (rules.numbers.charge.mmc_ipc if unit.mmc else rules.numbers.charge.smc_ipc).value


def _kept(carried: tuple[Sw, ...], ipc: int, rules: Book) -> tuple[str, ...]:
    """Of the SW light enough, in the order given, what the IPC holds."""
    kept, load = [], 0
    for sw in carried:
        if sw.pp <= rules.numbers.charge.heaviest.value and load + sw.pp <= ipc:
            kept.append(sw.id)
            load += sw.pp
    return tuple(kept)


def _target(unit: Unit, enemies: tuple[Enemy, ...], chosen: str) -> Enemy:
    nearest = min(enemy.distance for enemy in enemies)
    equal = [enemy for enemy in enemies if enemy.distance == nearest]
    # A way round that is no shorter gives way to the next nearest (A15.431).
    equal = [enemy for enemy in equal if not enemy.barred] or equal
    if chosen:
        for enemy in equal:
            if enemy.id == chosen:
                return enemy
        right = ", ".join(enemy.id for enemy in equal)
        raise Refused(
            "not_nearest", f"{unit.id}: {show(chosen)} is not among the nearest: {right}.", "A15.43"
        )
    if len(equal) > 1:
        options = tuple(enemy.id for enemy in equal)
        path = ("choices", CHARGE + unit.id)
        raise Asks(Question("charge", unit.id, options, path, Asked.OWNER, "A15.43"))
    return equal[0]


def _require_berserk(unit: Unit, does: str) -> None:
    if not unit.berserk:
        raise Refused(
            "not_berserk", f"{unit.id}: only a berserk unit {does}, needs the flag berserk.", "A15.43"
        )
