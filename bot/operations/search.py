"""Looking entries up: the last ones, those that fit a search, one by its number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from bot.ledger.entry import Kind, Link
from bot.operations.lookup import game_here
from bot.play.finding import find_one
from bot.play.game import Game
from bot.play.sitting import Sitting
from bot.store.rows import PostedPart
from bot.store.search import Search
from bot.words import names
from rules.refusal import Refused

PAGE = 10
"""entries on one page"""
NEWEST = 2**53
NEWEST_RULINGS = 200
"""rulings of which the names are proposed"""


class Wanted(Struct, frozen=True):
    """A search as a player asks for it; `account` is Discord's id of a person, 0 for anybody."""

    unit: str | None = None
    account: int = 0
    kind: str | None = None
    since: str = ""
    until: str = ""


class Listed(Struct, frozen=True):
    """A page of entries, the newest first, and what it takes to speak of them; `more` where others follow."""

    game: int
    search: Search
    links: tuple[Link, ...]
    places: Mapping[int, PostedPart]
    people: Mapping[str, int]
    more: bool


class Shown(Struct, frozen=True):
    """One entry with all that stands around it; `answered` is the number of its answer, or 0."""

    link: Link
    places: tuple[PostedPart, ...]
    people: Mapping[str, int]
    answered: int


def find(wanted: Wanted) -> Callable[[Sitting], Listed]:
    """The newest entries that fit.

    Raises Refused `no_game`, `no_unit`, `which_unit`, `no_kind` or `no_entries`.
    """

    def view(sitting: Sitting) -> Listed:
        game = game_here(sitting)
        player = sitting.tx.pseudonym(game.id, wanted.account) if wanted.account else ""
        if player is None:
            raise Refused("no_entries", f"<@{wanted.account}> has entered nothing into game {game.id}.")
        pieces = _pieces(sitting, game, wanted.unit) if wanted.unit else ()
        kind, ruling = _kind(sitting, game, wanted.kind or "")
        search = Search(pieces, player, kind, wanted.since, wanted.until, ruling)
        listed = _page(sitting, game, search, NEWEST)
        if not listed.links:
            raise Refused("no_entries", f"No entry of game {game.id} fits that.")
        return listed

    return view


def page(game: int, search: Search, before: int) -> Callable[[Sitting], Listed]:
    """The entries that fit and have a lower number. Raises Refused `other_game`."""

    def view(sitting: Sitting) -> Listed:
        here = game_here(sitting)
        if here.id != game:
            raise Refused("other_game", f"These pages belong to game {game}, not to this channel's.")
        return _page(sitting, here, search, before)

    return view


def show(seq: int) -> Callable[[Sitting], Shown]:
    """One entry of the channel's game. Raises Refused `no_entry`."""

    def view(sitting: Sitting) -> Shown:
        game = game_here(sitting)
        link = sitting.tx.entry(game.id, seq)
        if link is None:
            last = sitting.tx.head(game.id)[0]
            raise Refused("no_entry", f"Game {game.id} has no entry #{seq}; the last one is #{last}.")
        answer = sitting.tx.answer_to(game.id, seq)
        return Shown(
            link,
            tuple(sitting.tx.posted_rows.of(game.id, seq)),
            sitting.tx.people(game.id),
            0 if answer is None else answer.entry.seq,
        )

    return view


def kinds(sitting: Sitting) -> list[str]:
    """The kinds of entries, and what the game's newest rulings were called."""
    titles = sitting.tx.search_rows.titles(game_here(sitting).id, NEWEST_RULINGS)
    return [*Kind, *sorted(titles)]


def unit_names(sitting: Sitting) -> list[str]:
    """What can be searched for: units of the roster, or regiments and divisions of the campaign."""
    game = game_here(sitting)
    if game.is_campaign:
        return [named.name for named in game.names]
    return [row.name for row in sitting.tx.pieces(game.id)]


def _page(sitting: Sitting, game: Game, search: Search, before: int) -> Listed:
    found = sitting.tx.search_rows.entries(game.id, search, before, PAGE + 1)
    places = {
        link.entry.seq: post
        for link in found[:PAGE]
        for post in sitting.tx.posted_rows.of(game.id, link.entry.seq)[:1]
    }
    return Listed(game.id, search, tuple(found[:PAGE]), places, sitting.tx.people(game.id), len(found) > PAGE)


def _kind(sitting: Sitting, game: Game, typed: str) -> tuple[str, str]:
    """A kind of entry, or what a ruling is called. Raises Refused `no_kind`."""
    folded = typed.strip().casefold()
    if folded in ("", *Kind):
        return folded, ""
    titles = sitting.tx.search_rows.titles(game.id, NEWEST)
    title = next((known for known in titles if known.casefold() == folded), None)
    if title is None:
        known = ", ".join((*Kind, *sorted(titles)))
        raise Refused("no_kind", f"No entry is of kind {names.spoken(typed)}; there are {known}.")
    return "", title


def _pieces(sitting: Sitting, game: Game, unit: str) -> tuple[str, ...]:
    """The ids of those called so, whether they still stand or not; both sides may have one."""
    if game.is_campaign:
        folded = unit.strip().casefold()
        found = [named.piece for named in game.names if named.name.casefold() == folded]
        if not found:
            raise Refused("no_unit", f"No RSU or DSU of the campaign is called {names.spoken(unit)}.")
        return tuple(found)
    came = sitting.tx.search_rows.pieces_called(game.id, unit.strip())
    return tuple(came) or (find_one(sitting.tx.pieces(game.id), unit).id,)
