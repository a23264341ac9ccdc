"""Runs a ruling step by step: what is to be done next, with what, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from rules.answers import Asks
from rules.asl.check import Check, can_pin, is_led, resolve_check
from rules.asl.course import Course
from rules.asl.events import (
    CheckFailed,
    CheckKind,
    CheckPassed,
    Eliminated,
    Event,
    LeaderLost,
    MortallyWounded,
    RandomlySelected,
)
from rules.asl.events_heat import WentBerserk
from rules.asl.events_turn import FpfFired
from rules.asl.fate import Fate, befall
from rules.asl.fpf import Volley, after_volley, fire
from rules.asl.heat import Heat, heat_of_battle, subject_to_heat
from rules.asl.leader_loss import (
    aftermath,
    charge_modifier,
    in_order,
    loss_modifier,
    takers,
    takes_everybody,
    takes_task_check,
)
from rules.asl.leadership import leadership
from rules.asl.modifier import Modifier
from rules.asl.morale import morale_now
from rules.asl.newcomer import set_apart
from rules.asl.rally import rally_attempt
from rules.asl.rallying import RallyAttempt, resolve_rally
from rules.asl.scene import (
    BerserkCheck,
    BreakOne,
    BreakWillingly,
    CheckAll,
    CheckOne,
    FpfCheck,
    FpfCheckAll,
    FpfSelect,
    FpfVolley,
    HeatOne,
    Kill,
    LossCheck,
    LossFelt,
    Lost,
    MarkDesperate,
    RallyOne,
    Reduce,
    RunShort,
    Scene,
    Select,
    Step,
    WoundOne,
)
from rules.asl.selection import Selection, select
from rules.asl.situation import Situation
from rules.asl.unit import Unit
from rules.dice import Throws
from rules.event import of_kinds
from rules.ruling import Births


class Felt(Struct, frozen=True):
    """The announcement of a lost leader."""

    event: LeaderLost


Job: TypeAlias = Selection | Fate | Felt | Volley | Check | Heat | RallyAttempt
"""A step with all that its outcome depends on besides the dice: equal jobs have equal outcomes."""

CHECKS = (CheckPassed, CheckFailed)
LEADING_ON = (Eliminated, MortallyWounded, WentBerserk, LeaderLost, RandomlySelected, FpfFired)
"""Events after which there can be more to do."""


def run(
    scene: Scene, situation: Situation, throws: Throws, births: Births
) -> tuple[tuple[Event, ...], Scene]:
    """Raises Asks with the events so far where a fact or choice is missing."""
    events: list[Event] = []
    while True:
        scene, step, job = next_job(scene, situation)
        if step is None or job is None:
            return tuple(events), scene
        course = Course(situation, throws, births)
        try:
            resolve(job, course)
        except Asks as asks:
            raise Asks(asks.question, (*events, *course.events)) from None
        told = set_apart(course.events, scene.units)
        events.extend(told)
        scene = follow(scene, step, told, situation)


def next_job(scene: Scene, situation: Situation) -> tuple[Scene, Step | None, Job | None]:
    """Takes steps off the agenda until one has something to do; None when all is done."""
    while True:
        if not scene.agenda:
            after = aftermath(scene, situation)
            if after is None:
                return scene, None, None
            scene = after
            continue
        step, scene = scene.agenda[0], replace(scene, agenda=scene.agenda[1:])
        if isinstance(step, FpfCheckAll):
            firing = in_order([u for u in scene.units if u.id in step.pieces], scene, situation)
            scene = scene.todo(*[FpfCheck(u.id, step.roll, u.id in step.singled) for u in firing])
            continue
        if isinstance(step, CheckAll):
            struck = [u for u in scene.units if u.id in step.struck and u.id not in step.spared]
            checking = in_order(struck, scene, situation)
            scene = scene.todo(*[CheckOne(step.kind, step.level, u.id, step.struck) for u in checking])
            continue
        job = _job(step, scene, situation)
        if job is not None:
            return scene, step, job


def resolve(job: Job, course: Course) -> None:
    match job:
        case Check():
            resolve_check(job, course)
        case Selection():
            select(job, course)
        case Heat():
            heat_of_battle(job, course)
        case RallyAttempt():
            resolve_rally(job, course)
        case Felt(event):
            course.tell(event)
        case Fate():
            befall(job, course)
        case Volley():
            fire(job, course)
        case _:
            assert_never(job)


def follow(scene: Scene, step: Step, events: Iterable[Event], situation: Situation) -> Scene:
    """The scene after a step: the units changed, the losses remembered, what the step leads to added."""
    # What a check did is told by the events after it.
    changes = [event for event in events if type(event) not in CHECKS]
    if not changes:
        return scene
    after = scene.happened(*changes)
    for event in of_kinds(changes, LEADING_ON):
        match event:
            case Eliminated(unit) | MortallyWounded(unit) if unit.leader:
                after = after.remember_lost(Lost(unit, morale_now(unit, scene.leaders, situation)))
            case WentBerserk(unit) if unit.leader and not isinstance(step, BerserkCheck):
                after = after.remember_berserk(event)
            case LeaderLost() if isinstance(step, LossFelt):
                after = after.todo(*(LossCheck(step.kind, step.lost, piece) for piece in event.takers))
            case RandomlySelected() if isinstance(step, Select):
                after = after.todo(*_selected(step, event, scene))
            case RandomlySelected() if isinstance(step, FpfSelect):
                after = after.todo(FpfCheckAll(step.pieces, step.roll, event.taken))
            case FpfFired():
                after = after.todo(after_volley(event))
    return after.remember_broken(scene)


def _job(step: Step, scene: Scene, situation: Situation) -> Job | None:
    match step:
        case CheckOne():
            return _attack_check(step, scene, situation)
        case LossCheck():
            return _loss_check(step, scene, situation)
        case Select(struck, number):
            return Selection(struck, number)
        case FpfSelect(pieces):
            return Selection(pieces, 1)
        case FpfVolley(pieces, thrown):
            return Volley(pieces, thrown)
        case CheckAll() | FpfCheckAll():
            return None
        case LossFelt(kind, lost):
            taking = tuple(unit.id for unit in takers(kind, lost, scene, situation))
            event = LeaderLost(lost.leader.id, kind, lost.morale, taking, "A10.2 A10.21")
            return Felt(event) if taking else None
    unit = scene.unit(step.piece)
    if unit is None:
        return None
    match step:
        case MarkDesperate() | Kill() | Reduce() | BreakOne() | WoundOne() | BreakWillingly() | RunShort():
            return Fate(step, unit)
        case FpfCheck(_, roll, singled):
            leaders = scene.leaders
            helping = _some(leadership(unit, leaders, leaders, situation))
            check = _check(unit, CheckKind.MC, "FPF NMC", helping, leaders, situation)
            return replace(check, roll=roll, singled=singled)
        case BerserkCheck(leader):
            if not subject_to_heat(unit):
                return None
            if takes_everybody(leader, situation):
                return Fate(step, unit)
            modifier = charge_modifier(leader, unit, scene, situation)
            return _check(unit, CheckKind.BERSERK, "NTC", _some(modifier), scene.leaders, situation)
        case HeatOne():
            return Heat(unit, unit.broken, is_led(unit, scene.leaders))
        case RallyOne():
            return rally_attempt(step, unit, scene, situation)
        case _:
            assert_never(step)


def _attack_check(step: CheckOne, scene: Scene, situation: Situation) -> Check | None:
    """Broken and pinned units skip a PTC, as do all that cannot be pinned (A7.305)."""
    unit = scene.unit(step.piece)
    if unit is None:
        return None
    leaders = scene.leaders
    struck = [leader for leader in leaders if leader.id in step.struck]
    helping = _some(leadership(unit, struck, leaders, situation))
    if step.kind is CheckKind.PTC:
        if unit.broken or unit.pinned or not can_pin(unit, situation):
            return None
        return _check(unit, step.kind, "PTC", helping, leaders, situation)
    name = f"{step.level or 'N'}MC"
    level = (Modifier(name, step.level, "A10.1"),) if step.level else ()
    return _check(unit, step.kind, name, (*level, *helping), leaders, situation)


def _loss_check(step: LossCheck, scene: Scene, situation: Situation) -> Check | None:
    unit = scene.unit(step.piece)
    if unit is None:
        return None
    kind = CheckKind.LLTC if takes_task_check(unit, situation) else step.kind
    if kind is CheckKind.LLTC and (unit.broken or unit.pinned or not can_pin(unit, situation)):
        return None
    modifiers = _some(loss_modifier(step.lost, unit, situation))
    return _check(unit, kind, kind.upper(), modifiers, scene.leaders, situation)


def _check(
    unit: Unit,
    kind: CheckKind,
    name: str,
    modifiers: tuple[Modifier, ...],
    leaders: Sequence[Unit],
    situation: Situation,
) -> Check:
    return Check(unit, kind, name, modifiers, morale_now(unit, leaders, situation), is_led(unit, leaders))


def _some(modifier: Modifier | None) -> tuple[Modifier, ...]:
    return () if modifier is None else (modifier,)


def _selected(step: Select, event: RandomlySelected, scene: Scene) -> Iterable[Step]:
    if step.kia:
        broken = [BreakOne(piece) for piece in step.struck if piece not in event.taken]
        return [*(Kill(piece) for piece in event.taken), *broken]
    # A SMC just wounded does not check; the half-squad of a squad just Reduced does (A7.302).
    spared = tuple(unit.id for unit in scene.units if unit.id in event.taken and not unit.mmc)
    return [
        *(Reduce(piece) for piece in event.taken),
        CheckAll(CheckKind.MC, step.level, step.struck, spared),
    ]
