"""What was verified, for people."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.verify.rulings import Differing


class Verified(Struct, frozen=True):
    """What was found to hold: counts, and what nobody can check or is ruled otherwise today.

    `unrevealed` are epochs, each with its number of draws; `rules` is the hash of the rules at hand.
    """

    game: int
    entries: int
    head: str
    dice: int
    entered: int
    unrevealed: tuple[tuple[int, int], ...]
    rulings: int = 0
    differing: tuple[Differing, ...] = ()
    seen: int = 0
    rules: str = ""


def lines(found: Verified) -> Iterable[str]:
    """What holds, then what does not count as verified."""
    yield f"Game {found.game}: {found.entries} entries, chain unbroken to {found.head[:16]}."
    if found.seen:
        stand = (
            "footer seen in the channel stands" if found.seen == 1 else "footers seen in the channel stand"
        )
        yield f"{found.seen} {stand} in this chain."
    yield f"{found.dice} draws follow from the seeds revealed and the cuts."
    same = found.rulings - sum(differing.ruling for differing in found.differing)
    yield f"{same} {'ruling gives' if same == 1 else 'rulings give'} what is recorded when applied again."
    told = found.entries - len(found.differing)
    made = "entry is what its command makes" if told == 1 else "entries are what their commands make"
    yield f"{told} {made} of what went before."
    for differing in found.differing:
        yield (
            f"#{differing.seq} is ruled differently today (rules {differing.rules} then, "
            f"{found.rules} here): it {differing.how}."
        )
    if found.entered:
        yield f"{found.entered} draws were rolled elsewhere and entered: nothing proves them."
    for epoch, draws in found.unrevealed:
        yield f"Epoch {epoch} is not revealed: its {draws} draws are NOT verified."
