"""What each planned consolidation leaves after Recovery, beside what would be left without it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.render.block import Block
from rules import konrad
from rules.json import Json
from rules.konrad.outlook import Prospect, outlooks


def left_after(given: Json, spoken: Mapping[str, str]) -> Iterator[Block]:
    """A block for each pair of the request `given` of a Recovery; its checks are not rolled yet."""
    if not isinstance(given, Mapping):
        return
    cite = konrad.BOOK.cites.consolidation
    for outlook in outlooks(konrad.BOOK, given):
        pair = " and ".join(spoken.get(rsu, rsu) for rsu in (outlook.pair.first, outlook.pair.second))
        yield Block(
            f"After Recovery, of {pair}",
            (
                f"consolidated: {_left(outlook.consolidated)} ({cite})",
                f"left alone: {_left(outlook.alone)} ({cite})",
            ),
        )


def _left(prospect: Prospect) -> str:
    if prospect.least == prospect.most:
        return f"{prospect.most} SP for certain"
    average = f"{float(prospect.expected):.1f}".removesuffix(".0")
    return f"{average} SP on the average, {prospect.least} to {prospect.most}"
