"""What a look at one thing found."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Word(StrEnum):
    OK = "ok"
    LOOK = "look"
    WRONG = "wrong"


SIGNS = {Word.OK: "✓", Word.LOOK: "!", Word.WRONG: "✗"}


class Finding(Struct, frozen=True):
    """One line: what was looked at, what was found, and what to do where that is not well."""

    word: Word
    subject: str
    found: str
    do: str = ""

    def __str__(self) -> str:
        advice = f" {self.do}" if self.do else ""
        return f"{SIGNS[self.word]} {self.word:<5} {self.subject}: {self.found}{advice}"
