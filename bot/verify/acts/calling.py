"""Calls of rulings told again: which command asks for them, with what of the request a player said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from bot.events.desk import RetreatCalled, SheetDrawn
from bot.events.table import RulingCalled
from bot.operations import berserk, exchange, single
from bot.operations.amending import GAME_FACTS
from bot.operations.calling import calling
from bot.operations.morale import ACCEPT, Attack, morale_check
from bot.operations.outlook import only_leader
from bot.operations.recovery import recovery_sheet
from bot.operations.remo import Edits, sheet_of_day, sheet_of_named
from bot.operations.retreats import RetreatOrder, retreat
from bot.operations.selecting import random_selection
from bot.operations.sniping import Shot, sniper
from bot.operations.targets import Target, companions, one_unit
from bot.play.finding import states
from bot.play.sitting import Draft, Operation, Sitting
from bot.verify.acts.entry import (
    Retold,
    integer_of,
    integers,
    items_of,
    no_act,
    numbered,
    object_of,
    text_of,
)
from rules.asl.request import STRUCK
from rules.asl.words import Flag
from rules.json import Json, Object
from rules.konrad.formations import Scenario
from rules.konrad.rulings import COMBAT_CHECKS, RECOVERY, RETREAT

Act: TypeAlias = Callable[[Retold], Operation]


def called(told: Retold) -> Operation:
    """Raises Refused `no_act`."""
    rule = text_of(told.entry.inputs.get("rule"))
    if rule not in ACTS:
        raise no_act(f"no command calls {rule}")
    return ACTS[rule](told)


def day_edited(told: Retold, before: SheetDrawn | None) -> Operation:
    """The sheet of the day with what was put on it and taken off it since the one before."""
    drawn = told.one(SheetDrawn)
    was = before or SheetDrawn((), (), (), (), "", "")
    added, struck = _put_last(drawn.added, was.added), _put_last(drawn.struck, was.struck)
    if not added and not struck:
        # What stood last was said once more.
        added, struck = drawn.added[-1:], () if drawn.added else drawn.struck[-1:]
    reason = drawn.reason.removeprefix(f"{was.reason}; ")
    return sheet_of_day(Edits(numbered(added), numbered(struck), reason))


def _put_last(listed: Sequence[str], before: Sequence[str]) -> Sequence[str]:
    """The end of a list that an edit put there: what stands before it stood so before."""
    for place in range(len(listed), -1, -1):
        kept = listed[:place]
        if [*kept] == [rsu for rsu in before if rsu in kept]:
            return listed[place:]
    return listed


def _attack(told: Retold) -> Operation:
    given, call = told.given, told.one(RulingCalled)
    choices = [*object_of(given.get("choices"), "choices").values()]
    struck = numbered(items_of(given[STRUCK]) if STRUCK in given else told.entry.read)

    def operation(sitting: Sitting) -> Draft:
        there = sitting.tx.pieces(sitting.game.id, location=call.location)
        seat = next((row.seat for row in there if row.id in told.entry.read), 0)
        everybody = [row.id for row in there if row.seat == seat and Flag.SURRENDERED not in states(row)]
        attack = Attack(
            text_of(given.get("result")),
            units=struck,
            facts=_facts(given),
            harden=text_of(choices[0]) if choices else ACCEPT,
            typed=told.typed,
        )
        if everybody == list(told.entry.read) and STRUCK not in given:
            side = sitting.game.seat(seat).side.name
            attack = replace(attack, units=(), location=call.location, side=side)
        return morale_check(attack)(sitting)

    return operation


def _rally(told: Retold) -> Operation:
    given = told.given
    leader, terrain = text_of(given.get("leader")), items_of(given.get("terrain"))

    def operation(sitting: Sitting) -> Draft:
        # Where the phases are kept the referee says itself who is the first MMC.
        first = given.get("first_mmc") is True and not sitting.game.turn.running
        unit = one_unit(sitting, _one(told).unit)
        # The only leader who can is named by nobody, or as well as by nobody.
        alone = only_leader(sitting.game, unit, companions(sitting, unit)) == leader
        attempt = single.Attempt(
            None if alone or not leader else f"#{leader}", text_of(terrain[0]) if terrain else None, first
        )
        return calling(single.rally(_one(told), attempt))(sitting)

    return operation


def _wound(told: Retold) -> Operation:
    return calling(single.wound(_one(told), casualty=told.given.get("casualty") is True))


def _fpf(told: Retold) -> Operation:
    given = told.given
    thrown = integers(given["dr"]) if "dr" in given else None
    target = Target(units=numbered(items_of(given.get("firers"))))
    return calling(single.fpf(single.Volley(target, thrown, _facts(given), told.typed)))


def _sniper(told: Retold) -> Operation:
    given, call = told.given, told.one(RulingCalled)

    def operation(sitting: Sitting) -> Draft:
        seats = [seat for seat in sitting.game.seats if given.get("against") == f"side-{seat.number}"]
        if not seats:
            raise no_act(f"the sniper of nobody's enemy fires for {call.title}")
        shot = Shot(
            seats[0].side.name, integer_of(given.get("original")), text_of(given.get("phase")), told.typed
        )
        return sniper(shot)(sitting)

    return operation


def _charge(told: Retold) -> Operation:
    given = told.given

    def operation(sitting: Sitting) -> Draft:
        known = {row.id for row in sitting.tx.pieces(sitting.game.id)}
        moving = object_of(given["moving"], "moving") if "moving" in given else {}
        asked = berserk.Charge(
            ", ".join(_enemy(object_of(one, "an enemy"), known) for one in items_of(given.get("enemies"))),
            ", ".join(_sw(object_of(one, "a SW")) for one in items_of(given.get("sw"))),
            integer_of(given["ipc"]) if "ipc" in given else None,
            integer_of(moving["spent"]) if moving else None,
            moving.get("stopped") is True,
            given.get("lost_sight") is True,
        )
        return berserk.charge(_one(told), asked)(sitting)

    return operation


def _enemy(form: Object, known: set[str]) -> str:
    who = text_of(form.get("id"))
    marks = [mark for mark in ("concealed", "barred", "strongpoint") if form.get(mark) is True]
    if "way_round" in form:
        marks.append(f"round {integer_of(form['way_round'])}")
    return " ".join((f"#{who}" if who in known else who, str(integer_of(form.get("distance"))), *marks))


def _sw(form: Object) -> str:
    return f"{text_of(form.get('id'))} {integer_of(form.get('pp'))}"


def _return(told: Retold) -> Operation:
    given = told.given
    return berserk.back_to_normal(
        _one(told), text_of(given.get("reason")), integer_of(given.get("eliminated"))
    )


def _hero_card(told: Retold) -> Operation:
    given = told.given
    spent = integer_of(given["mf_spent"]) if "mf_spent" in given else None
    gun = integer_of(given["gun"]) if "gun" in given else None
    return berserk.hero_card(_one(told), berserk.HeroAsked(spent, gun))


def _selection(told: Retold) -> Operation:
    number = integer_of(told.given.get("number"))
    return random_selection(Target(units=numbered(told.entry.read)), number, told.typed)


def _deploy(told: Retold) -> Operation:
    return exchange.deploy(_one(told).unit, None)


def _recombine(told: Retold) -> Operation:
    return exchange.recombine(numbered(items_of(told.given.get("halves"))), None)


def _combat_checks(told: Retold) -> Operation:
    drawn = told.one(SheetDrawn)
    if drawn.covered or drawn.left_out or drawn.struck or drawn.reason:
        return day_edited(told, None)

    def operation(sitting: Sitting) -> Draft:
        wanted = numbered(drawn.added)
        ends = (None, *Scenario)
        drafts = (sheet_of_named(wanted, end)(sitting) for end in ends)
        first = next(drafts)
        return next((draft for draft in (first, *drafts) if draft.inputs == told.entry.inputs), first)

    return operation


def _retreat(told: Retold) -> Operation:
    given = told.given
    dsu = text_of(items_of(given.get("retreating"))[0])
    sectors = [*object_of(given.get("choices"), "choices").values()]
    reasons = [event.reason for event in told.all(RetreatCalled)]
    order = RetreatOrder(
        f"#{dsu}",
        text_of(sectors[0]) if sectors else "",
        tuple(map(text_of, items_of(given.get("allowed_sectors")))),
        reasons[0] if reasons else "",
    )
    return retreat(order)


def _one(told: Retold) -> single.One:
    """The unit that the ruling is about."""
    given = told.given
    facts = _facts(given) if "facts" in given else {}
    return single.One(f"#{text_of(given.get('unit'))}", facts=facts, typed=told.typed)


def _facts(given: Object) -> Object:
    """The facts that a player said; the others are the game's."""
    return dict(_said(object_of(given.get("facts"), "facts")))


def _said(facts: Object) -> Iterator[tuple[str, Json]]:
    for fact, value in facts.items():
        if fact not in GAME_FACTS:
            yield fact, value


ACTS: Mapping[str, Act] = {
    "asl.attack": _attack,
    "asl.rally": _rally,
    "asl.heat_of_battle": lambda told: calling(single.heat_of_battle(_one(told))),
    "asl.wound": _wound,
    "asl.break_voluntarily": lambda told: calling(single.break_voluntarily(_one(told))),
    "asl.ammunition_shortage": lambda told: calling(single.ammunition_shortage(_one(told))),
    "asl.fpf": _fpf,
    "asl.sniper": _sniper,
    "asl.random_selection": _selection,
    "asl.deploy": _deploy,
    "asl.recombine": _recombine,
    "asl.charge": _charge,
    "asl.return_to_normal": _return,
    "asl.hero_card": _hero_card,
    COMBAT_CHECKS: _combat_checks,
    RECOVERY: lambda told: recovery_sheet(),
    RETREAT: _retreat,
}
"""each ruling with the command that calls it"""
