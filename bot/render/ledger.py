"""Entries as lists and pages show them to one person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.ledger.dice import ENTERED, Draw
from bot.ledger.entry import Entry
from bot.operations.search import Listed, Shown
from bot.render.pages import joined
from bot.render.post import mentions, posts_of, told
from bot.store.rows import PostedPart
from bot.words import names
from bot.words.wording import address

LINE_MOST = 120
"""graphemes of an entry in a list"""
LINE_UNITS_MOST = 200
"""UTF-16 units of it: ten fit into the body of a page, with their links"""


def listed(found: Listed, guild: int) -> str:
    """A page of a list, each entry in one line with its time, its player and where it stands."""
    lines = []
    for link in found.links:
        entry = link.entry
        line = names.cut(told(posts_of(link, mentions(found.people))[0]), LINE_MOST, LINE_UNITS_MOST)
        place = found.places.get(entry.seq)
        where = f" [post]({_address(place, guild)})" if place else ""
        lines.append(f"<t:{_seconds(entry):.0f}:f> {mentions(found.people)(entry.actor)} {line}{where}")
    return "\n".join(lines) or "No earlier entry fits that."


def shown(found: Shown, guild: int) -> tuple[str, ...]:
    """All that an entry holds but its post, in pages."""
    return joined(_facts(found, guild))


def _facts(found: Shown, guild: int) -> Iterator[str]:
    entry = found.link.entry
    yield posts_of(found.link, mentions(found.people))[0].line
    yield (
        f"**#{entry.seq}** of game {entry.game}: {entry.kind}, by {mentions(found.people)(entry.actor)}, "
        f"<t:{_seconds(entry):.0f}:F>"
    )
    yield f"Asked: {names.plain(entry.command)}"
    if entry.answers:
        yield f"It answers #{entry.answers}."
    if found.answered:
        yield f"It was answered by #{found.answered}."
    if entry.voids:
        yield f"It voids {', '.join(f'#{seq}' for seq in entry.voids)}."
    if entry.reason:
        yield f"Reason: {names.plain(entry.reason)}"
    yield from (drawn(draw) for draw in entry.dice)
    yield f"Epoch {entry.epoch}, rules `{entry.rules}`"
    yield f"Hash `{found.link.hash.hex()}` over `{found.link.prev.hex()}` and the entry"
    yield from (f"Posted: {_address(place, guild)}" for place in found.places)
    if not found.places:
        yield "It is not posted yet."


def drawn(draw: Draw) -> str:
    """A draw by its name: what fell, and the how manieth it is."""
    faces = ",".join(map(str, draw.faces))
    if draw.n == ENTERED:
        return f"Dice `{draw.name}`: {faces}, rolled elsewhere and entered"
    return f"Dice `{draw.name}`, n {draw.n}: {faces}"


def _address(place: PostedPart, guild: int) -> str:
    return address(place.channel, place.message, guild)


def _seconds(entry: Entry) -> float:
    return datetime.fromisoformat(entry.at).timestamp()
