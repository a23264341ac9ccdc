"""Every event of a campaign has its line, and a roster fits a phone."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import fields

from bot.events.codec import Codec
from bot.operations.seeing import StandingEntry
from bot.render.campaign_roster import roster
from bot.render.diary import diary
from bot.render.konrad import blocks, summary
from bot.render.pages import COLUMNS
from rules.dice import RecordedDice
from rules.konrad import BOOK, EVENTS, RULINGS
from rules.konrad.events_retreat import DsuDestroyed, DsuEliminated
from rules.konrad.sample import load_sample


def made(kind: Any) -> Any:
    """A value of a type, with a filled tuple wherever there is one."""
    origin = get_origin(kind)
    if origin is tuple:
        return tuple(made(item) for item in get_args(kind) if item is not Ellipsis)
    if origin is UnionType:
        return made(next(item for item in get_args(kind) if item is not type(None)))
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        return kind(**{field.name: made(hints[field.name]) for field in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    return {int: 7, str: "word", bool: True}[kind]


def variants(event: type[Any]) -> Iterator[Any]:
    """An event once for each word of each closed choice in it."""
    first = made(event)
    yield first
    for name, kind in get_type_hints(event).items():
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            for word in kind:
                yield type(first)(**{**{f.name: getattr(first, f.name) for f in fields(first)}, name: word})


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.tag)
def test_every_event_has_a_line_and_is_summed_up(event) -> None:
    for variant in variants(event):
        shown = blocks([variant], {})
        assert shown
        assert all(block.heading and all(block.lines) for block in shown)
        assert summary([variant], {})


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.tag)
def test_every_event_is_stored_and_read_again(event) -> None:
    codec = Codec(*EVENTS)
    for variant in variants(event):
        assert codec.read(codec.write(variant)) == variant


def test_no_two_events_share_a_tag_and_every_event_has_a_citation() -> None:
    assert len({event.tag for event in EVENTS}) == len(EVENTS)
    assert all("cite" in {field.name for field in fields(event)} for event in EVENTS)


def regiment(**more: Any) -> dict[str, Any]:
    strength = {"leg": {"now": 360, "full": 500}}
    return {"id": "r", "side": "axis", "category": "ss_panzer", "strength": strength, **more}


def test_a_check_shows_every_term_the_number_the_die_and_the_outcome() -> None:
    given = {"rsu": regiment(fatigue=1), "when": "combat", "scenario": "won"}
    events = RULINGS["konrad.remo"](given, RecordedDice({"remo:r": [4]})).events
    (block,) = blocks(events, {"r": "SS-PzGR 9"})
    assert block.heading == "SS-PzGR 9"
    assert block.lines == (
        "10 -1 SS Panzer +1 won -1 fatigue 1 -1 below 75 % (72.0 %) = 8, die 4: holds (p5)",
    )
    assert summary(events, {}) == "1 check: 1 holds"


def test_of_one_a_summary_speaks_otherwise_than_of_several() -> None:
    rsus = [regiment(id=name, state="shattered", fatigue=9) for name in ("r", "s", "t")]
    dsu = {"id": "d", "side": "axis", "sector": "B2", "rsus": rsus}
    edges = {"axis": "west", "soviet": "east"}
    given = {"map": {"columns": "ABC", "rows": 3, "edges": edges, "axis": ["B2"]}, "dsus": [dsu]}
    dice = RecordedDice({"remo:r": [9], "remo:s": [9], "remo:t": [9]})
    events = RULINGS["konrad.recovery"](given, dice).events
    assert summary(events[:3], {}) == "3 checks: 3 are disbanded; disbanded: r, s, t"
    assert summary(events[:1], {}) == "1 check: 1 is disbanded; disbanded: r"


def test_a_strength_below_75_percent_never_reads_75_0() -> None:
    strength = {"leg": {"now": 74999, "full": 100000}}
    given = {"rsu": regiment(strength=strength), "when": "combat"}
    (block,) = blocks(RULINGS["konrad.remo"](given, RecordedDice({"remo:r": [9]})).events, {})
    assert block.lines == ("10 -1 SS Panzer -1 below 75 % (74.9 %) = 8, die 9: shattered, goes to RES (p5)",)


def test_an_award_shows_its_unrounded_value() -> None:
    given = {"rsu": regiment(order="RES", strength={"leg": {"now": 395, "full": 500}})}
    (block,) = blocks(RULINGS["konrad.infantry_replacements"](given, RecordedDice({})).events, {})
    line = (
        "infantry: 10 % of 105 = 10.5, so 11 SP; 11 placed, 0 lost: from 395 SP to 406/500 SP "
        "(leg 406/500) (p5)"
    )
    assert block.lines == (line,)


def test_the_roster_of_the_sample_fits_38_columns() -> None:
    sample = load_sample(BOOK)
    lines = roster(sample.campaign.dsus, sample.names)
    assert len(lines) == 13 + 41
    assert max(len(line) for line in lines) <= COLUMNS
    assert lines[0] == "3. SS-Panzer Totenkopf              C2"
    assert lines[1] == " SS-PzGR 5      500/500 100.0% f0 map"


def test_a_long_name_is_cut_and_a_wide_one_keeps_the_columns() -> None:
    sample = load_sample(BOOK)
    first = sample.campaign.dsus[:1]
    lines = roster(first, {"totenkopf": "N" * 60, "ss_pzgr_5": "第五装甲擲弾兵連隊の長い名前"})
    assert lines[0] == "N" * 34 + "… C2"
    assert lines[1].endswith("500/500 100.0% f0 map")


@pytest.mark.parametrize(("lost", "told"), [(1, "1 SP was lost."), (2, "2 SP were lost.")])
def test_the_diary_counts_what_was_lost_with_a_dsu(lost: int, told: str) -> None:
    gone = (
        DsuDestroyed("pape", "B5", ("ney",), lost, "p5"),
        DsuEliminated("pape", "B5", ("ney",), lost, "p6"),
    )
    text = diary(1, [StandingEntry(1, "2026-01-31T12:00:00.123Z", gone)], {"pape": "Pape"})
    assert f"Pape was destroyed at B5; {told}" in text
    assert f"Pape was eliminated in the overstack at B5; {told}" in text
