"""Text in pages that one message each can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from bot.words import names
from bot.words.names import units

COLUMNS = 38
"""the width of a code block on a phone"""
PAGE_MOST = 1800
"""UTF-16 units of a page of content; Discord takes 2,000"""
BODY_MOST = 4000
"""UTF-16 units in the body of one part; Discord takes 4,096"""
FENCE = "```"


def fence(text: str) -> str:
    """A code block; the text holds no back-quote."""
    return f"{FENCE}\n{text}\n{FENCE}"


def block(lines: Iterable[str]) -> str:
    """A code block of lines that no phone has to wrap, whatever names they hold."""
    return fence("\n".join(names.fenced(names.columns(line, COLUMNS)) for line in lines))


def paged(lines: Iterable[str]) -> tuple[str, ...]:
    """Pages that are code blocks, cut between lines; the lines hold no back-quote."""
    return tuple(fence(page) for page in _joined(lines, PAGE_MOST)) or (fence(""),)


def joined(lines: Iterable[str]) -> tuple[str, ...]:
    """Running text in pages, cut between lines."""
    return tuple(_joined(lines, PAGE_MOST))


def parted(paragraphs: Iterable[str]) -> tuple[str, ...]:
    """Bodies that one part each can hold: cut between paragraphs, one that is too long between its lines."""
    return tuple(_joined((piece for text in paragraphs for piece in _fitting(text)), BODY_MOST))


def _fitting(paragraph: str) -> Iterator[str]:
    if units(paragraph) <= BODY_MOST:
        yield paragraph
    elif paragraph.startswith(FENCE):
        room = BODY_MOST - units(fence(""))
        yield from map(fence, _joined(paragraph.split("\n")[1:-1], room))
    else:
        yield from _joined(paragraph.split("\n"), BODY_MOST)


def _joined(lines: Iterable[str], most: int) -> Iterator[str]:
    """Lines joined while they fit into `most`; a single line that does not is cut at words."""
    page: list[str] = []
    used = 0
    for line in chain.from_iterable(_broken(line, most) for line in lines):
        length = units(line) + 1
        if page and used + length > most:
            yield "\n".join(page)
            page, used = [], 0
        page.append(line)
        used += length
    if page:
        yield "\n".join(page)


def _broken(line: str, most: int) -> Iterator[str]:
    while units(line) >= most:
        # Half of the units is never more characters than fit, since none has more than two.
        at = line.rfind(" ", 1, most // 2)
        at = at if at > 0 else most // 2
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line
