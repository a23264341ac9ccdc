"""A search and how far it has come, in the hundred characters of a button."""

from __future__ import annotations

import re

from bot.store.search import Search

FIND_ID = (
    r"v1:find:(?P<game>[0-9]+):(?P<before>[0-9]+):(?P<pieces>[0-9.]*):(?P<player>[a-z0-9]*):(?P<kind>[a-z]*)"
    r":(?P<since>[0-9-]*):(?P<until>[0-9-]*):(?P<ruling>[^:]*)"
)
MOST = 100


def find_id(game: int, before: int, search: Search) -> str:
    """The custom_id of a button for the entries before this one; "" where it does not fit."""
    pieces = ".".join(search.pieces)
    fields = (game, before, pieces, search.player, search.kind, search.since, search.until, search.ruling)
    text = "v1:find:" + ":".join(map(str, fields))
    return text if len(text) <= MOST and re.fullmatch(FIND_ID, text) else ""


def read_find_id(match: re.Match[str]) -> tuple[int, int, Search]:
    """Game, number and search of a match of FIND_ID."""
    pieces = tuple(piece for piece in match["pieces"].split(".") if piece)
    search = Search(pieces, match["player"], match["kind"], match["since"], match["until"], match["ruling"])
    return int(match["game"]), int(match["before"]), search
