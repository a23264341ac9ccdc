"""The ruling of a Random Selection outside an attack (A.9)."""

from __future__ import annotations

from rules.asl.course import Course
from rules.asl.events import RandomlySelected
from rules.asl.request import read_book
from rules.asl.selection import Selection, select
from rules.asl.situation import Situation
from rules.asl.unit_form import read_units
from rules.dice import Dice, Throws
from rules.given import Given
from rules.json import Object
from rules.ruling import Births, Ruling, named_after_origin


def rule_random_selection(given: Object, dice: Dice, births: Births = named_after_origin) -> Ruling:
    """`number` of `units` are to be taken, 1 where not given. Raises Refused for more than there are."""
    form = Given(given)
    rules = read_book(form)
    units = read_units(form.objects("units"), rules)
    number = form.integer("number", 1, len(units), 1)
    form.done()
    course = Course(Situation(book=rules, elr={}), Throws(dice), births)
    select(Selection(tuple(unit.id for unit in units), number), course)
    taken = [piece for event in course.events if isinstance(event, RandomlySelected) for piece in event.taken]
    return Ruling.of(tuple(course.events), {"taken": list(taken)})
