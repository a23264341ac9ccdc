"""What a table offers its visitors beside Discord itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct, field

from bot.sandbox.wire import Json


class Offer(Struct, frozen=True):
    """`plays` are transcripts by name; `kept` is the file that keeps the table, "" where nothing does.

    `again` empties the table; None where that is not offered.
    """

    plays: Mapping[str, str] = field(default_factory=dict)
    kept: str = ""
    again: Callable[[], Awaitable[None]] | None = None

    def told(self) -> dict[str, Json]:
        """What the state says of it."""
        return {"plays": dict(self.plays), "kept": self.kept or None, "again": self.again is not None}
