"""Operation Konrad: regimental morale and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from rules.konrad.book import Book
from rules.konrad.book_data import load_book
from rules.konrad.events import Event
from rules.konrad.rulings import rulings
from rules.ruling import Rule

__all__ = ["BOOK", "RULINGS", "Event"]

BOOK: Book = load_book()
"""The numbers of Operation Konrad."""

RULINGS: Mapping[str, Rule] = rulings(BOOK)
"""Every ruling of Operation Konrad by its name in a request."""
