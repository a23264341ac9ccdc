"""Lines of a pasted roster that cannot be read, for the one who pasted them."""

from __future__ import annotations

from bot import names
from bot.notation import BadLines
from bot.render.pages import spoken_pages


def bad_pages(bad: BadLines) -> tuple[str, ...]:
    """The refusal and every line that is wrong, in pages."""
    return spoken_pages((f"Refused: {bad.message}", *bad.lines))


def bad_text(bad: BadLines) -> str:
    """The same as a file, where there are too many for pages."""
    return "\n".join((names.unmarked(bad.message), *map(names.unmarked, bad.lines), ""))
