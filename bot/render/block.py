"""What a post says of one piece, in plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

People: TypeAlias = Callable[[str], str]
"""How a post speaks of a pseudonym."""


class Block(Struct, frozen=True):
    """A heading (the piece) and its lines in order, without any markup.

    Lines may be of any length: they wrap on a phone. Only roster lines stand in code blocks.
    """

    heading: str
    lines: tuple[str, ...]

    @property
    def paragraph(self) -> str:
        """The heading in bold above the lines, as a post shows them."""
        return "\n".join((f"**{self.heading}**", *self.lines))
