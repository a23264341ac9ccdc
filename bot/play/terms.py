"""The terms of a game: what its scenario says of every ruling, and the readings its players take."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import fields, replace

from bot.events.codec import plain, read_plain
from bot.events.game import Value
from rules.asl.situation import Facts, Settings
from rules.json import Object

USUAL_FACTS = Facts()
USUAL_READINGS = Settings()
SSR_ELR = "ssr_elr"
HUNGARIAN_VS_ROMANIAN = "hungarian_vs_romanian"
CITES = {
    "year": "A25.211",
    "no_quarter": "A20.3",
    HUNGARIAN_VS_ROMANIAN: "A25.8",
    "majority_5_3_7": "G18.2",
    SSR_ELR: "A19.132",
    "underlined_original_12": "A19.13",
    "surrender_edition": "A15.5",
    "japanese_conscript_beyond_elr": "G1.12",
    "japanese_original_12": "G1.12",
    "assault_engineer_elr": "R6.1 E1.22",
    "arnhem_german_ladder": "R6.21",
    "early_american_ladder": "A15.3",
    "ss_4_4_7_beyond_elr": "A25.111",
}


class Terms(Struct, frozen=True):
    """`ssr_elr` are the nationalities whose underlined units take the scenario's ELR."""

    year: int = USUAL_FACTS.year
    no_quarter: bool = False
    hungarian_vs_romanian: bool = False
    majority_5_3_7: bool = False
    ssr_elr: tuple[str, ...] = ()
    readings: Settings = USUAL_READINGS

    def value(self, term: str) -> Value:
        """A term as an entry holds it."""
        held = plain(self.readings if term in READINGS else self)[term]
        if isinstance(held, bool | int | str):
            return held
        return " ".join(self.ssr_elr)

    def put(self, term: str, value: Value) -> Terms:
        """The terms with one changed, its value as an entry holds it. Raises DataError on another kind."""
        if term in READINGS:
            return replace(self, readings=read_plain(Settings, {**plain(self.readings), term: value}))
        listed = str(value).split() if term == SSR_ELR else value
        return read_plain(Terms, {**plain(self), term: listed})

    def facts(self) -> Object:
        """The facts that a request has to say because they are not the usual ones."""
        return {term: self.value(term) for term in FACTS if getattr(self, term) != getattr(USUAL, term)}

    def settings(self) -> Object:
        """The readings that a request has to say because they are not the usual ones."""
        if self.readings == USUAL.readings:
            return {}
        return {term: self.value(term) for term in READINGS if self.value(term) != USUAL.value(term)}


FACTS = ("year", "no_quarter", HUNGARIAN_VS_ROMANIAN, "majority_5_3_7")
READINGS = tuple(field.name for field in fields(Settings))
TERMS = (*FACTS, SSR_ELR, *READINGS)
USUAL = Terms()
