"""The terms of a game in words: each change with what it was."""

from __future__ import annotations

from collections.abc import Iterable

from bot.events.game import ElrChanged, SanChanged, TermChanged, Value
from bot.play.terms import SSR_ELR, TERMS, USUAL, Terms
from bot.render.block import Block
from bot.words import names
from rules.event import Event
from rules.naming import nation_name

WORDS = {
    "year": "Year",
    "no_quarter": "No Quarter",
    "hungarian_vs_romanian": "Hungarians against Romanians",
    "majority_5_3_7": "5-3-7 is the Majority Squad Type",
    "ssr_elr": "Underlined units that take the scenario ELR",
    "underlined_original_12": "Underlined squad beyond its ELR on an Original 12",
    "surrender_edition": "Edition of A15.5",
    "japanese_conscript_beyond_elr": "Japanese Conscripts beyond their ELR",
    "japanese_original_12": "Japanese squad on an Original 12",
    "assault_engineer_elr": "ELR of Assault Engineers",
    "arnhem_german_ladder": "German 4-4-7 hardens within",
    "early_american_ladder": "Early American 4-4-7 hardens into",
    "ss_4_4_7_beyond_elr": "SS 4-4-7 beyond its ELR",
}


def block(events: Iterable[Event]) -> Block:
    """What changed, in one line and in one line each."""
    told = [(what, f"{was} → {now}", cite) for what, was, now, cite in _changes(events)]
    heading = "; ".join(f"{what} {change}" for what, change, _ in told)
    return Block(f"Set: {heading}", tuple(f"{what}: {change} ({cite})" for what, change, cite in told))


def unusual(terms: Terms) -> list[str]:
    """The terms that are not the usual ones, a line each."""
    values = ((term, terms.value(term)) for term in TERMS)
    return [f"{WORDS[term]}: {_value(term, value)}" for term, value in values if value != USUAL.value(term)]


def _changes(events: Iterable[Event]) -> Iterable[tuple[str, Value, Value, str]]:
    for event in events:
        match event:
            case TermChanged():
                term = event.term
                yield WORDS[term], _value(term, event.was), _value(term, event.becomes), event.cite
            case ElrChanged():
                whose = f"{names.plain(event.side)}{f', {nation_name(event.nation)}' if event.nation else ''}"
                yield f"ELR of {whose}", event.was, event.becomes, event.cite
            case SanChanged():
                yield f"SAN of {names.plain(event.side)}", event.was, event.becomes, event.cite
            case _:
                continue


def _value(term: str, value: Value) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case "":
            return "none"
        case str() if term == SSR_ELR:
            return ", ".join(map(nation_name, value.split()))
        case _:
            return str(value).replace("_", " ")
