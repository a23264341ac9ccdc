"""Reads a kind of campaign from its data file and refuses what has a gap in it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable

from rules.given import Given
from rules.json import Json
from rules.konrad.book import (
    Book,
    Category,
    Citations,
    ScenarioTerms,
    Share,
    Side,
    Stacking,
    StrengthStep,
    Term,
    Threshold,
)
from rules.konrad.settings import (
    Adjacency,
    ArmourBase,
    ConsolidateAcross,
    ConsolidateUpTo,
    OverstackChecks,
    Rounding,
    Settings,
)
from rules.refusal import DataError, Refused

DATA = files("rules").joinpath("data", "konrad")
CAMPAIGN = DATA.joinpath("campaign.toml")
MODIFIER = 20
"""The largest modifier that a file may hold; more is a slip of the pen."""


def load_book(file: Traversable = CAMPAIGN) -> Book:
    """The kind of campaign in `file`; raises DataError naming the file, the key and what would be right."""
    try:
        return _book(read_toml(file))
    except Refused as wrong:
        raise DataError(f"{file.name}: {wrong.message}") from None


def read_toml(file: Traversable) -> Given:
    """The tables of a data file; raises DataError where it is no TOML."""
    try:
        tables: Json = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise DataError(f"{file.name}: needs to be TOML: {wrong}.") from None
    return Given(tables, "top")


def _book(top: Given) -> Book:
    remo = top.object("remo")
    kinds = tuple(_kind(row) for row in top.objects("platoons"))
    book = Book(
        name=top.text("name"),
        label=top.text("label"),
        die=remo.integer("die", 2, 256),
        start=remo.integer("start", 0, 256),
        cite=_cite(remo),
        sides=_sides(top),
        categories=tuple(_category(row) for row in top.objects("category")),
        scenario=_scenario(top.object("scenario")),
        fatigue=_fatigue(top.object("fatigue")),
        steps=_steps(top),
        kinds=kinds,
        infantry=_share(top.object("infantry_replacements"), kinds),
        armour=_share(top.object("armour_replacements"), kinds),
        disbanding=_threshold(top.object("disbanding")),
        stacking=_stacking(top.object("stacking")),
        settings=_settings(top.object("settings")),
        cites=_citations(top.object("cites")),
    )
    remo.done()
    top.done()
    _distinct("top.category", [category.id for category in book.categories])
    _distinct("top.platoons", kinds)
    return book


def _cite(row: Given) -> str:
    """The page; an empty one is as bad as none."""
    cite = row.text("cite")
    if not cite.strip():
        raise Refused("no_cite", f"{row.where}.cite: needs the page of the rules, not an empty text.")
    return cite


def _distinct(where: str, ids: Sequence[str]) -> None:
    if not ids:
        raise Refused("gap", f"{where}: needs one entry at least.")
    for place, name in enumerate(ids):
        if name in ids[:place]:
            raise Refused("twice", f"{where}[{place}].id: {name} stands there twice; each id once.")


def _sides(top: Given) -> tuple[Side, Side]:
    sides = [_side(row) for row in top.objects("side")]
    if len(sides) != 2:
        raise Refused("sides", f"top.side: needs two sides, not {len(sides)}.")
    _distinct("top.side", [side.id for side in sides])
    return sides[0], sides[1]


def _side(row: Given) -> Side:
    side = Side(row.text("id"), row.text("label"), _modifier(row, "recovery"), _cite(row))
    row.done()
    return side


def _category(row: Given) -> Category:
    category = Category(row.text("id"), row.text("label"), _modifier(row, "modifier"), _cite(row))
    row.done()
    return category


def _scenario(row: Given) -> ScenarioTerms:
    won, lost, drawn, none = (_modifier(row, key) for key in ("won", "lost", "drawn", "none"))
    terms = ScenarioTerms(won, lost, drawn, none, _cite(row))
    row.done()
    return terms


def _fatigue(row: Given) -> Term:
    term = Term(_modifier(row, "modifier"), _cite(row))
    row.done()
    return term


def _steps(top: Given) -> tuple[StrengthStep, ...]:
    """From the highest threshold down, so that the last step that applies is the only one to count."""
    steps: list[StrengthStep] = []
    for row in top.objects("strength_step"):
        step = StrengthStep(row.integer("below", 1, 100), _modifier(row, "modifier"), _cite(row))
        row.done()
        if steps and step.below >= steps[-1].below:
            below = steps[-1].below
            raise Refused(
                "gap", f"{row.where}.below: needs less than {below}, the step before, not {step.below}."
            )
        steps.append(step)
    return tuple(steps)


def _kind(row: Given) -> str:
    kind = row.text("id")
    _cite(row)
    row.done()
    return kind


def _share(row: Given, kinds: Sequence[str]) -> Share:
    share = Share(row.integer("percent", 0, 100), row.text("platoons"), _cite(row))
    row.done()
    if share.kind not in kinds:
        raise Refused(
            "reference", f"{row.where}.platoons: needs one of {', '.join(kinds)}, not {share.kind}."
        )
    return share


def _threshold(row: Given) -> Threshold:
    threshold = Threshold(row.integer("percent", 0, 100), _cite(row))
    row.done()
    return threshold


def _stacking(row: Given) -> Stacking:
    stacking = Stacking(row.integer("limit", 1, 99), _cite(row))
    row.done()
    return stacking


def _settings(row: Given) -> Settings:
    settings = Settings(
        row.word("rounding", Rounding),
        row.word("armour_base", ArmourBase),
        row.word("overstack_checks", OverstackChecks),
        row.word("adjacency", Adjacency),
        row.word("consolidate_across", ConsolidateAcross),
        row.word("consolidate_up_to", ConsolidateUpTo),
    )
    _cite(row)
    row.done()
    return settings


def _citations(row: Given) -> Citations:
    def cite(key: str) -> str:
        page = row.text(key)
        if not page.strip():
            raise Refused("no_cite", f"{row.where}.{key}: needs the page of the rules, not an empty text.")
        return page

    citations = Citations(
        check_list=cite("check_list"),
        must_retreat=cite("must_retreat"),
        movement=cite("movement"),
        retreat=cite("retreat"),
        overstack=cite("overstack"),
        capture=cite("capture"),
        consolidation=cite("consolidation"),
        recovery=cite("recovery"),
        leaves_play=cite("leaves_play"),
        isolation=cite("isolation"),
        night=cite("night"),
        day=cite("day"),
    )
    row.done()
    return citations


def _modifier(row: Given, key: str) -> int:
    return row.integer(key, -MODIFIER, MODIFIER)
