"""What a ruling knows besides its units: the rule book, the ELR, the facts, choices and settings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from rules.asl.book import Book
from rules.asl.unit import Unit
from rules.asl.words import Circumstance, Nation, NationTrait


class Underlined12(StrEnum):
    """What is left of an underlined squad beyond its ELR on an Original 12."""

    ONE_HALF_SQUAD = "one_half_squad"
    DISRUPTED_HALF_SQUAD = "disrupted_half_squad"


class SurrenderEdition(StrEnum):
    """Editions of A15.5."""

    SURRENDERS = "surrenders"
    DISRUPTED_FIRST = "disrupted_first"


class JapaneseConscript(StrEnum):
    """A Japanese Conscript squad beyond its ELR (G1)."""

    BROKEN_HALF_SQUAD = "broken_half_squad"
    STEP = "step"


class Japanese12(StrEnum):
    """The class of the half-squad left by an Original 12 beyond the ELR (G1)."""

    OWN_CLASS = "own_class"
    LOWER_CLASS = "lower_class"


class EngineerElr(StrEnum):
    """The ELR of Assault Engineers in Arnhem (R6.1, E1.22)."""

    FIVE = "five"
    SCENARIO = "scenario"


class ArnhemGermanLadder(StrEnum):
    """What a German 4-4-7 hardens into in Arnhem (R6.21)."""

    SS = "ss"
    ARMY = "army"


class EarlyAmerican(StrEnum):
    """What an early American 4-4-7 hardens into (A15.3)."""

    FIRST_LINE = "first_line"
    FANATIC = "fanatic"


class Ss447(StrEnum):
    """What a SS 4-4-7 beyond its ELR becomes outside Arnhem (A25.111)."""

    GERMAN_CONSCRIPT = "german_conscript"
    DISRUPTED = "disrupted"


class Settings(Struct, frozen=True):
    """Readings that a game may take otherwise, each with the reading taken where nothing is said."""

    underlined_original_12: Underlined12 = Underlined12.ONE_HALF_SQUAD
    surrender_edition: SurrenderEdition = SurrenderEdition.SURRENDERS
    japanese_conscript_beyond_elr: JapaneseConscript = JapaneseConscript.BROKEN_HALF_SQUAD
    japanese_original_12: Japanese12 = Japanese12.OWN_CLASS
    assault_engineer_elr: EngineerElr = EngineerElr.FIVE
    arnhem_german_ladder: ArnhemGermanLadder = ArnhemGermanLadder.SS
    early_american_ladder: EarlyAmerican = EarlyAmerican.FIRST_LINE
    ss_4_4_7_beyond_elr: Ss447 = Ss447.GERMAN_CONSCRIPT


class Facts(Struct, frozen=True):
    """What the table knows; None where nobody has said it yet.

    `romanian`: the Axis Minors of the request are the Romanians whom Hungarians face (A25.8).
    """

    known_enemy_in_los: bool | None = None
    adjacent_enemy: bool | None = None
    opponent: Nation | None = None
    no_quarter: bool = False
    hungarian_vs_romanian: bool = False
    romanian: bool = False
    majority_5_3_7: bool = False
    year: int = 1944


class Harden(StrEnum):
    """The owner's answer to Battle Hardening (A15.3)."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    ASK = "ask"


class Situation(Struct, frozen=True, eq=False):
    """`elr` by nation, `ssr_elr` the nations whose underlined units take it (A19.132), `pieces` the ids that
    the request names, `harden` by id."""

    book: Book
    elr: Mapping[Nation, int]
    ssr_elr: tuple[Nation, ...] = ()
    facts: Facts = Facts()
    pieces: tuple[str, ...] = ()
    harden: Mapping[str, Harden] = field(default_factory=dict)
    settings: Settings = Settings()

    def is_hungarian(self, unit: Unit) -> bool:
        """Whether the unit is a Hungarian who faces Romanians (A25.8)."""
        faces = self.facts.hungarian_vs_romanian and not self.facts.romanian
        return faces and self.book.nation(unit).has(NationTrait.HUNGARIAN)

    @property
    def circumstances(self) -> tuple[Circumstance, ...]:
        """Which other rungs of the ladders hold."""
        holds = {
            Circumstance.EARLY_YEARS: self.facts.year <= self.book.numbers.years.early.value,
            Circumstance.MAJORITY_5_3_7: self.facts.majority_5_3_7,
            Circumstance.ARNHEM_GERMAN_LADDER: self.settings.arnhem_german_ladder is ArnhemGermanLadder.ARMY,
            Circumstance.EARLY_AMERICAN_FANATIC: self.settings.early_american_ladder is EarlyAmerican.FANATIC,
            Circumstance.SS_STAYS_SS: self.settings.ss_4_4_7_beyond_elr is Ss447.DISRUPTED,
        }
        return tuple(circumstance for circumstance, held in holds.items() if held)
