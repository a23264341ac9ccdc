"""The phases of a Player Turn in their order, and what each is for (A3)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from rules.asl.tables import Table
from rules.asl.words import Flag


class Phase(StrEnum):
    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"


class TakenOff(Struct, frozen=True):
    """A marker that leaves units when a phase ends."""

    flag: Flag
    cite: str


class Duty(Struct, frozen=True):
    """What a phase asks of the players, told as it begins."""

    subject: str
    says: str
    cite: str


class PhaseRow(Struct, frozen=True):
    """`snipers`: they may be drawn in it; `rally`: broken units try to; `ends` comes off at its end."""

    phase: Phase
    words: str
    snipers: bool
    rally: bool
    ends: tuple[TakenOff, ...]
    duties: tuple[Duty, ...]
    cite: str


def read_phases(table: Table) -> tuple[PhaseRow, ...]:
    """The phases in the order of play. Raises DataError unless each stands once and in its place."""
    rows = tuple(_read_row(entry) for entry in table.tables("phase"))
    if tuple(row.phase for row in rows) != tuple(Phase):
        raise table.wrong("phase", f"needs {', '.join(Phase)}, each once and in this order")
    return rows


def _read_row(entry: Table) -> PhaseRow:
    row = PhaseRow(
        phase=entry.word("phase", Phase),
        words=entry.text("words"),
        snipers=entry.flag("snipers", False),
        rally=entry.flag("rally", False),
        ends=tuple(_read_end(end) for end in entry.tables("ends")),
        duties=tuple(_read_duty(duty) for duty in entry.tables("duties")),
        cite=entry.cite(),
    )
    entry.done()
    return row


def _read_end(entry: Table) -> TakenOff:
    end = TakenOff(entry.word("flag", Flag), entry.cite())
    entry.done()
    return end


def _read_duty(entry: Table) -> Duty:
    duty = Duty(entry.text("subject"), entry.text("says"), entry.cite())
    entry.done()
    return duty
