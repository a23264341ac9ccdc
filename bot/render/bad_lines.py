"""Lines of a pasted roster that cannot be read, for the one who pasted them."""

from __future__ import annotations

from bot.play.notation import BadLines
from bot.render.pages import PAGE_MOST, joined, paged
from bot.words import names
from bot.words.names import units

WRITTEN = "What you wrote, to copy and mend:"


def bad_pages(bad: BadLines, form: str = "") -> tuple[str, ...]:
    """The refusal, every line that is wrong, and what stood in a form, which Discord forgets; in pages."""
    told = joined((f"Refused: {bad.message}", *bad.lines))
    if not form.strip():
        return told
    first, *others = paged(names.fenced(line) for line in form.splitlines())
    first = f"{WRITTEN}\n{first}"
    if units(told[-1]) + units(first) < PAGE_MOST:
        return (*told[:-1], f"{told[-1]}\n{first}", *others)
    return (*told, first, *others)


def bad_text(bad: BadLines) -> str:
    """The same as a file, where there are too many for pages."""
    return "\n".join((names.unmarked(bad.message), *map(names.unmarked, bad.lines), ""))
