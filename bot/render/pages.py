"""Lines of a fixed-width font in pages that one message each can hold."""

from __future__ import annotations

from collections.abc import Iterable

PAGE_MOST = 1800
"""characters of a page; Discord takes 2,000"""


def paged(lines: Iterable[str]) -> tuple[str, ...]:
    """Code blocks, cut between lines; the lines hold no back-quote."""
    found, page = [], ""
    for line in lines:
        if page and len(page) + len(line) > PAGE_MOST:
            found.append(page)
            page = ""
        page += line + "\n"
    return tuple(f"```\n{page}```" for page in (*found, page))
