"""Rulings on one unit with no attack on it: wounds, willing breaks, Ammunition Shortage, FPF."""

from __future__ import annotations

from rules.asl.attack import Opening
from rules.asl.breaking import can_break, fights_on
from rules.asl.one_unit import named_unit, read_one
from rules.asl.request import read_book, read_situation
from rules.asl.scene import BreakWillingly, FpfVolley, RunShort, Scene, WoundOne
from rules.asl.unit import Unit
from rules.asl.unit_form import a_unit, read_units
from rules.given import Given, show
from rules.json import Json
from rules.refusal import Refused


def open_wound(request: Json) -> Opening:
    """A SMC is wounded by something that the referee does not roll for (A17.1)."""
    given = Given(request)
    rules = read_book(given)
    units = read_units(given.objects("units"), rules)
    unit = named_unit(given, units)
    casualty = given.flag("casualty", False)
    situation = read_situation(given, rules, units, needs_elr=False)
    given.done()
    if unit.mmc:
        raise Refused("no_smc", f"{unit.id}: only leaders, heroes and Commissars are wounded.", "A17.1")
    return Opening(Scene(units, (WoundOne(unit.id, casualty),)), situation)


def open_voluntary_break(request: Json) -> Opening:
    """A unit breaks of its owner's will, with no ELR (A10.41)."""
    units, unit, situation = read_one(request)
    stands = unit.mmc and situation.book.counter(unit).broken is None
    if not can_break(unit) or stands or fights_on(unit, situation.book):
        raise Refused("cannot_break", f"{unit.id}: {_whole(unit)} cannot break of its own will.", "A10.41")
    return Opening(Scene(units, (BreakWillingly(unit.id),)), situation)


def open_ammunition_shortage(request: Json) -> Opening:
    """A MMC whose inherent FP rolled an Original 12 on the IFT is Replaced after the attack (A19.131)."""
    units, unit, situation = read_one(request)
    if not unit.mmc:
        raise Refused("no_mmc", f"{unit.id}: a shortage befalls MMC, not a {unit.type.spoken}.", "A19.131")
    if unit.broken or unit.unarmed:
        raise Refused("cannot_fire", f"{unit.id}: {_whole(unit)} does not fire.", "A19.131")
    return Opening(Scene(units, (RunShort(unit.id),)), situation)


def open_fpf(request: Json) -> Opening:
    """`firers` are the ids of the firing group, all units where not given; `dr` its IFT DR if thrown."""
    given = Given(request)
    rules = read_book(given)
    units = read_units(given.objects("units"), rules)
    firers = given.texts("firers", tuple(unit.id for unit in units))
    thrown = _read_dr(given)
    situation = read_situation(given, rules, units, needs_elr=True)
    given.done()
    known = {unit.id: unit for unit in units}
    for name in firers:
        if name not in known:
            raise Refused(
                "unknown_unit", f"given.firers: {show(name)} is not among the units {', '.join(known)}."
            )
        if known[name].broken:
            raise Refused("cannot_fire", f"given.firers: {name} is broken and does not fire.", "A8.31")
    if not firers or len(set(firers)) != len(firers):
        raise Refused("bad_value", "given.firers: needs each firer once, and at least one.")
    return Opening(Scene(units, (FpfVolley(firers, thrown),)), situation)


def _read_dr(given: Given) -> tuple[int, int] | None:
    if not given.has("dr"):
        return None
    faces = given.items("dr")
    sixes = [
        face for face in faces if isinstance(face, int) and not isinstance(face, bool) and 1 <= face <= 6
    ]
    if len(faces) != 2 or len(sixes) != 2:
        raise Refused("bad_value", "given.dr: needs two faces of 1 to 6, coloured then white.")
    return sixes[0], sixes[1]


def _whole(unit: Unit) -> str:
    state = ", ".join(flag.spoken for flag in unit.flags) or "no flag"
    return f"{a_unit(unit, f'{unit.type.spoken} {unit.counter}')} ({state})"
