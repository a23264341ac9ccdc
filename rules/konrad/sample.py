"""The sample campaign: historical formations with invented strengths."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from msgspec import Struct

from rules.given import Given
from rules.json import Json
from rules.konrad.book import Book
from rules.konrad.book_data import DATA, read_toml
from rules.konrad.campaign import Campaign
from rules.konrad.set_up import set_up
from rules.refusal import DataError, Refused

SAMPLE = DATA.joinpath("sample.toml")


class Sample(Struct, frozen=True):
    """A campaign ready to play, the names of its DSUs and RSUs by id, and whether it is invented."""

    label: str
    campaign: Campaign
    names: Mapping[str, str]
    invented: bool


def load_sample(book: Book, file: Traversable = SAMPLE) -> Sample:
    """The campaign in `file`; raises DataError naming the file, the key and what would be right."""
    try:
        return _sample(book, read_toml(file))
    except Refused as wrong:
        raise DataError(f"{file.name}: {wrong.message}") from None


def _sample(book: Book, top: Given) -> Sample:
    label, invented = top.text("label"), top.flag("invented")
    _cite(top)
    names: dict[str, str] = {}
    given: dict[str, Json] = {
        "map": _map(top.object("map"), book),
        "dsus": [_dsu(row, book, names) for row in top.objects("dsu")],
    }
    top.done()
    return Sample(label, set_up(book, Given(given, "top")).campaign, names, invented)


def _cite(row: Given) -> None:
    if not row.text("cite").strip():
        raise Refused("no_cite", f"{row.where}.cite: needs where it comes from, not an empty text.")


def _map(row: Given, book: Book) -> Json:
    _cite(row)
    ground = {key: row.raw(key) for key in ("columns", "rows", "edges", book.sides[0].id)}
    row.done()
    return ground


def _dsu(row: Given, book: Book, names: dict[str, str]) -> Json:
    name = row.text("id")
    names[name] = row.text("name")
    dsu: dict[str, Json] = {
        "id": name,
        "side": row.text("side"),
        "sector": row.text("sector"),
        "rsus": [_rsu(rsu, book, names) for rsu in row.objects("rsus")],
    }
    row.done()
    return dsu


def _rsu(row: Given, book: Book, names: dict[str, str]) -> Json:
    """An RSU at full strength: one number a kind."""
    name = row.text("id")
    names[name] = row.text("name")
    rsu: dict[str, Json] = {
        "id": name,
        "category": row.text("category"),
        "usable": row.flag("usable", True),
        "strength": {kind: _full(row, kind) for kind in book.kinds},
    }
    row.done()
    return rsu


def _full(row: Given, kind: str) -> Json:
    full = row.raw(kind)
    return {"now": full, "full": full}
