"""The end of a game in words: what it would bring, that it came to nothing, what it revealed."""

from __future__ import annotations

from collections.abc import Iterable

from bot.events.end import EndDeclined, EndProposed
from bot.render import epochs
from bot.render.block import Block
from bot.words import names, wording
from rules.event import Event

FINAL = "The seed of its dice is revealed with it: no die falls after that, and nothing takes it back."
VERIFY = (
    "With it anyone can compute every die: `/trail export` gives the file, `referee verify` checks it. "
    "/game new opens the next game here."
)


def proposal(events: Iterable[Event], sides: str) -> tuple[str, ...]:
    """The paragraphs of a proposal to end the game, which `sides` answer; none where there is none."""
    for event in events:
        if isinstance(event, EndProposed):
            answers = f"{wording.awaited(names.plain(sides))}; who asked may withdraw it."
            days = wording.counted(event.days, "day")
            absent = f"After {days} without a word of theirs the host may agree for them."
            return (FINAL, f"{answers} {absent}")
    return ()


def declined(events: Iterable[Event]) -> str:
    """The line of a proposal that came to nothing; "" where the events tell of none."""
    for event in events:
        if isinstance(event, EndDeclined):
            refused = f"{names.plain(event.side)} does not agree to its end"
            return f"The game goes on: {refused if event.side else 'its end is proposed no longer'}"
    return ""


def ended(events: Iterable[Event]) -> Block:
    """What the end revealed."""
    seeds = tuple(epochs.lines(events))
    return Block("Game ended, the seed is revealed", (*seeds, VERIFY)) if seeds else Block("Game ended", ())
