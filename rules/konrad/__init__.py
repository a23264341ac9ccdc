"""Operation Konrad: regimental morale and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rules.konrad.book import Book
from rules.konrad.book_data import load_book
from rules.konrad.events import Event
from rules.konrad.rulings import rulings
from rules.ruling import Rule

__all__ = ["BOOK", "EVENTS", "RULINGS", "Event"]

BOOK: Book = load_book()
"""The numbers of Operation Konrad."""

RULINGS: Mapping[str, Rule] = rulings(BOOK)
"""Every ruling of Operation Konrad by its name in a request."""

EVENTS: tuple[type[Event], ...] = get_args(Event)
"""Every class of event, for whoever stores them."""
