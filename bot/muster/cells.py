"""The cells of one row, read strictly; whatever is wrong in them is gathered."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from typing import TypeVar

from bot.muster.columns import COLUMNS, FILLS, Row
from bot.muster.rows import Fault, Line
from bot.words import names
from rules.refusal import Refused

Word = TypeVar("Word", bound=StrEnum)
NUMBER = re.compile(r"[0-9]{1,7}")
YES, NO = ("yes", "true", "1"), ("no", "false", "0")


class Cells:
    """Each method gives the value of a column, or a stand-in after noting the fault."""

    def __init__(self, line: Line, faults: list[Fault]) -> None:
        self.where = line.where
        self._cells = line.cells
        self._faults = faults

    def text(self, column: str) -> str:
        return self._cells.get(column, "")

    def fault(self, column: str, wrong: str) -> None:
        self._faults.append(Fault(self.where, column, wrong))

    def require_fitting(self, row: Row) -> None:
        """Note the columns that this kind of row has no use for."""
        for column in COLUMNS:
            if self.text(column) and column not in FILLS[row]:
                self.fault(column, f"is filled; a row {row} leaves it empty")

    def name(self) -> str:
        try:
            return names.kept(self.text("name"))
        except Refused as wrong:
            self.fault("name", wrong.message if self.text("name") else "needs a name")
            return ""

    def word(self, column: str, words: Collection[str], default: str = "") -> str:
        word = self.text(column) or default
        if word not in words:
            self.fault(column, f"needs one of {', '.join(words)}; {_not(word)}")
            return next(iter(words))
        return word

    def choice(self, column: str, words: type[Word], default: Word) -> Word:
        return words(self.word(column, [word.value for word in words], default.value))

    def number(self, column: str, high: int) -> int:
        """A whole number from 0; an empty cell is 0."""
        text = self.text(column) or "0"
        if not NUMBER.fullmatch(text) or int(text) > high:
            self.fault(column, f"needs a whole number from 0 to {high}; {_not(text)}")
            return 0
        return int(text)

    def flag(self, column: str, default: bool) -> bool:
        text = self.text(column).casefold()
        if text and text not in (*YES, *NO):
            self.fault(column, f"needs yes or no; {_not(text)}")
        return default if not text else text in YES


def _not(text: str) -> str:
    return f"not {names.shown(text)}" if text else "it is empty"
