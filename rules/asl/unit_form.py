"""The plain form of a unit in requests, answers and records, read strictly and written canonically."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.answers import Asked, Asks, Question
from rules.asl.book import Book
from rules.asl.unit import BROKEN_STATES, Unit, sorted_flags
from rules.asl.words import MMC, Flag, Nation, NationTrait, Trait, UnitClass, UnitType
from rules.given import Given, remembered, require_apart, show
from rules.json import Json
from rules.naming import nation_name
from rules.refusal import Refused


def read_unit(given: Given | Json, book: Book, where: str = "unit") -> Unit:
    """Raises Refused for an unknown word, a counter of another nationality, flags that exclude each other;
    Asks where the class is needed to know which counter is meant."""
    return _read(given if isinstance(given, Given) else Given(given, where), book)


@remembered
def _read(form: Given, book: Book) -> Unit:
    unit_id = form.name("id")
    nation = nation_of(form.text("nation"), book, form.where)
    unit_type = form.word("type", UnitType, code="unknown_type")
    counter = form.text("counter")
    unit_class = form.word("class", UnitClass, code="unknown_class") if form.has("class") else None
    trait = form.word("trait", Trait, code="unknown_trait") if form.has("trait") else None
    flags = form.words("is", Flag, (), code="unknown_flag")
    origin = form.text("from", "")
    form.done()
    unit = Unit(unit_id, nation, unit_type, counter, unit_class, trait, sorted_flags(flags), origin)
    return _checked(_with_sides(unit, book), book)


def read_units(forms: Iterable[Given], book: Book) -> tuple[Unit, ...]:
    """The units of one Location, in the order given.

    Raises Refused for none, for one id twice, and for ids that dice cannot tell apart.
    """
    units = tuple([read_unit(form, book) for form in forms])
    if not units:
        raise Refused("no_units", "given.units: needs at least one unit.")
    seen: set[str] = set()
    for unit in units:
        if unit.id in seen:
            raise Refused(
                "duplicate_id", f"given.units: {show(unit.id)} stands twice; each unit needs its own id."
            )
        seen.add(unit.id)
    require_apart(seen, "given.units")
    return units


def write_unit(unit: Unit) -> dict[str, Json]:
    """The form that read_unit takes: flags sorted, class, trait and origin only where there are any."""
    form: dict[str, Json] = {
        "id": unit.id,
        "nation": unit.nation,
        "type": str(unit.type),
        "counter": unit.counter,
        "is": [str(flag) for flag in unit.flags],
    }
    if unit.unit_class:
        form["class"] = str(unit.unit_class)
    if unit.trait:
        form["trait"] = str(unit.trait)
    if unit.origin:
        form["from"] = unit.origin
    return form


def nation_of(value: Json, book: Book, where: str) -> Nation:
    """Raises Refused `unknown_nation` with the nationalities of the book."""
    if not isinstance(value, str) or value not in book.nations:
        known = ", ".join(book.nations)
        raise Refused("unknown_nation", f"{where}: {show(value)} is no nation; there are {known}.")
    return Nation(value)


def a_unit(unit: Unit, what: str) -> str:
    """`a German squad`, `an Italian 3-4-7`."""
    nation = nation_name(unit.nation)
    return f"{'an' if nation[0] in 'AEIOU' else 'a'} {nation} {what}"


def _with_sides(unit: Unit, book: Book) -> Unit:
    """A hero's wound and the name of his side say the same (A15.2)."""
    hero = book.numbers.hero
    if unit.type is not UnitType.HERO:
        return unit
    if unit.counter == hero.wounded:
        return unit.put(Flag.WOUNDED)
    return replace(unit, counter=hero.wounded) if unit.wounded and unit.counter == hero.counter else unit


def _checked(unit: Unit, book: Book) -> Unit:
    for problem in _contradictions(unit, book):
        raise Refused("contradictory_flags", f"{unit.id}: {problem}.")
    if unit.trait is not None and not book.has_trait(unit.nation, unit.trait):
        having = ", ".join(
            nation_name(nation) for nation in book.nations if book.has_trait(nation, unit.trait)
        )
        raise Refused("wrong_trait", f"{unit.id}: {unit.trait.spoken} is a trait of {having} units.", "A25.9")
    if unit.type not in MMC:
        if unit.counter not in book.counters_of(unit.nation, unit.type):
            raise _no_counter(unit, book)
        if unit.unit_class not in (None, UnitClass.ELITE):
            right = f"{a_unit(unit, unit.type.spoken)} is {UnitClass.ELITE.spoken}"
            raise Refused("wrong_class", f"{unit.id}: {right}, not {unit.unit_class.spoken}.", "A15.1")
        return unit
    fits = book.named(unit.nation, unit.type, unit.counter)
    if not fits:
        raise _no_counter(unit, book)
    classes = [fit.key.unit_class for fit in fits]
    if unit.unit_class is None and len(fits) > 1:
        options = tuple(str(unit_class) for unit_class in classes)
        raise Asks(Question("class", unit.id, options, ("units", unit.id, "class"), Asked.OWNER, "A1.22"))
    if unit.unit_class is not None and unit.unit_class not in classes:
        right = " or ".join(of.spoken for of in classes if of)
        wrong = f"{a_unit(unit, unit.counter)} is {right}, not {unit.unit_class.spoken}"
        raise Refused("wrong_class", f"{unit.id}: {wrong}.")
    fit = next(fit for fit in fits if unit.unit_class in (None, fit.key.unit_class))
    if unit.broken and fit.broken_as is not None:
        return unit.exchanged(fit.broken_as)
    sided = unit.exchanged(fit.key)
    if fit.rallied_as is not None and not sided.broken:
        raise Refused(
            "contradictory_flags", f"{unit.id}: {unit.counter} is a broken side, needs the flag broken."
        )
    if sided.broken and fit.broken is None:
        raise Refused(
            "contradictory_flags", f"{unit.id}: {a_unit(unit, unit.counter)} has no broken side.", "G1.12"
        )
    return sided


def _no_counter(unit: Unit, book: Book) -> Refused:
    """Names the counters of that nationality, or the nationalities that have the counter."""
    having = [n for n in book.nations if unit.counter in book.counters_of(n, unit.type)]
    known = ", ".join(book.counters_of(unit.nation, unit.type)) or "none at all"
    where = (
        f"; {unit.counter} is a {unit.type.spoken} of {', '.join(map(nation_name, having))}" if having else ""
    )
    lacks = f"{nation_name(unit.nation)} has no {unit.type.spoken} {show(unit.counter)}"
    return Refused(
        "wrong_nation" if having else "unknown_counter", f"{unit.id}: {lacks}{where}. It has {known}."
    )


def _contradictions(unit: Unit, book: Book) -> Iterator[str]:
    if not unit.flags:
        return
    name = a_unit(unit, unit.type.spoken)
    for flag in (Flag.DM, Flag.DISRUPTED, Flag.SURRENDERED):
        if unit.has(flag) and not unit.broken:
            yield f"{flag.spoken} needs broken"
    if unit.has(Flag.DISRUPTED) and book.never_disrupts(unit):
        kind = f"a Fanatic {unit.type.spoken}" if unit.fanatic else name
        yield f"{kind} is never Disrupted (A19.12)"
    if unit.broken and unit.pinned:
        yield "broken and pinned exclude each other, a unit that breaks loses its pin"
    if unit.berserk and any(unit.has(flag) for flag in BROKEN_STATES):
        yield "berserk and broken exclude each other (A15.42)"
    if unit.has(Flag.HEROIC) and not unit.leader:
        yield f"heroic is for leaders, not for {name} (A15.21)"
    if unit.heroic:
        for flag in (*BROKEN_STATES, Flag.PINNED, Flag.BERSERK):
            if unit.has(flag):
                yield f"heroes and heroic leaders are never {flag.spoken} (A15.2)"
    if unit.wounded and unit.mmc:
        yield f"wounded is for leaders and heroes, not for {name} (A17)"
    if unit.berserk and unit.type is UnitType.CREW:
        yield "crews never go berserk (A15.1)"
    if unit.has(Flag.GURKHA) and not book.nation(unit).has(NationTrait.GURKHAS):
        having = [name for name, nation in book.nations.items() if nation.has(NationTrait.GURKHAS)]
        yield f"Gurkha is for {', '.join(map(nation_name, having))} units"
    fights_on = unit.type is UnitType.LEADER and book.nation(unit).has(NationTrait.LEADERS_FIGHT_ON)
    if fights_on and (unit.broken or unit.pinned):
        yield f"{name} is never broken or pinned (G1.41)"
