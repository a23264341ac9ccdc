"""What every request has besides its units: module, ELR, facts, choices, settings, read strictly."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl.book import Book, book, modules
from rules.asl.situation import Facts, Harden, Settings, Situation
from rules.asl.unit import Unit
from rules.asl.unit_form import nation_of
from rules.asl.words import ASL, Module, Nation
from rules.given import Choice, Given, remembered, show
from rules.naming import nation_name
from rules.refusal import Refused

FACTS = (
    "known_enemy_in_los",
    "adjacent_enemy",
    "opponent",
    "no_quarter",
    "hungarian_vs_romanian",
    "romanian",
    "majority_5_3_7",
    "year",
)
HARDEN = "harden:"
STRUCK = "targets"
"""names whom an attack on a moving stack strikes, of those in the Location"""


def read_book(given: Given) -> Book:
    """The book of the module named; `asl` where none is."""
    name = given.text("module", ASL)
    if name not in modules():
        known = ", ".join(modules())
        raise Refused("unknown_module", f"{given.where}.module: {show(name)} is not one of {known}.")
    return book(Module(name))


def read_situation(given: Given, rules: Book, units: tuple[Unit, ...], *, needs_elr: bool) -> Situation:
    """Raises Refused for what is unknown or out of range, and for an ELR that is needed and missing."""
    elr = _read_elr(given.object("elr", {}), rules)
    ssr_elr = tuple(nation_of(nation, rules, "given.ssr_elr") for nation in given.texts("ssr_elr", ()))
    situation = Situation(
        book=rules,
        elr=elr,
        ssr_elr=ssr_elr,
        facts=_read_facts(given.object("facts"), rules) if given.has("facts") else Facts(),
        pieces=tuple([unit.id for unit in units]),
        harden=_read_choices(given.object("choices"), units) if given.has("choices") else {},
        settings=_read_settings(given.object("settings")) if given.has("settings") else Settings(),
    )
    if needs_elr:
        _require_elr(situation, units)
    _require_targets(situation, units)
    return situation


@remembered
def _read_elr(given: Given, rules: Book) -> Mapping[Nation, int]:
    limits = rules.numbers.elr
    low, high = limits.lowest.value, limits.highest.value
    found = {}
    keys = given.names()
    for key in keys:
        nation = nation_of(key, rules, given.where)
        value = given.raw(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refused(
                "bad_elr",
                f"{given.where}.{key}: an ELR is a whole number from {low} to {high}, not {show(value)}.",
                "A19.1",
            )
        found[nation] = value
    return found


@remembered
def _read_facts(given: Given, rules: Book) -> Facts:
    keys = given.names()
    for key in keys:
        if key not in FACTS:
            raise Refused("unknown_fact", f"{given.where}: {show(key)} is not one of {', '.join(FACTS)}.")
    years, usual = rules.numbers.years, Facts()
    opponent = given.raw("opponent")
    return Facts(
        known_enemy_in_los=_said(given, "known_enemy_in_los"),
        adjacent_enemy=_said(given, "adjacent_enemy"),
        opponent=None if opponent is None else nation_of(opponent, rules, "given.facts.opponent"),
        no_quarter=given.flag("no_quarter", usual.no_quarter),
        hungarian_vs_romanian=given.flag("hungarian_vs_romanian", usual.hungarian_vs_romanian),
        romanian=given.flag("romanian", usual.romanian),
        majority_5_3_7=given.flag("majority_5_3_7", usual.majority_5_3_7),
        year=given.integer("year", years.first.value, years.last.value, usual.year),
    )


def _said(given: Given, key: str) -> bool | None:
    return given.flag(key) if given.has(key) else None


def _read_choices(given: Given, units: tuple[Unit, ...]) -> Mapping[str, Harden]:
    """For units of the request, and `ID/1` for what comes out of one."""
    found = {}
    known = {unit.id for unit in units}
    keys = given.names()
    for key in keys:
        piece = key.removeprefix(HARDEN)
        if not key.startswith(HARDEN) or not piece:
            raise Refused("unknown_choice", f"{given.where}: {show(key)} is no choice; it knows harden:ID.")
        if not {piece, piece.rpartition("/")[0]} & known:
            there = ", ".join(unit.id for unit in units)
            raise Refused("unknown_unit", f"{given.where}: {show(key)} names no unit; there are {there}.")
        found[piece] = given.word(key, Harden, code="unknown_choice")
    return found


def _read_settings(given: Given) -> Settings:
    usual = Settings()

    def word(key: str, usually: Choice) -> Choice:
        return given.word(key, type(usually), usually, "unknown_setting")

    found = Settings(
        underlined_original_12=word("underlined_original_12", usual.underlined_original_12),
        surrender_edition=word("surrender_edition", usual.surrender_edition),
        japanese_conscript_beyond_elr=word(
            "japanese_conscript_beyond_elr", usual.japanese_conscript_beyond_elr
        ),
        japanese_original_12=word("japanese_original_12", usual.japanese_original_12),
        assault_engineer_elr=word("assault_engineer_elr", usual.assault_engineer_elr),
        arnhem_german_ladder=word("arnhem_german_ladder", usual.arnhem_german_ladder),
        early_american_ladder=word("early_american_ladder", usual.early_american_ladder),
        ss_4_4_7_beyond_elr=word("ss_4_4_7_beyond_elr", usual.ss_4_4_7_beyond_elr),
    )
    given.done()
    return found


def _require_elr(situation: Situation, units: tuple[Unit, ...]) -> None:
    for unit in units:
        if unit.nation not in situation.elr and situation.book.nation(unit).elr is None:
            needs = f"needs the ELR of {nation_name(unit.nation)}, 0 to 5"
            raise Refused("missing_elr", f"given.elr: {needs}.", "A19.1")


def _require_targets(situation: Situation, units: tuple[Unit, ...]) -> None:
    """An SSR that lowers the ELR of underlined units needs to know what Replaces them (A19.132)."""
    highest = situation.book.numbers.elr.highest.value
    for unit in units:
        if unit.nation not in situation.ssr_elr or not unit.mmc:
            continue
        counter = situation.book.counter(unit)
        lowered = situation.elr.get(unit.nation, highest) < highest
        if counter.underlined and lowered and counter.replaced_by_ssr is None:
            raise Refused(
                "no_replacement",
                f"{unit.id}: no counter is printed that Replaces a {nation_name(unit.nation)} {unit.counter} "
                "by an SSR's ELR; leave its nation out of ssr_elr.",
                "A19.132",
            )
