"""The rows of a muster's file, CSV or JSON, before anything in them is understood."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.muster.columns import COLUMNS, LISTS, Row
from bot.words.wording import counted
from rules.refusal import Refused

BYTES_MOST = 1_000_000
LINES_MOST = 2_000
DELIMITERS = ",;\t"
"""between cells, as spreadsheets of different countries save them"""


class Fault(Struct, frozen=True):
    """What is wrong in a file: the row, its column ("" for the row itself), and what would be right."""

    where: str
    column: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.where}{f', {self.column}' if self.column else ''}: {self.wrong}"


class BadRows(Refused):
    """A file that is not right; `faults` lists every one, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(
            "bad_rows", f"{counted(len(faults), 'fault')}; nothing is changed until all is right."
        )
        self.faults = tuple(faults)


class Line(Struct, frozen=True):
    """A row by its column names; `where` is how its author finds it."""

    where: str
    cells: Mapping[str, str]


def read_rows(filename: str, data: bytes) -> tuple[Line, ...]:
    """The rows of a file. Raises BadRows where it is too long, no text, no CSV or JSON of these columns."""
    if len(data) > BYTES_MOST:
        raise _whole(f"has {len(data)} bytes; {BYTES_MOST} are the most")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _whole(f"is no UTF-8 from byte {error.start} on; save it as UTF-8") from None
    if text.count("\n") > LINES_MOST:
        raise _whole(f"has more than {LINES_MOST} lines")
    if filename.casefold().endswith(".json"):
        return tuple(_of_json(text))
    return tuple(_of_csv(text))


def _of_csv(text: str) -> Iterator[Line]:
    head = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise BadRows([Fault(f"line {reader.line_num}", "", f"is no row of a CSV file: {error}")]) from None
    if not rows:
        raise _whole(f"is empty; its first line names the columns {', '.join(COLUMNS)}")
    (_, names), *rest = rows
    names = [name.casefold() for name in names]
    faults = [
        *(Fault("line 1", name, "is no column of a muster") for name in names if name not in COLUMNS),
        *(Fault("line 1", name, "is missing") for name in COLUMNS if name not in names),
        *(
            Fault("line 1", name, "stands there twice")
            for name in dict.fromkeys(names)
            if names.count(name) > 1
        ),
    ]
    for number, row in rest:
        if len(row) > len(names):
            wrong = f"has {len(row)} cells, the first line {len(names)}; write a comma in a name in quotes"
            faults.append(Fault(f"line {number}", "", wrong))
    if faults:
        raise BadRows(faults)
    for number, row in rest:
        if any(row):
            yield Line(f"line {number}", dict(zip(names, row, strict=False)))


def _of_json(text: str) -> Iterator[Line]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise _whole(f"is no JSON: {error}") from None
    except RecursionError:
        raise _whole("is no JSON of a muster: it is nested too deeply") from None
    if not isinstance(value, dict):
        raise _whole(f"needs an object with the lists {', '.join(LISTS)}")
    faults = [Fault("the file", str(key)[:40], "is no list of a muster") for key in value if key not in LISTS]
    lines: list[Line] = []
    for key, row in LISTS.items():
        listed = value.get(key, [])
        if not isinstance(listed, list):
            faults.append(Fault("the file", key, "needs a list of objects"))
            continue
        for place, item in enumerate(listed):
            found = _line(f"{key}[{place}]", row, item)
            if isinstance(found, Line):
                lines.append(found)
            else:
                faults += found
    if faults:
        raise BadRows(faults)
    yield from lines


def _line(where: str, row: Row, item: object) -> Line | list[Fault]:
    if not isinstance(item, dict):
        return [Fault(where, "", "needs an object with the columns as keys")]
    wrong = [Fault(where, str(key)[:40], "is no column of a muster") for key in item if key not in COLUMNS]
    for key, cell in item.items():
        if cell is not None and not isinstance(cell, str | int):
            wrong.append(Fault(where, str(key)[:40], "needs a text or a whole number"))
    cells = {str(key): _cell(cell) for key, cell in item.items()}
    return wrong or Line(where, {**cells, "row": row.value})


def _cell(cell: object) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "" if cell is None else str(cell).strip()


def _whole(wrong: str) -> BadRows:
    return BadRows([Fault("the file", "", wrong)])
